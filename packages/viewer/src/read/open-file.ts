import { beginningOf } from '@loadout/node';
import { errors } from '../errors.js';
import type { Recording } from '../model/recording.js';
import { ClaudeFormat } from './claude-recording.js';
import { eventFormat } from './event-recording.js';
import { FileRecording } from './file-recording.js';
import { OtlpRecording } from './otlp-recording.js';
import { sessionFormat } from './session-recording.js';

/** A format of recordings. */
interface Reader {
  readonly name: string;
  /** Whether a file that begins with these lines is of this format. The last line may be cut. */
  knows(firstLines: readonly string[]): boolean;
  open(path: string): Recording;
}

const session: Reader = {
  name: 'a session of Loadout',
  knows: ([first = '']) => /^\{"t":"session",/.test(first),
  open: (path) => new FileRecording(path, sessionFormat),
};

const trace: Reader = {
  name: 'a trace (trace.jsonl)',
  knows: ([first = '']) => /^\{"time":"[^"]+","type":"/.test(first),
  open: (path) => new FileRecording(path, eventFormat('trace')),
};

const streamJson: Reader = {
  name: 'the output of --output stream-json',
  knows: (lines) => lines.slice(0, 20).some((line) => /^\{"type":"init","init":\{"sessionId":/.test(line)),
  open: (path) => new FileRecording(path, eventFormat('stream-json')),
};

/** Each entry has a type. Those of a conversation also have a uuid and name the session. */
const claudeCode: Reader = {
  name: 'a transcript of Claude Code',
  knows: (lines) =>
    lines.slice(0, 50).some((line) => /^\{.*"(?:parentUuid|uuid)":.*"sessionId":|^\{.*"sessionId":.*"uuid":/.test(line)) ||
    /^\{"type":"(?:summary|file-history-snapshot|queue-operation)",/.test(lines[0] ?? ''),
  open: (path) => new FileRecording(path, (reading) => new ClaudeFormat(reading)),
};

const otlp: Reader = {
  name: 'OTLP spans, one export a line',
  knows: ([first = '']) => /^\s*\{\s*"resourceSpans":/.test(first),
  open: (path) => new OtlpRecording(path),
};

/** The formats, in the order in which they are tried. */
const READERS: readonly Reader[] = [session, trace, streamJson, otlp, claudeCode];

/** Opens a file of a known format. Throws VIEW_FORMAT, and the error of the file system. */
export async function openFile(path: string): Promise<Recording> {
  // The last line may be cut.
  const lines = beginningOf(path).split('\n');
  const reader = READERS.find((one) => one.knows(lines));
  if (reader !== undefined) return reader.open(path);
  throw errors.VIEW_FORMAT({ file: path, first: lines[0]?.slice(0, 80) ?? '', formats: READERS.map(({ name }) => name) });
}
