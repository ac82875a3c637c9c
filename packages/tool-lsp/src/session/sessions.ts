import type { ServiceOffer, ToolContext } from '@loadout/core';
import type { LspOptions } from '../options.js';
import { LanguageServers, LspSession } from './lsp-session.js';

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
