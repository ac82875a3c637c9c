import { CommandViews, type ToolContext } from '@loadout/core';
import type { BackgroundOutput } from './background/background-shell.js';
import { type Kept, keepOutput } from './run/output-keeper.js';
import { progressLines } from './run/progress-lines.js';
import { type RedactedOutput, redactedOutput } from './run/redacted-output.js';
import type { OutputName } from './run/running-shell.js';
import { createSpillFile } from './run/spill-file.js';
import { wholeLength } from './run/whole-characters.js';

/**
 * Limits how fast discarded output is read, so that it does not exhaust memory and processor: some hundred megabytes per second.
 */
const REST_EVERY = 4;

/** The output of a command while a call waits for it. */
export interface ForegroundOutput {
  readonly push: (chunk: Buffer, from: OutputName) => 'slow' | undefined;
  /** Sends later output to the background, together with the first bytes of an incomplete character. */
  divert(to: BackgroundOutput): void;
  /** `exitCode`: that of a command that ended by itself. */
  end(exitCode?: number | undefined): Promise<readonly [Kept, Kept]>;
}

export function foregroundOutput(context: ToolContext, runId: string): ForegroundOutput {
  const streamOf = (name: OutputName) => ({
    keeper: keepOutput(createSpillFile({ folder: context.artifactDir, name: `shell-${runId}-${name}.txt` })),
    open: Buffer.alloc(0),
  });
  const streams = { stdout: streamOf('stdout'), stderr: streamOf('stderr') };
  const progress = progressLines(context);
  const redacted: RedactedOutput = redactedOutput(context);
  let other: BackgroundOutput | undefined;
  let chunks = 0;
  let view: ReturnType<CommandViews['open']> | undefined;
  const end = (name: OutputName): Kept => {
    const { keeper, open } = streams[name];
    if (other === undefined) keeper.push(Buffer.concat([open, redacted.rest(name)]));
    return keeper.end();
  };
  return {
    push(printed, from) {
      if (other !== undefined) return other.push(printed, from);
      const chunk = redacted.take(printed, from);
      const stream = streams[from];
      const bytes = stream.open.length === 0 ? chunk : Buffer.concat([stream.open, chunk]);
      const length = wholeLength(bytes);
      stream.open = Buffer.from(bytes.subarray(length));
      const isBeyond = stream.keeper.push(bytes.subarray(0, length));
      progress(chunk);
      view ??= context.find(CommandViews)?.open(context);
      view?.push(chunk);
      chunks += 1;
      return isBeyond && chunks % REST_EVERY === 0 ? 'slow' : undefined;
    },
    divert(to) {
      other = to;
      for (const name of ['stdout', 'stderr'] as const) to.push(Buffer.concat([streams[name].open, redacted.rest(name)]), name);
    },
    async end(exitCode) {
      await view?.end(exitCode);
      return [end('stdout'), end('stderr')];
    },
  };
}
