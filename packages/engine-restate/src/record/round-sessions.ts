import { type SessionJournal, type SessionRecord, errors as sessionErrors } from '@loadout/sessions';
import type { ArtifactPaths } from '../results/artifact-paths.js';
import type { Outbox } from './outbox.js';

/** The path of the run's own session. A subagent's path has the ids of the agents from the run to the subagent. */
export const OWN = '';

/** The path of the session of an agent under another agent. */
export const pathUnder = (parent: string, id: string): string => (parent === OWN ? id : `${parent}/${id}`);

/** The records of subagents, by path. */
export type ChildRecords = ReadonlyMap<string, readonly SessionRecord[]>;

interface RecordsOfRound {
  readonly records: readonly SessionRecord[];
  readonly children: ChildRecords;
  readonly outbox: Outbox;
  /** The folder of long results, in the records and here. */
  readonly paths: ArtifactPaths;
}

/** The session of a round and all sessions under it. Earlier records come from the engine, and new records go to the engine. */
export class RoundSessions {
  readonly #records: Map<string, SessionRecord[]>;
  readonly #open = new Set<string>();
  readonly #outbox: Outbox;
  readonly #paths: ArtifactPaths;

  constructor(parts: RecordsOfRound) {
    const { outbox, paths } = parts;
    const all = [[OWN, parts.records] as const, ...parts.children];
    this.#records = new Map(all.map(([path, records]) => [path, records.map(paths.toLocal)]));
    this.#outbox = outbox;
    this.#paths = paths;
  }

  /** Returns the records of a session. An unknown session has none. */
  read(path: string): readonly SessionRecord[] {
    return [...(this.#records.get(path) ?? [])];
  }

  /** Returns the ids of the agents directly under a session. */
  idsUnder(parent: string): readonly string[] {
    const start = pathUnder(parent, '');
    return [...this.#records.keys()].flatMap((path) => {
      const id = path.startsWith(start) ? path.slice(start.length) : '';
      return id === '' || id.includes('/') ? [] : [id];
    });
  }

  /** Opens a session for writing. Throws SESSION_BUSY. */
  open(path: string, id: string): SessionJournal {
    if (this.#open.has(path)) throw sessionErrors.SESSION_BUSY({ id, pid: process.pid });
    this.#open.add(path);
    const records = this.#records.get(path) ?? [];
    this.#records.set(path, records);
    let answered = 0;
    return {
      append: (record) => {
        this.#outbox.append({ of: path, record: this.#paths.toRecorded(record) });
        // A copy, as the engine gets it, so that later changes have no effect.
        records.push(JSON.parse(JSON.stringify(record)) as SessionRecord);
        if (isAnswer(record)) answered = this.#outbox.appended;
      },
      settled: () => this.#outbox.settled(),
      answered: () => this.#outbox.settled(answered),
      close: () => {
        this.#open.delete(path);
      },
    };
  }
}

/** Whether a record has the cost of an answer. */
const isAnswer = (record: SessionRecord): boolean =>
  record.t === 'spent' || (record.t === 'message' && record.message.role === 'assistant');
