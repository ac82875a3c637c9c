import { statSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { isObject } from '@loadout/core';
import { jsonIn, LONGEST_TIMER_MS, settlesWithin } from '@loadout/node';
import type { FileStore } from '@loadout/sessions';
import type { SessionKey, SessionStore, SessionStoreEntry } from '../types/sessions.js';
import { aboutFile } from './about-agent.js';
import { parseEntries } from './entry.js';
import { BATCH_CHARS, BATCH_ENTRIES } from './import-session.js';

export interface MirrorOptions extends GiveOptions {
  /** The project's key in the other store. Default: the name of the store's folder. */
  readonly projectKey?: string | undefined;
  /** Called for each batch that the other store refused. The run continues, and the mirror continues with the next batch. */
  readonly onError?: ((error: unknown, key: SessionKey) => void) | undefined;
}

export interface Mirrored {
  /** A store whose appended lines also go to the other store. */
  readonly store: FileStore;
  /** Resolves when everything appended so far was sent. Contract: never rejects. */
  flush(): Promise<void>;
}

/**
 * Sends the lines that are appended to the sessions of `store` to `remote`, in the background and in order. The files are the
 * queue: memory holds only the current batch, however slow the other store is (SESS-05).
 */
export function mirrored(store: FileStore, remote: SessionStore, options: MirrorOptions = {}): Mirrored {
  const mirror = new Mirror({ root: store.dir, remote, options });
  return { store: store.telling(({ file }, lines) => mirror.follow(file, lines)), flush: () => mirror.flush() };
}

interface Behind {
  readonly key: SessionKey;
  /** The number of bytes of the file that were sent. */
  sent: number;
  /** Whether the record beside an agent's file was sent too. */
  isAboutSent: boolean;
}

class Mirror {
  readonly #root: string;
  readonly #remote: SessionStore;
  readonly #options: MirrorOptions;
  readonly #files = new Map<string, Behind>();
  readonly #changed = new Set<string>();
  #work: Promise<void> | undefined;

  constructor({ root, remote, options }: { root: string; remote: SessionStore; options: MirrorOptions }) {
    this.#root = root;
    this.#remote = remote;
    this.#options = options;
  }

  follow(file: string, lines: readonly string[]): void {
    if (!this.#files.has(file)) this.#files.set(file, { key: this.#keyOf(file), sent: startOf(file, lines), isAboutSent: false });
    this.#changed.add(file);
    this.#work ??= this.#drain();
  }

  async flush(): Promise<void> {
    while (this.#work !== undefined) await this.#work;
  }

  #keyOf(file: string): SessionKey {
    const [sessionId = '', ...rest] = relative(this.#root, file)
      .replace(/\.jsonl$/, '')
      .split(sep);
    const projectKey = this.#options.projectKey ?? basename(this.#root);
    return { projectKey, sessionId, ...(rest.length === 0 ? {} : { subpath: rest.join('/') }) };
  }

  async #drain(): Promise<void> {
    // Lines that are appended together go into one batch.
    await new Promise((resolve) => setImmediate(resolve));
    for (let [file] = this.#changed; file !== undefined; [file] = this.#changed) {
      this.#changed.delete(file);
      const behind = this.#files.get(file);
      if (behind !== undefined) await this.#catchUp(file, behind);
    }
    this.#work = undefined;
  }

  async #catchUp(file: string, behind: Behind): Promise<void> {
    const { key } = behind;
    try {
      for (;;) {
        const { entries, bytes } = await nextEntries(file, behind.sent);
        if (bytes === 0) break;
        behind.sent += bytes;
        for (let at = 0; at < entries.length; at += BATCH_ENTRIES) await this.#give(key, entries.slice(at, at + BATCH_ENTRIES));
      }
      if (key.subpath !== undefined && !behind.isAboutSent) await this.#giveAbout(file, behind);
    } catch (error) {
      this.#options.onError?.(error, key);
    }
  }

  async #giveAbout(file: string, behind: Behind): Promise<void> {
    const about = jsonIn(await readFile(aboutFile(file), 'utf8').catch(() => ''));
    if (!isObject(about)) return;
    behind.isAboutSent = true;
    await this.#give(behind.key, [{ ...about, type: 'agent_metadata' }]);
  }

  async #give(key: SessionKey, entries: SessionStoreEntry[]): Promise<void> {
    try {
      await giveWithRetries(() => this.#remote.append(key, entries), this.#options);
    } catch (error) {
      this.#options.onError?.(error, key);
    }
  }
}

const startOf = (file: string, lines: readonly string[]): number =>
  (statSync(file, { throwIfNoEntry: false })?.size ?? 0) - lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);

/** The whole lines from `position` on, up to about the size of a batch, but at least one. */
async function nextEntries(file: string, position: number): Promise<{ entries: SessionStoreEntry[]; bytes: number }> {
  const opened = await open(file, 'r');
  try {
    for (let size = BATCH_CHARS; ; size *= 2) {
      const { buffer, bytesRead } = await opened.read({ buffer: Buffer.alloc(size), position });
      const bytes = buffer.subarray(0, bytesRead).lastIndexOf(10) + 1;
      if (bytes === 0 && bytesRead === size) continue;
      return { entries: parseEntries(buffer.subarray(0, bytes).toString('utf8').split('\n')), bytes };
    }
  } finally {
    await opened.close();
  }
}

/** The file of a session or of an agent, from its key. */
export const fileOf = (root: string, { sessionId, subpath }: SessionKey): string =>
  `${join(root, sessionId, ...(subpath?.split('/') ?? []))}.jsonl`;

interface GiveOptions {
  /** The pauses before retries, in milliseconds. Default [200, 800]. */
  readonly backoffMs?: readonly number[] | undefined;
  /**
   * The limit for one attempt in milliseconds. An attempt that takes longer may still arrive, so it is not repeated. Default
   * 60000.
   */
  readonly timeoutMs?: number | undefined;
}

/** Sends entries with retries. Contract: rejects with the error of the last attempt. */
async function giveWithRetries(
  give: () => Promise<void>,
  { backoffMs = [200, 800], timeoutMs = 60_000 }: GiveOptions,
): Promise<void> {
  for (const wait of [...backoffMs, undefined]) {
    const outcome = await inTime(give, timeoutMs);
    if (!('error' in outcome)) return;
    if (outcome.isLate || wait === undefined) throw outcome.error;
    await new Promise((resolve) => setTimeout(resolve, Math.min(wait, LONGEST_TIMER_MS)));
  }
}

async function inTime(give: () => Promise<void>, ms: number): Promise<{ error?: unknown; isLate?: boolean }> {
  const given = (async () => give())().then(
    () => ({}),
    (error: unknown) => ({ error }),
  );
  if (await settlesWithin(ms, given)) return given;
  return { error: new Error(`The store did not answer in ${ms} ms.`), isLate: true };
}
