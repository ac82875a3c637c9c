import type { SessionKey, SessionStore, SessionStoreEntry, SessionSummaryEntry } from '../types/sessions.js';
import { foldSessionSummary } from './session-summary.js';

interface Kept {
  readonly key: SessionKey;
  readonly entries: SessionStoreEntry[];
  readonly uuids: Set<string>;
  mtime: number;
  summary?: SessionSummaryEntry | undefined;
}

/** A store for tests and experiments. Its content is lost when this process ends. */
export class InMemorySessionStore implements SessionStore {
  readonly #kept = new Map<string, Kept>();
  #clock = 0;

  async append(key: SessionKey, entries: SessionStoreEntry[]): Promise<void> {
    const kept = this.#kept.get(nameOf(key)) ?? { key, entries: [], uuids: new Set(), mtime: 0 };
    const fresh = entries.filter(({ uuid }) => uuid === undefined || (!kept.uuids.has(uuid) && kept.uuids.add(uuid)));
    kept.entries.push(...structuredClone(fresh));
    // Each write gets its own time, so that a listing has the order of the writes.
    kept.mtime = this.#clock = Math.max(Date.now(), this.#clock + 1);
    if (key.subpath === undefined) kept.summary = foldSessionSummary(kept.summary, key, fresh, { mtime: kept.mtime });
    this.#kept.set(nameOf(key), kept);
  }

  async load(key: SessionKey): Promise<SessionStoreEntry[] | null> {
    const kept = this.#kept.get(nameOf(key));
    return kept === undefined ? null : structuredClone(kept.entries);
  }

  async listSessions(projectKey: string): Promise<Array<{ sessionId: string; mtime: number }>> {
    return this.#sessions(projectKey).map(({ key, mtime }) => ({ sessionId: key.sessionId, mtime }));
  }

  async listSessionSummaries(projectKey: string): Promise<SessionSummaryEntry[]> {
    return this.#sessions(projectKey).flatMap(({ summary }) => (summary === undefined ? [] : [structuredClone(summary)]));
  }

  async delete(key: SessionKey): Promise<void> {
    for (const [name, one] of this.#kept) {
      const isUnder = one.key.projectKey === key.projectKey && one.key.sessionId === key.sessionId;
      if (isUnder && (key.subpath === undefined || key.subpath === one.key.subpath)) this.#kept.delete(name);
    }
  }

  async listSubkeys({ projectKey, sessionId }: { projectKey: string; sessionId: string }): Promise<string[]> {
    return [...this.#kept.values()].flatMap(({ key }) =>
      key.projectKey === projectKey && key.sessionId === sessionId && key.subpath !== undefined ? [key.subpath] : [],
    );
  }

  /** All entries of a key. */
  getEntries(key: SessionKey): SessionStoreEntry[] {
    return structuredClone(this.#kept.get(nameOf(key))?.entries ?? []);
  }

  /** The number of sessions, without those of agents. */
  get size(): number {
    return [...this.#kept.values()].filter(({ key }) => key.subpath === undefined).length;
  }

  clear(): void {
    this.#kept.clear();
  }

  #sessions(projectKey: string): readonly Kept[] {
    return [...this.#kept.values()].filter(({ key }) => key.projectKey === projectKey && key.subpath === undefined);
  }
}

const nameOf = ({ projectKey, sessionId, subpath }: SessionKey): string => JSON.stringify([projectKey, sessionId, subpath]);
