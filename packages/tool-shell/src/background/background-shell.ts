import { runInNewContext } from 'node:vm';
import type { BackgroundTask, TaskStatus } from '@loadout/core';
import { errors } from '../errors.js';
import { createByteBlocks } from '../run/byte-blocks.js';
import type { RedactedOutput } from '../run/redacted-output.js';
import type { OutputName, RunningShell, ShellExit } from '../run/running-shell.js';
import { seenAtEnd } from '../run/seen-at-end.js';
import type { SpillFile } from '../run/spill-file.js';
import { createLineRing } from './line-ring.js';
import type { EndedCommand } from './tell-end.js';

/** The output of a background shell: the newest part in memory until it is read, and everything, up to a limit, in a file. */
export interface BackgroundOutput {
  /** There once something was printed. */
  readonly file: string;
  push(chunk: Buffer, from: OutputName): 'slow' | undefined;
  read(filter?: RegExp): string;
  tail(): { readonly output: string; readonly totalBytes: number };
  end(): void;
}

interface BackgroundStores {
  /** Absent: everything is stored as it was printed. */
  readonly redacted?: RedactedOutput | undefined;
}

export function createBackgroundOutput(spill: SpillFile, { redacted }: BackgroundStores = {}): BackgroundOutput {
  const ring = createLineRing();
  const newest = createByteBlocks(TAIL_BYTES);
  let totalBytes = 0;
  const store = (chunk: Buffer, from: OutputName) => {
    newest.add(chunk.subarray(-TAIL_BYTES));
    totalBytes += chunk.length;
    spill.write(chunk);
    ring.push(chunk, from);
  };
  return {
    file: spill.path,
    push(chunk, from) {
      store(redacted?.take(chunk, from) ?? chunk, from);
      // A command that prints this much can wait; otherwise it would keep a processor busy for the rest of the session.
      return spill.isFull() ? 'slow' : undefined;
    },
    read(filter) {
      const taken = ring.take();
      try {
        const seen = seenAtEnd(taken.text);
        const text = filter === undefined ? seen : filterLines(seen, filter);
        return taken.dropped === 0 ? text : `${droppedNote(taken.dropped, spill.place())}\n${text}`;
      } catch (error) {
        ring.untake(taken);
        throw error;
      }
    },
    tail: () => ({ output: seenAtEnd(Buffer.concat(newest.pieces()).subarray(-TAIL_BYTES).toString('utf8')), totalBytes }),
    end() {
      for (const from of ['stdout', 'stderr'] as const) if (redacted !== undefined) store(redacted.rest(from), from);
      ring.end();
      spill.close();
    },
  };
}

const TAIL_BYTES = 8192;

const droppedNote = (count: number, place: string | undefined) =>
  `[${count} older bytes of output were dropped before they were read${place === undefined ? '' : `; the whole output is in ${place}`}]`;

export interface BackgroundShell {
  readonly id: string;
  readonly command: string;
  readonly description: string | undefined;
  readonly shell: RunningShell;
  readonly output: BackgroundOutput;
  readonly toolUseId: string;
  /** Called when the command ended without being stopped. */
  readonly onEnd: (ended: EndedCommand) => void;
}

export function backgroundShell(about: BackgroundShell): BackgroundTask {
  const { id, command, description, shell, output, toolUseId, onEnd } = about;
  let stopped = false;
  let exit: ShellExit | undefined;
  shell.keepStragglers();
  const ended = shell.ended.then((how) => {
    exit = how;
    output.end();
    if (!stopped) onEnd({ id, command, status: statusOf(exit, stopped) });
  });
  return {
    id,
    type: 'shell',
    title: command,
    description,
    toolUseId,
    outputFile: output.file,
    status: () => statusOf(exit, stopped),
    read: (filter) => output.read(filter),
    tail: () => output.tail(),
    ended,
    async stop() {
      stopped = exit === undefined;
      await shell.stop();
      await ended;
    },
  };
}

function statusOf(exit: ShellExit | undefined, stopped: boolean): TaskStatus {
  if (exit === undefined) return { state: 'running' };
  const { exitCode, killedBy } = exit;
  if (stopped || killedBy !== undefined) return { state: 'killed', exitCode };
  return { state: exitCode === 0 ? 'completed' : 'failed', exitCode };
}

const MOST_MS = 250;

/** The lines that a pattern matches. The pattern is the model's, and some patterns take for ever: it gets a moment for all of them. */
function filterLines(text: string, filter: RegExp): string {
  // With a state of its own a global pattern would skip lines.
  const pattern = new RegExp(filter.source, filter.flags.replace(/[gy]/g, ''));
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const work = () => lines.filter((line) => pattern.test(line.replace(/\n$/, ''))).join('');
  try {
    return runInNewContext('work()', { work }, { timeout: MOST_MS }) as string;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw cause;
    throw errors.SHELL_FILTER_SLOW({ pattern: filter.source, ms: MOST_MS }, { cause });
  }
}
