import { defineService } from '@loadout/core';
import type { LspOptions } from '../options.js';
import type { LanguageServer } from '../server/language-server.js';
import { ServerSlot, type Use } from './server-slot.js';

/** Which server: one for each name in the table and each working directory. */
export interface ServerKey {
  readonly name: string;
  readonly root: string;
}

/** The language servers of one session: each started when it is first needed, all ended with the session. */
export class LspSession {
  readonly #options: LspOptions;
  readonly #slots = new Map<string, ServerKey & { readonly slot: ServerSlot }>();

  constructor(options: LspOptions) {
    this.#options = options;
  }

  /** Works with a server that runs, or is started for it. */
  use<T>({ name, root }: ServerKey, use: Use<T>): Promise<T> {
    const id = JSON.stringify([name, root]);
    const place = this.#slots.get(id) ?? { name, root, slot: new ServerSlot({ root, options: this.#options }) };
    this.#slots.set(id, place);
    return place.slot.use(use);
  }

  /** The running servers. Starts none. */
  running(): readonly (ServerKey & { readonly server: LanguageServer })[] {
    return [...this.#slots.values()].flatMap(({ name, root, slot }) =>
      slot.running === undefined ? [] : [{ name, root, server: slot.running }],
    );
  }

  async end(): Promise<void> {
    await Promise.all([...this.#slots.values()].map(({ slot }) => slot.end()));
  }
}

export const LanguageServers = defineService<LspSession>('LanguageServers');
