import { existsSync } from 'node:fs';
import { type NumberedRun, readRecording } from '@loadout/command/runs';
import type { Block } from '@loadout/core/model';
import { beginningOf, jsonIn } from '@loadout/node';
import type { AgentEvent, RunResult } from '@loadout/runner';
import { listSessions, type SessionFolder, type SessionRecord, sessionPlace } from '@loadout/sessions';
import { errors } from './errors.js';
import type { SessionState } from './http-runs.js';

/** A run of an earlier process, as its session recorded it. */
export interface RecordedRun {
  readonly agent: string;
  readonly session: string;
  readonly events: readonly AgentEvent[];
  /** Absent for a run that its process did not end. */
  readonly result?: RunResult | undefined;
}

/** The most sessions in a list: each is a file that is opened. */
const MOST_SESSIONS = 100;

/** The id of the `number`th run of a session. The first has the id of the session, so that it is found without a list of runs. */
export const runId = (session: string, number: number): string => (number === 1 ? session : `${session}-r${number}`);

/** The session of a run id, and the number of the run in it. */
export function numberedOf(id: string): NumberedRun {
  const [, session = id, suffix] = /^(.+)-r(\d+)$/.exec(id) ?? [];
  return { session, number: Number(suffix ?? 1) };
}

/** Throws HTTP_SESSION_ID for an id that is a name of another session, or of a run of it. */
export function checkNewSession(id: string | undefined): void {
  if (id !== undefined && (id === 'latest' || /-r\d+$/.test(id))) throw errors.HTTP_SESSION_ID({ id });
}

/** Finds runs in the sessions of a workspace, so that a restart loses none. */
export class RecordedRuns {
  readonly #folder: SessionFolder;

  constructor(folder: SessionFolder) {
    this.#folder = folder;
  }

  /** Returns a run. `undefined` if there is no such session, or the session has no such run. */
  find(id: string): RecordedRun | undefined {
    const { session, number } = numberedOf(id);
    const runs = this.#runsOf(session);
    const run = runs[number - 1];
    return run === undefined ? undefined : { ...run, session };
  }

  /** Counts the runs of a session that came to an end. */
  ended(session: string): number {
    return this.#runsOf(session).filter(({ result }) => result !== undefined).length;
  }

  /** Returns the id of the newest run of a session. `undefined`: there is none. */
  newest(session: string): string | undefined {
    const { length } = this.#runsOf(session);
    return length === 0 ? undefined : runId(session, length);
  }

  /** Returns the ids of the runs of a session, the first run first. */
  runIds(session: string): readonly string[] {
    return this.#runsOf(session).map((_, index) => runId(session, index + 1));
  }

  /** Returns the newest sessions of these agents. A file that is no session of theirs is left out. */
  sessions(agents: readonly string[]): readonly SessionState[] {
    const newest = listSessions(this.#folder).slice(0, MOST_SESSIONS);
    return newest.flatMap(({ id, file, modified }) => {
      const head = sessionHead(file);
      return head === undefined || !agents.includes(head.agent) ? [] : [{ id, ...head, changedAt: modified.toISOString() }];
    });
  }

  #runsOf(session: string): readonly Omit<RecordedRun, 'session'>[] {
    if (!/^[\w-]{1,64}$/.test(session)) return [];
    const { file } = sessionPlace(this.#folder, session);
    return existsSync(file) ? runsIn(readRecording(file)) : [];
  }
}

/** Cuts the events of a session at the results of its runs. */
export function runsIn(events: readonly AgentEvent[]): readonly Omit<RecordedRun, 'session'>[] {
  const [first] = events;
  const agent = first?.type === 'init' ? first.init.agent : '';
  const runs: Omit<RecordedRun, 'session'>[] = [];
  let from = 0;
  for (const [index, event] of events.entries()) {
    if (event.type !== 'result') continue;
    runs.push({ agent, events: events.slice(from, index + 1), result: event.result });
    from = index + 1;
  }
  const rest = events.slice(from);
  return rest.length > (runs.length === 0 ? 0 : 1) ? [...runs, { agent, events: rest }] : runs;
}

const MOST_CHARS = 200;

interface SessionHead {
  readonly agent: string;
  /** The first words of the first prompt; empty if it stands behind the beginning of the file. */
  readonly prompt: string;
}

/** Reads what a list shows of a session from the beginning of its file. `undefined`: the file begins with no header of a session. */
function sessionHead(file: string): SessionHead | undefined {
  const [header, ...rest] = recordsIn(file);
  if (header?.t !== 'session') return undefined;
  const prompt = rest.map(textOf).find((text) => text.trim() !== '') ?? '';
  return { agent: String(header.agent), prompt: prompt.replace(/\s+/g, ' ').trim().slice(0, MOST_CHARS) };
}

/** The whole records at the beginning of a file. A file that cannot be read has none. */
function recordsIn(file: string): readonly SessionRecord[] {
  return linesIn(file).flatMap((line) => {
    const record = jsonIn(line);
    return typeof record === 'object' && record !== null ? [record as SessionRecord] : [];
  });
}

function linesIn(file: string): readonly string[] {
  try {
    return beginningOf(file).split('\n');
  } catch {
    return [];
  }
}

function textOf(record: SessionRecord): string {
  if (record.t === 'asked') return promptText(record.prompt);
  return record.t === 'message' && record.message.role === 'user' ? promptText(record.message.content) : '';
}

const promptText = (prompt: string | readonly Block[] = ''): string =>
  typeof prompt === 'string' ? prompt : prompt.map((block) => (block.type === 'text' ? String(block.text) : '')).join(' ');
