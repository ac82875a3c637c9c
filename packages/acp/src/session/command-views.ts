import { closeSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { methods } from '@agentclientprotocol/sdk';
import { CommandViews, type ServiceOffer } from '@loadout/core';
import { temporaryFolder } from '@loadout/node';
import type { AskedClient } from '../questions/asked-client.js';
import { callId } from '../updates/updates.js';

type CommandView = ReturnType<CommandViews['open']>;
type Shows = (toolCallId: string, terminalId: string) => void;

/** A command waits so long for a terminal that shows it, and a terminal for the end of what shows it. */
const OPENS_WITHIN_MS = 2_000;
const ENDS_WITHIN_MS = 5_000;
const MOST_BYTES = 16 * 1024 * 1024;

/**
 * Terminals of a client that show what commands print. Commands run here, under the sandbox and with the environment of the agent: the
 * terminal runs a program that follows the output.
 */
export function commandViews(client: AskedClient, shows: Shows): readonly ServiceOffer<unknown>[] {
  if (client.capabilities.terminal !== true) return [];
  // A client that hung is not asked again: each command would wait for it.
  let hangs = false;
  const late = () => {
    hangs = true;
  };
  const offered: CommandViews = { open: (call) => (hangs ? NOWHERE : new TerminalView(client, { ...call, shows, late })) };
  return [{ service: CommandViews, shared: true, create: () => offered }];
}

/** Follows a file up to its end, whose mark holds the code of the command. It ends with the process that writes, too. */
const FOLLOW = `const fs = require('node:fs');
const [file, writer] = process.argv.slice(1);
const fd = fs.openSync(file, 'r');
const piece = Buffer.alloc(65536);
const look = () => {
  const isOver = fs.existsSync(file + '.end');
  for (let size; (size = fs.readSync(fd, piece)) > 0; ) process.stdout.write(Buffer.from(piece.subarray(0, size)));
  if (isOver) return void (process.exitCode = Number(fs.readFileSync(file + '.end', 'utf8')));
  try { process.kill(Number(writer), 0); } catch { return; }
  setTimeout(look, 50);
};
look();`;

const NOWHERE: CommandView = { push: () => {}, end: async () => {} };

interface Shown {
  readonly toolUseId: string;
  readonly agentId: string;
  readonly cwd: string;
  readonly shows: Shows;
  /** Called if the client does not open a terminal in time. */
  readonly late: () => void;
}

class TerminalView implements CommandView {
  readonly #client: AskedClient;
  readonly #folder = temporaryFolder('terminal');
  readonly #file = join(this.#folder, 'output');
  readonly #fd = openSync(this.#file, 'a', 0o600);
  readonly #opened: Promise<string | undefined>;
  #bytes = 0;

  constructor(client: AskedClient, shown: Shown) {
    this.#client = client;
    this.#opened = this.#open(shown);
  }

  push(output: Uint8Array): void {
    if (this.#bytes > MOST_BYTES) return;
    this.#bytes += output.length;
    const more = this.#bytes > MOST_BYTES ? '\n(More output is not shown here.)\n' : '';
    try {
      writeSync(this.#fd, output);
      if (more !== '') writeSync(this.#fd, more);
    } catch {
      // The result of the call has the output.
    }
  }

  async end(exitCode: number | undefined): Promise<void> {
    closeSync(this.#fd);
    try {
      writeFileSync(`${this.#file}.end`, String(exitCode ?? 1));
    } catch {
      // Without the mark the terminal ends with this process.
    }
    const terminal = await this.#opened;
    void this.#release(terminal);
  }

  async #open({ toolUseId, agentId, cwd, shows, late }: Shown): Promise<string | undefined> {
    const { context, sessionId } = this.#client;
    const args = ['-e', FOLLOW, this.#file, String(process.pid)];
    const request = { sessionId, command: process.execPath, args, cwd, outputByteLimit: MOST_BYTES };
    const created = context.request(methods.client.terminal.create, request, within(OPENS_WITHIN_MS));
    const answer = await inTime(created, { ms: OPENS_WITHIN_MS, late });
    // The SDK does not check what a client answers.
    if (typeof answer?.terminalId !== 'string' || answer.terminalId === '') return undefined;
    shows(callId(toolUseId, agentId), answer.terminalId);
    return answer.terminalId;
  }

  /** Gives the terminal back when it has shown everything. What it has shown stays in the call. */
  async #release(terminalId: string | undefined): Promise<void> {
    const { context, sessionId } = this.#client;
    if (terminalId !== undefined) {
      const one = { sessionId, terminalId };
      await inTime(context.request(methods.client.terminal.waitForExit, one, within(ENDS_WITHIN_MS)), { ms: ENDS_WITHIN_MS });
      await inTime(context.request(methods.client.terminal.release, one, within(ENDS_WITHIN_MS)), { ms: ENDS_WITHIN_MS });
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** The client is told that nobody waits any more. */
const within = (ms: number) => ({ cancellationSignal: AbortSignal.timeout(ms + 1_000) });

/** The answer of a client; `undefined` for an error, or for no answer in time. */
function inTime<T>(
  answer: Promise<T>,
  { ms, late }: { readonly ms: number; readonly late?: () => void },
): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => {
      late?.();
      resolve(undefined);
    }, ms).unref();
  });
  return Promise.race([answer.catch(() => undefined), over]).finally(() => clearTimeout(timer));
}
