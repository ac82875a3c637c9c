import { rmSync, utimesSync } from 'node:fs';
import { temporaryFolder } from '@loadout/node';
import { FileStore, type SessionHeader, type SessionJournal, type SessionRecord, type SessionStore } from '@loadout/sessions';
import type { EngineClient } from '../client/engine-client.js';
import { OVER } from '../client/listed-run.js';

const OWN = '';

interface Written {
  readonly file: string;
  readonly journal: SessionJournal;
  count: number;
}

/**
 * Sessions of an engine as files of a temporary folder, so that everything that reads sessions reads them. The files of a run that
 * goes on are open, as those of a local run.
 */
export class EngineMirror {
  readonly dir = temporaryFolder('engine');
  readonly #client: EngineClient;
  /** By the id of the run and the path of the subagent. */
  readonly #written = new Map<string, Written>();

  constructor(client: EngineClient) {
    this.#client = client;
  }

  /** Writes the records of a run that are new. Resolves to true once the run has ended. Throws ENGINE_RUN_UNKNOWN. */
  async update(run: string): Promise<boolean> {
    // The state is read first: records that come between the two are written by the next update.
    const { state } = await this.#client.run(run);
    const { records, children } = await this.#client.session(run);
    this.#append(`${run} ${OWN}`, records, () => ({ store: new FileStore({ dir: this.dir }), id: run }));
    for (const [path, own] of children) this.#append(`${run} ${path}`, own, () => this.#storeOf(run, path));
    const isOver = OVER.includes(state);
    if (isOver) for (const [key, { journal }] of this.#written) if (key.startsWith(`${run} `)) journal.close();
    return isOver;
  }

  close(): void {
    for (const { journal } of this.#written.values()) journal.close();
    rmSync(this.dir, { recursive: true, force: true });
  }

  #append(
    key: string,
    records: readonly SessionRecord[],
    place: () => { readonly store: SessionStore; readonly id: string },
  ): void {
    const [header] = records;
    if (header?.t !== 'session') return;
    const written = this.#written.get(key) ?? begin(header, place());
    for (const record of records.slice(written.count)) written.journal.append(record);
    written.count = records.length;
    // Lists sort sessions by the time of their files.
    const at = new Date(records.at(-1)?.at ?? header.startedAt);
    utimesSync(written.file, at, at);
    this.#written.set(key, written);
  }

  /** The store and the id of the session of a subagent, at any depth. */
  #storeOf(run: string, path: string): { readonly store: SessionStore; readonly id: string } {
    const ids = path.split('/');
    const id = ids.pop() ?? '';
    let store: SessionStore = new FileStore({ dir: this.dir });
    for (const above of [run, ...ids]) store = store.under(store.place(above));
    return { store, id };
  }
}

/** The files of the worker's machine are not here, so the session gets a folder of this one. */
function begin(header: SessionHeader, { store, id }: { readonly store: SessionStore; readonly id: string }): Written {
  const place = store.place(id);
  return { file: place.file, journal: store.begin(place, { ...header, artifactDir: place.artifactDir }), count: 1 };
}
