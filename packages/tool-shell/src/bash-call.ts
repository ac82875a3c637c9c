import { randomUUID } from 'node:crypto';
import { BackgroundTasks, type ToolContext, type ToolOutput } from '@loadout/core';
import { type BackgroundOutput, backgroundShell, createBackgroundOutput } from './background/background-shell.js';
import { mayGoOn } from './background/may-go-on.js';
import { type AnalysisOf, type BashInput, type BashParts, DEFAULT_TIMEOUT_MS, runEnv } from './bash-parts.js';
import { errors } from './errors.js';
import { launch } from './launch.js';
import { resultOf } from './result.js';
import { benignMeaning } from './run/exit-meaning.js';
import { firstEnd } from './run/first-end.js';
import { assertFolder, followFolder } from './run/follow-folder.js';
import { keepOutput } from './run/output-keeper.js';
import { progressLines } from './run/progress-lines.js';
import type { OutputName, RunningShell } from './run/running-shell.js';
import { createSpillFile } from './run/spill-file.js';
import { changedFiles, tellSeen } from './seen.js';

export interface BashCall {
  readonly parts: BashParts;
  readonly context: ToolContext;
  readonly analysisOf: AnalysisOf;
}

export async function callBash(input: BashInput, call: BashCall): Promise<ToolOutput> {
  const { context } = call;
  assertFolder(context);
  if (context.signal.aborted) throw errors.SHELL_CANCELLED({});
  return input.run_in_background === true ? startInBackground(input, call) : runToEnd(input, call);
}

async function startInBackground(input: BashInput, { parts, context }: BashCall): Promise<ToolOutput> {
  const tasks = context.get(BackgroundTasks);
  const runId = randomUUID();
  const spill = createSpillFile({ folder: context.artifactDir, name: `shell-${runId}.txt` });
  const output = createBackgroundOutput(spill);
  const env = runEnv(context.env, { parts, runId });
  const { shell, notice } = await launch(input.command, { parts, context, runId, env, onOutput: output.push });
  const { id } = tasks.start('shell', (name) => backgroundShell({ id: name, command: input.command, shell, output }));
  const lines = [`Running in the background as ${id}. Read its output with TaskOutput, end it with TaskStop.`, notice];
  return {
    content: lines.filter((line) => line !== undefined).join('\n'),
    structuredContent: { stdout: '', stderr: '', interrupted: false, backgroundTaskId: id },
  };
}

async function runToEnd(input: BashInput, call: BashCall): Promise<ToolOutput> {
  const { parts, context, analysisOf } = call;
  const runId = randomUUID();
  const timeoutMs = input.timeout ?? DEFAULT_TIMEOUT_MS;
  const output = foregroundOutput(context, runId);
  const env = runEnv(context.env, { parts, runId, prelude: parts.lastFolder.prelude() });
  const { shell, notice } = await launch(input.command, { parts, context, runId, env, onOutput: output.push });
  const ended = await firstEnd(shell.ended, { timeoutMs, signal: context.signal });
  const analysis = analysisOf(input.command);
  if (ended === 'timeout' && parts.backgroundOnTimeout && mayGoOn(analysis))
    return goOn(input, { shell, output, context, timeoutMs, notice });
  if (ended !== 'itself') await shell.stop();
  const exit = await shell.ended;
  const lastPath = parts.lastFolder.take(runId);
  const [stdout, stderr] = output.end();
  const printed = { stdout: stdout.text, stderr: stderr.text };
  if (ended === 'itself' && exit.exitCode === 0) await tellSeen(printed.stdout, { context, analysis });
  const moved = ended === 'itself' && lastPath !== undefined ? followFolder(lastPath, context) : undefined;
  const changed = analysis?.readOnly === true ? undefined : changedFiles(context);
  const leftOut = [stdout, stderr].map((kept) => kept.leftOut && `(${kept.leftOut})`);
  return resultOf(
    { ...exit, ...printed, ended },
    {
      timeoutMs,
      meaning: benignMeaning(exit.exitCode, analysis?.lastWords),
      before: [notice, ...leftOut],
      after: [moved, changed],
    },
  );
}

/** Of what is only thrown away not more is taken than memory and processor bear: some hundred megabytes in a second. */
const REST_EVERY = 4;

interface ForegroundOutput {
  readonly push: (chunk: Buffer, from: OutputName) => 'slow' | undefined;
  /** What is printed from now on goes there. */
  divert(to: BackgroundOutput): void;
  end(): readonly [Kept, Kept];
}
type Kept = ReturnType<ReturnType<typeof keepOutput>['end']>;

function foregroundOutput(context: ToolContext, runId: string): ForegroundOutput {
  const keeperOf = (name: OutputName) =>
    keepOutput(createSpillFile({ folder: context.artifactDir, name: `shell-${runId}-${name}.txt` }));
  const keepers = { stdout: keeperOf('stdout'), stderr: keeperOf('stderr') };
  const progress = progressLines(context);
  let other: BackgroundOutput | undefined;
  let chunks = 0;
  return {
    push(chunk, from) {
      if (other !== undefined) return other.push(chunk, from);
      const isBeyond = keepers[from].push(chunk);
      progress(chunk);
      chunks += 1;
      return isBeyond && chunks % REST_EVERY === 0 ? 'slow' : undefined;
    },
    divert(to) {
      other = to;
    },
    end: () => [keepers.stdout.end(), keepers.stderr.end()],
  };
}

interface Unfinished {
  readonly shell: RunningShell;
  readonly output: ForegroundOutput;
  readonly context: ToolContext;
  readonly timeoutMs: number;
  readonly notice: string | undefined;
}

/** Source: TOOL-BASH-05. */
function goOn(input: BashInput, { shell, output, context, timeoutMs, notice }: Unfinished): ToolOutput {
  const later = createBackgroundOutput(createSpillFile({ folder: context.artifactDir, name: `shell-${randomUUID()}.txt` }));
  output.divert(later);
  const { id } = context
    .get(BackgroundTasks)
    .start('shell', (name) => backgroundShell({ id: name, command: input.command, shell, output: later }));
  const printed = output.end().map(({ text }) => text.replace(/\n$/, ''));
  const [stdout = '', stderr = ''] = printed;
  const ending = `The command did not end within ${timeoutMs} ms and goes on in the background as ${id}. Read what it prints from now on with TaskOutput, end it with TaskStop. What it printed until now:`;
  const lines = [ending, notice, ...(stdout + stderr === '' ? ['(no output)'] : printed.filter((text) => text !== ''))];
  return {
    content: lines.filter((line) => line !== undefined).join('\n'),
    structuredContent: { stdout, stderr, interrupted: false, backgroundTaskId: id, timedOutAfterMs: timeoutMs },
  };
}
