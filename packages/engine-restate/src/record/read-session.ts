import type { SessionRecord } from '@loadout/sessions';
import { listOf, query, stateWhere } from '../engine/admin.js';
import type { Endpoint } from '../engine/request.js';
import { PREFIX, serviceOf } from '../names.js';
import { TAKEN } from '../objects/only-once.js';
import type { StateReader } from './record-log.js';
import { type ChildRecords, OWN } from './round-sessions.js';
import { childRecords, loadSession } from './session-log.js';
import type { Step } from './step.js';

/** A session as the engine has it. */
export interface EngineSession {
  /** Empty for a run that no worker has begun. */
  readonly records: readonly SessionRecord[];
  /** The records of subagents, by the ids from the run's own agent down, joined by `/`. */
  readonly children: ChildRecords;
}

interface Session {
  readonly agent: string;
  readonly run: string;
}

/** Reads a session from the engine, also while a prompt runs. No worker is needed. */
export async function readSession(admin: Endpoint, session: Session): Promise<EngineSession> {
  // The steps come first: a step that is written to the state between the two is found in both.
  const steps = await stepsOf(admin, session);
  const log = await loadSession(await stateOf(admin, session));
  const children = new Map(childRecords(log));
  for (const path of new Set(steps.flatMap((step) => Object.keys(step.children ?? {}))))
    children.set(path, joined(children.get(path) ?? [], newIn(steps, path)));
  return { records: joined(log.own.records, newIn(steps, OWN)), children };
}

const entriesOf = async <T>(admin: Endpoint, { agent, run }: Session, names: string): Promise<ReadonlyMap<string, T>> => {
  const object = `service_name = '${serviceOf(agent)}' AND service_key IN (${listOf([run])})`;
  const entries = await stateWhere<T>(admin, `${object} AND key ${names}`);
  return new Map(entries.map(({ name, value }) => [name, value]));
};

async function stateOf(admin: Endpoint, session: Session): Promise<StateReader> {
  const entries = await entriesOf<never>(admin, session, `NOT LIKE 'result %' AND key NOT LIKE '${TAKEN}%'`);
  return { get: async (name) => entries.get(name) ?? null };
}

/** Reads entries of the state of a session, by name. */
export const readEntries = <T>({ admin, ...session }: Session & { readonly admin: Endpoint }, names: readonly string[]) =>
  entriesOf<T>(admin, session, `IN (${listOf(names)})`);

/** Reads the steps of the prompt that runs. They are in its journal, and in the state only after the round. */
async function stepsOf(admin: Endpoint, { agent, run }: Session): Promise<readonly Step[]> {
  const rows = await query<{ readonly entry_json: string }>(
    admin,
    `SELECT j.entry_json FROM sys_journal j JOIN sys_invocation i ON j.id = i.id WHERE i.target_service_name = '${PREFIX}${agent}' AND i.target_service_key = '${run}' AND i.status != 'completed' AND j.entry_type = 'Notification: Run' ORDER BY j.index`,
  );
  return rows.flatMap(({ entry_json }) => stepIn(entry_json) ?? []);
}

interface RunNotification {
  readonly Notification?: {
    readonly Completion?: { readonly Run?: { readonly result?: { readonly Success?: readonly number[] } } };
  };
}

/** The step in a notification. `undefined` for the result of another action, such as a time. */
function stepIn(notification: string): Step | undefined {
  const bytes = (JSON.parse(notification) as RunNotification).Notification?.Completion?.Run?.result?.Success;
  if (bytes === undefined) return undefined;
  const value: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'));
  return typeof value === 'object' && value !== null && 'records' in value ? (value as Step) : undefined;
}

const newIn = (steps: readonly Step[], path: string): readonly SessionRecord[] =>
  steps.flatMap(({ records, children }) => (path === OWN ? records : (children?.[path] ?? [])));

/** Joins the records of the state with those of the journal. The state may have the first of them already, or all and more. */
function joined(before: readonly SessionRecord[], news: readonly SessionRecord[]): readonly SessionRecord[] {
  const [first] = news;
  if (first === undefined) return before;
  const text = JSON.stringify(first);
  const at = before.findLastIndex((record) => JSON.stringify(record) === text);
  if (at === -1) return [...before, ...news];
  return before.length - at >= news.length ? before : [...before.slice(0, at), ...news];
}
