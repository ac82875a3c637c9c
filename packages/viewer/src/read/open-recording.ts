import { beginningOf } from '@loadout/node';
import type { Recording } from '../model/recording.js';
import { ClaudeRecording } from './claude-recording.js';
import { EventRecording } from './event-recording.js';
import { OtlpRecording } from './otlp-recording.js';
import { SessionRecording } from './session-recording.js';

/** A format of recordings. */
export interface Reader {
  readonly name: string;
  /** Whether a file that begins with these lines is of this format. The last line may be cut. */
  knows(firstLines: readonly string[]): boolean;
  open(path: string): Promise<Recording>;
}

const session: Reader = {
  name: 'a session of Loadout',
  knows: ([first = '']) => /^\{"t":"session",/.test(first),
  open: async (path) => new SessionRecording(path),
};

const trace: Reader = {
  name: 'a trace (trace.jsonl)',
  knows: ([first = '']) => /^\{"time":"[^"]+","type":"/.test(first),
  open: async (path) => new EventRecording(path, 'trace'),
};

const streamJson: Reader = {
  name: 'the output of --output stream-json',
  knows: (lines) => lines.slice(0, 20).some((line) => /^\{"type":"init","init":\{"sessionId":/.test(line)),
  open: async (path) => new EventRecording(path, 'stream-json'),
};

/** Each entry has a type. Those of a conversation also have a uuid and name the session. */
const claudeCode: Reader = {
  name: 'a transcript of Claude Code',
  knows: (lines) =>
    lines.slice(0, 50).some((line) => /^\{.*"(?:parentUuid|uuid)":.*"sessionId":|^\{.*"sessionId":.*"uuid":/.test(line)) ||
    /^\{"type":"(?:summary|file-history-snapshot|queue-operation)",/.test(lines[0] ?? ''),
  open: async (path) => new ClaudeRecording(path),
};

const otlp: Reader = {
  name: 'OTLP spans, one export a line',
  knows: ([first = '']) => /^\s*\{\s*"resourceSpans":/.test(first),
  open: async (path) => new OtlpRecording(path),
};

/** The formats, in the order in which they are tried. */
const READERS: readonly Reader[] = [session, trace, streamJson, otlp, claudeCode];

/** Opens a file of a known format. `undefined`: no format knows it. Contract: throws the error of the file system. */
export async function openRecording(path: string, readers: readonly Reader[] = READERS): Promise<Recording | undefined> {
  const lines = firstLines(path);
  return readers.find((reader) => reader.knows(lines))?.open(path);
}

export const formatNames: readonly string[] = READERS.map(({ name }) => name);

/** The lines at the begin of a file, the last of which may be cut. */
export const firstLines = (path: string): readonly string[] => beginningOf(path).split('\n');
