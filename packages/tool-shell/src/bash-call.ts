import { randomUUID } from 'node:crypto';
import { BackgroundTasks, type ToolContext, type ToolOutput } from '@loadout/core';
import type { Analysis } from '@loadout/shell-rules';
import { type BackgroundOutput, backgroundShell, createBackgroundOutput } from './background/background-shell.js';
import { mayGoOn } from './background/may-go-on.js';
import { type EndedCommand, tellEnd, tellHeld } from './background/tell-end.js';
import type { BashInput, BashParts } from './bash-parts.js';
import { errors } from './errors.js';
import { type ForegroundOutput, foregroundOutput } from './foreground-output.js';
import { launch } from './launch.js';
import { resultOf } from './result.js';
import { runEnv } from './run/child-env.js';
import { benignMeaning } from './run/exit-meaning.js';
import { firstEnd } from './run/first-end.js';
import { assertFolder, followFolder } from './run/follow-folder.js';
import { type Kept, seenOf } from './run/output-keeper.js';
import { redactedOutput } from './run/redacted-output.js';
import type { RunningShell } from './run/running-shell.js';
import { createSpillFile } from './run/spill-file.js';
import { changedFiles, tellSeen } from './seen.js';

export interface BashCall {
  readonly parts: BashParts;
  readonly context: ToolContext;
  readonly analysis: Analysis;
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
  const output = backgroundOutput(context, runId);
  const env = runEnv(context.env, { parts, runId });
  const { shell, notice, held } = await launch(input.command, { parts, context, runId, env, onOutput: output.push });
  tellHeld(held, context);
  const { id } = tasks.start('shell', (name) => backgroundShell({ ...about(input, context), id: name, shell, output }));
  const text = `Running in the background as ${id}. You hear of its end; until then TaskOutput reads its output and TaskStop ends it.`;
  const lines = [text, notice];
  return {
    content: lines.filter((line) => line !== undefined).join('\n'),
    structuredContent: { stdout: '', stderr: '', interrupted: false, backgroundTaskId: id },
  };
}

async function runToEnd(input: BashInput, call: BashCall): Promise<ToolOutput> {
  const { parts, context, analysis } = call;
  const runId = randomUUID();
  const timeoutMs = Math.min(input.timeout ?? parts.defaultTimeoutMs, parts.maxTimeoutMs ?? Number.POSITIVE_INFINITY);
  const output = foregroundOutput(context, runId);
  const env = runEnv(context.env, { parts, runId, prelude: parts.lastFolder.prelude() });
  const { shell, notice, held } = await launch(input.command, { parts, context, runId, env, onOutput: output.push });
  const tasks = context.find(BackgroundTasks);
  const whenSent = (listener: () => void) => tasks?.whenSent(context.toolUseId, listener) ?? (() => {});
  const ended = await firstEnd(shell.ended, { timeoutMs, signal: context.signal, whenSent });
  if (ended === 'sent' || (ended === 'timeout' && parts.backgroundOnTimeout && mayGoOn(analysis)))
    return goOn(input, { shell, output, context, notice, held, timedOutAfterMs: ended === 'timeout' ? timeoutMs : undefined });
  if (ended !== 'itself') await shell.stop();
  const exit = await shell.ended;
  const made = await held;
  const lastPath = parts.lastFolder.take(runId);
  const [stdout, stderr] = await output.end(ended === 'itself' ? (exit.exitCode ?? undefined) : undefined);
  const printed = { stdout: seenOf(stdout), stderr: seenOf(stderr) };
  if (ended === 'itself' && exit.exitCode === 0) await tellSeen(readIn(stdout, printed.stdout), { context, analysis });
  const moved = ended === 'itself' && lastPath !== undefined ? followFolder(lastPath, context) : undefined;
  const changed = analysis.readOnly === true ? undefined : changedFiles(context);
  const leftOut = [stdout, stderr].map((kept) => kept.leftOut && `(${kept.leftOut})`);
  return resultOf(
    { ...exit, ...printed, ended },
    {
      timeoutMs,
      meaning: benignMeaning(exit.exitCode, analysis.lastWords),
      before: [notice, ...leftOut],
      made,
      after: [moved, changed],
    },
  );
}

/** Text without its line ends counts as read. What was written over was not seen. */
const readIn = ({ text }: Kept, seen: string) => (text.replaceAll('\r\n', '\n') === seen ? text : seen);

interface Unfinished {
  readonly shell: RunningShell;
  readonly output: ForegroundOutput;
  readonly context: ToolContext;
  readonly notice: string | undefined;
  readonly held: Promise<readonly string[]>;
  /** Absent: somebody sent it to the background. */
  readonly timedOutAfterMs: number | undefined;
}

/**
 * Moves a command to the background. Its output so far is the result of the call; later output belongs to the task. Source:
 * TOOL-BASH-05, CTRL-11.
 */
async function goOn(
  input: BashInput,
  { shell, output, context, notice, held, timedOutAfterMs }: Unfinished,
): Promise<ToolOutput> {
  tellHeld(held, context);
  const later = backgroundOutput(context, randomUUID());
  output.divert(later);
  const { id } = context
    .get(BackgroundTasks)
    .start('shell', (name) => backgroundShell({ ...about(input, context), id: name, shell, output: later }));
  const printed = (await output.end()).map((kept) => seenOf(kept).replace(/\n$/, ''));
  const [stdout = '', stderr = ''] = printed;
  const why =
    timedOutAfterMs === undefined
      ? 'The user sent the command to the background, where it goes on'
      : `The command did not end within ${timedOutAfterMs} ms and goes on in the background`;
  const ending = `${why} as ${id}. You hear of its end; TaskOutput reads what it prints from now on, TaskStop ends it. What it printed until now:`;
  const lines = [ending, notice, ...(stdout + stderr === '' ? ['(no output)'] : printed.filter((text) => text !== ''))];
  const how = timedOutAfterMs === undefined ? { backgroundedByUser: true } : { timedOutAfterMs };
  return {
    content: lines.filter((line) => line !== undefined).join('\n'),
    structuredContent: { stdout, stderr, interrupted: false, backgroundTaskId: id, ...how },
  };
}

const about = ({ command, description }: BashInput, context: ToolContext) => ({
  command,
  description,
  toolUseId: context.toolUseId,
  onEnd: (ended: EndedCommand) => tellEnd(ended, context),
});

const backgroundOutput = (context: ToolContext, runId: string): BackgroundOutput =>
  createBackgroundOutput(createSpillFile({ folder: context.artifactDir, name: `shell-${runId}.txt` }), {
    redacted: redactedOutput(context),
  });
