import { defineService, type ServiceOffer, type ToolContext } from '@loadout/core';
import type { LspOptions } from '../options.js';
import type { LanguageServer } from '../server/language-server.js';
import { ServerSlot, type Use } from './server-slot.js';

/** The sessions of one mount. A hook knows its session only by the id, so they are kept by that too. */
export class Sessions {
  readonly #options: LspOptions;
  readonly #byId = new Map<string, LspSession>();

  constructor(options: LspOptions) {
    this.#options = options;
  }

  /** Agents that a session starts share its servers: they take seconds and memory. */
  get offer(): ServiceOffer<unknown> {
    return {
      service: LanguageServers,
      shared: true,
      create: () => new LspSession(this.#options),
      dispose: (value) => this.#end(value as LspSession),
    };
  }

  of(context: Pick<ToolContext, 'get' | 'sessionId'>): LspSession {
    const session = context.get(LanguageServers);
    this.#byId.set(context.sessionId, session);
    return session;
  }

  /** `undefined` where the tool was not used yet, so that no server runs. */
  find(sessionId: string): LspSession | undefined {
    return this.#byId.get(sessionId);
  }

  #end(ended: LspSession): Promise<void> {
    for (const [id, session] of this.#byId) if (session === ended) this.#byId.delete(id);
    return ended.end();
  }
}

/** Which server: one for each name in the table and each working directory. */
interface ServerKey {
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

const LanguageServers = defineService<LspSession>('LanguageServers');
