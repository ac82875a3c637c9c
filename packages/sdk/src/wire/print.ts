import { signalExitCode } from '@loadout/command';
import { settlesWithin } from '@loadout/node';
import { debugLog } from '../engine/debug-log.js';
import { Engine } from '../engine/engine.js';
import type { SDKMessage } from '../types/messages.js';
import type { EngineProcess } from './engine-process.js';
import { takeOutput } from './engine-process.js';
import type { WireFrame } from './fit-frame.js';
import { fitFrame } from './fit-frame.js';
import type { EngineArguments } from './flags.js';
import { optionsOf } from './options-of.js';
import { errors } from './wire-errors.js';

type Result = Extract<SDKMessage, { readonly type: 'result' }>;

/** Runs one prompt and prints the answer as text, as one JSON value, or as a line for each message. Source: CLI-01, CLI-03. */
export async function print({ flags, words }: EngineArguments, io: EngineProcess): Promise<number> {
  const options = { ...optionsOf(flags, io), env: io.env };
  const log = debugLog({ ...options, stderr: (text) => io.tell(text) });
  const prompt = await printPrompt(words, { stdin: io.stdin, tell: (text) => io.tell(text) });
  if (prompt === undefined)
    throw errors.USAGE_ARGUMENT_MISSING({ name: 'prompt', usage: 'loadout -p "prompt", or give it on standard input' });
  const output = takeOutput(io).on('error', () => io.close());
  const messages: SDKMessage[] = [];
  let result: Result | undefined;
  const engine = new Engine(options, {
    send: (message) => {
      log?.(message);
      if ('sdk_host_only' in message) return;
      if (message.type === 'result') result = message;
      if (flags['output-format'] === 'stream-json') output.write(`${fitFrame(message as unknown as WireFrame).line}\n`);
      else if (flags.verbose === true) messages.push(message);
    },
  });
  let signal: NodeJS.Signals | undefined;
  const stop = (name?: NodeJS.Signals) => {
    signal = name;
    engine.close();
  };
  process.once('SIGINT', stop).on('SIGTERM', stop).on('SIGHUP', stop);
  io.whenClosed(() => stop());
  engine.submit({ type: 'user', message: { role: 'user', content: prompt } });
  engine.endInput();
  await engine.run();
  if (flags['output-format'] === 'json')
    output.write(`${JSON.stringify(flags.verbose === true ? messages : (result ?? null))}\n`);
  else if (flags['output-format'] !== 'stream-json') output.write(`${textOf(result)}\n`);
  await new Promise<void>((resolve) => output.end(resolve));
  return printExitCode(result, signal);
}

function textOf(result: Result | undefined): string {
  if (result === undefined) return '';
  return result.subtype === 'success' ? result.result : result.errors.join('\n');
}

/** The time in which more of a prompt must begin on standard input. */
const PATIENCE_MS = 3000;

/** Returns the words, followed by the input: `git diff | loadout -p "Review this"`. Source: CLI-03. */
async function printPrompt(words: readonly string[], io: Pick<EngineProcess, 'stdin' | 'tell'>): Promise<string | undefined> {
  const asked = words.filter((word) => word !== '-').join(' ');
  const piped = io.stdin.isTTY === true ? '' : await readAll(io, { hasPrompt: asked !== '' });
  const prompt = [asked, piped].filter((part) => part.trim() !== '').join('\n\n');
  return prompt === '' ? undefined : prompt;
}

async function readAll(
  { stdin, tell }: Pick<EngineProcess, 'stdin' | 'tell'>,
  { hasPrompt }: { hasPrompt: boolean },
): Promise<string> {
  const chunks: Buffer[] = [];
  const reader = stdin[Symbol.asyncIterator]();
  const first = reader.next();
  if (hasPrompt && !(await settlesWithin(PATIENCE_MS, first))) {
    tell(`Nothing came on standard input within ${PATIENCE_MS / 1000} s: the prompt is taken without it.\n`);
    return '';
  }
  for (let next = await first; next.done !== true; next = await reader.next()) chunks.push(Buffer.from(next.value));
  return Buffer.concat(chunks).toString('utf8').trim();
}

/** The exit code of print mode. As in the reference, a run that reached its number of turns has failed. Source: CLI-04, GAP-D6. */
function printExitCode(result: Result | undefined, signal: NodeJS.Signals | undefined): number {
  if (signal !== undefined) return signalExitCode(signal);
  if (result === undefined) return 1;
  if (!result.is_error) return 0;
  return result.terminal_reason === 'budget_exhausted' ? 3 : 1;
}
