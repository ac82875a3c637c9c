import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { AgentEvent } from '@loadout/runner';
import type { SessionFolder, SessionRecord } from '@loadout/sessions';
import { claudeProjects } from '../claude-projects.js';
import { errors } from '../errors.js';
import { resolveSession } from './resolve-session.js';
import { sessionEvents } from './session-events.js';
import { type TraceLine, traceEvents } from './trace-events.js';

type Env = Readonly<Record<string, string | undefined>>;

/** The file of a recording: a path, or a session by its id, its name, or the beginning of its id. */
export function recordingFile(
  given: string,
  { cwd, sessions }: { readonly cwd: string; readonly sessions: SessionFolder },
): string | undefined {
  const path = resolve(cwd, given);
  const inFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true ? join(path, 'trace.jsonl') : path;
  if (existsSync(inFolder)) return inFolder;
  return resolveSession(given, sessions)?.file;
}

/** The file of a recording, or of a session of Claude Code. Throws REPLAY_MISSING. */
export function recordedFile(given: string, place: Parameters<typeof recordingFile>[1] & { readonly env: Env }): string {
  const file = recordingFile(given, place) ?? claudeFile(given, place.env);
  if (file === undefined) throw errors.REPLAY_MISSING({ given, dir: place.sessions.dir });
  return file;
}

/** The file of a session of Claude Code, or of the Agent SDKs' engine, with this id. */
function claudeFile(id: string, env: Env): string | undefined {
  const projects = claudeProjects(env);
  if (!/^[\w-]{1,64}$/.test(id) || !existsSync(projects)) return undefined;
  const files = readdirSync(projects).map((project) => join(projects, project, `${id}.jsonl`));
  return files.find((file) => existsSync(file));
}

/** The recorded events, as the run sent them. Throws REPLAY_FORMAT. */
export function readRecording(path: string): readonly AgentEvent[] {
  const lines = readFileSync(path, 'utf8').split('\n');
  // A killed process leaves an incomplete line.
  if (lines.at(-1) !== '') lines.pop();
  const records = lines.flatMap((line, index) => (line.trim() === '' ? [] : [recordOf(line, { path, line: index + 1 })]));
  const [first] = records;
  if (first === undefined) throw errors.REPLAY_FORMAT({ path, line: 1, problem: 'the file is empty' });
  return first.t === 'session'
    ? sessionEvents(records as unknown as readonly SessionRecord[], { path })
    : traceEvents(records as unknown as readonly TraceLine[]);
}

function recordOf(text: string, place: { readonly path: string; readonly line: number }): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw errors.REPLAY_FORMAT({ ...place, problem: (error as Error).message });
  }
  const isRecord = typeof value === 'object' && value !== null && ('t' in value || ('type' in value && 'time' in value));
  if (!isRecord) throw errors.REPLAY_FORMAT({ ...place, problem: 'it says neither what it is nor when it was' });
  return value as Readonly<Record<string, unknown>>;
}
