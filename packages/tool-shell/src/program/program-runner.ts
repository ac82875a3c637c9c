import { randomUUID } from 'node:crypto';
import type { ToolContext } from '@loadout/core';
import { foregroundOutput } from '../foreground-output.js';
import { launch } from '../launch.js';
import { runEnv } from '../run/child-env.js';
import { type Ending, firstEnd } from '../run/first-end.js';
import { createLastFolder } from '../run/last-folder.js';
import { type Kept, seenOf } from '../run/output-keeper.js';
import { createProcessGuard } from '../run/process-guard.js';
import type { ShellExit } from '../run/running-shell.js';
import { shellQuoted } from '../run/shell-quoted.js';
import { createRuntimes } from '../sandbox/runtimes.js';
import { stateRoot } from '../sandbox/state-root.js';

export interface Program {
  /** A program with its arguments, started without a shell; or a text for bash. */
  readonly run: { readonly file: string; readonly args: readonly string[] } | { readonly shell: string };
  /** Absolute. */
  readonly cwd: string;
  /** Added to the environment that every child process gets. */
  readonly env: Readonly<Record<string, string>>;
  /** The whole standard input. Absent: it is closed. */
  readonly stdin?: string | undefined;
  readonly timeoutMs: number;
}

export interface ProgramEnd extends ShellExit {
  readonly ended: Exclude<Ending, 'sent'>;
  /** As a person would see it. */
  readonly stdout: string;
  readonly stderr: string;
  /** Standard output as it was printed. Absent: a part of it is left out. */
  readonly whole: string | undefined;
  /** How much of which output is left out of the texts, and where it is. */
  readonly leftOut: readonly string[];
  /** Notes for the model about the place in which it ran: files that it made and may not make, a sandbox that is missing. */
  readonly notices: readonly string[];
  /** Whether it made files that nothing in a sandbox may make. */
  readonly isForbidden: boolean;
}

/** Runs programs in their own process groups, in the agent's sandbox, with the limits of Bash on their output. */
export interface ProgramRunner {
  /** Contract: throws SHELL_START_FAILED and SANDBOX_UNAVAILABLE. */
  run(program: Program, context: ToolContext): Promise<ProgramEnd>;
  /** Ends all that still runs. */
  dispose(): Promise<void>;
}

export function createProgramRunner({ stateDir }: { readonly stateDir: string }): ProgramRunner {
  const lastFolder = createLastFolder();
  const guard = createProcessGuard(lastFolder.dispose);
  const sandboxes = createRuntimes();
  const parts = { env: {}, pty: false, guard, lastFolder, sandboxes, secretFolders: [stateRoot(stateDir)] };
  return {
    run: (program, context) => runProgram(program, { parts, context }),
    async dispose() {
      await guard.dispose();
      await sandboxes.dispose();
    },
  };
}

interface Around {
  readonly parts: Parameters<typeof launch>[1]['parts'];
  readonly context: ToolContext;
}

async function runProgram(program: Program, { parts, context }: Around): Promise<ProgramEnd> {
  const runId = randomUUID();
  const output = foregroundOutput(context, runId);
  const { run, cwd, stdin, timeoutMs } = program;
  const env = runEnv(context.env, { parts: { ...parts, env: program.env }, runId });
  const { shell, notice, held } = await launch(commandOf(run), {
    ...{ parts, context, runId, env, cwd, stdin },
    onOutput: output.push,
    program: 'shell' in run ? undefined : run,
  });
  const ended = await firstEnd(shell.ended, { timeoutMs, signal: context.signal });
  if (ended !== 'itself') await shell.stop();
  const exit = await shell.ended;
  const made = await held;
  const [stdout, stderr] = await output.end(ended === 'itself' ? (exit.exitCode ?? undefined) : undefined);
  return {
    ...exit,
    ended: ended === 'sent' ? 'itself' : ended,
    stdout: seenOf(stdout),
    stderr: seenOf(stderr),
    whole: stdout.leftOut === undefined ? stdout.text : undefined,
    leftOut: [stdout, stderr].flatMap(({ leftOut }: Kept) => (leftOut === undefined ? [] : [leftOut])),
    notices: [notice, ...made].filter((one) => one !== undefined),
    isForbidden: made.length > 0,
  };
}

/** The text for the bash of a sandbox, which puts the program in its own place. */
const commandOf = (run: Program['run']): string =>
  'shell' in run ? run.shell : `exec -- ${[run.file, ...run.args].map(shellQuoted).join(' ')}`;
