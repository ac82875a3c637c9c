import { fileURLToPath } from 'node:url';
import { isObject } from '@loadout/core';
import { after } from '@loadout/node';
import { isCount } from './untrusted.js';

/** The last diagnostics that a server published for one file. */
export interface Published {
  readonly version: number | undefined;
  readonly diagnostics: readonly unknown[];
}

export interface Awaited {
  /** The version of the document that they are to be about. */
  readonly version: number;
  /** As `performance.now` counts. */
  readonly deadline: number;
  readonly signal: AbortSignal;
}

const MOST_FILES = 500;
const MOST_OF_A_FILE = 500;
/** A server reports one change in several steps: first parse errors, then type errors. */
const QUIET_MS = 200;
/** A longer wait after an empty list: a server reports parse errors first, and often there are none. */
const QUIET_WHEN_EMPTY_MS = 500;
/** After so many waits in vain a server that never says anything is not waited for. */
const MOST_SILENT = 2;

/** The diagnostics that a server sends unasked. */
export class DiagnosticsInbox {
  readonly #published = new Map<string, Published>();
  readonly #listeners = new Set<(path: string) => void>();
  #silent = 0;

  take(params: unknown): void {
    const path = isObject(params) ? pathOf(params.uri) : undefined;
    if (path === undefined || !isObject(params) || !Array.isArray(params.diagnostics)) return;
    this.#silent = 0;
    this.#published.delete(path);
    this.#published.set(path, {
      version: isCount(params.version) ? params.version : undefined,
      diagnostics: params.diagnostics.slice(0, MOST_OF_A_FILE),
    });
    const [oldest] = this.#published.keys();
    if (this.#published.size > MOST_FILES && oldest !== undefined) this.#published.delete(oldest);
    for (const listener of this.#listeners) listener(path);
  }

  last(path: string): Published | undefined {
    return this.#published.get(path);
  }

  /** The next that are about this version, or `undefined` when none come in time. To be called as soon as the change was sent. */
  async next(path: string, awaited: Awaited): Promise<Published | undefined> {
    if (this.#silent >= MOST_SILENT) return undefined;
    const found = await this.#wait(path, awaited);
    if (found === undefined) this.#silent++;
    return found;
  }

  #wait(path: string, { version, deadline, signal }: Awaited): Promise<Published | undefined> {
    if (signal.aborted) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      let found: Published | undefined;
      let quiet: NodeJS.Timeout | undefined;
      const stop = () => {
        cancel();
        clearTimeout(quiet);
        this.#listeners.delete(listener);
        signal.removeEventListener('abort', stop);
        resolve(found);
      };
      const listener = (changed: string) => {
        const published = changed === path ? this.last(path) : undefined;
        if (published === undefined || (published.version ?? version) < version) return;
        found = published;
        clearTimeout(quiet);
        quiet = setTimeout(stop, published.diagnostics.length === 0 ? QUIET_WHEN_EMPTY_MS : QUIET_MS);
      };
      const cancel = after(Math.max(0, deadline - performance.now()), stop);
      signal.addEventListener('abort', stop, { once: true });
      this.#listeners.add(listener);
    });
  }
}

function pathOf(uri: unknown): string | undefined {
  try {
    return typeof uri === 'string' ? fileURLToPath(uri) : undefined;
  } catch {
    return undefined;
  }
}
