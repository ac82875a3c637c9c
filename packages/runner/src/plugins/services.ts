import { errors as coreErrors, messageOf, type Service, type ServiceOffer, type SessionScope } from '@loadout/core';

/** The services of one session. Each service is made on first use and ended with the session. */
export class SessionServices {
  readonly #offers: Map<string, ServiceOffer<unknown>>;
  readonly #made = new Map<string, unknown>();
  readonly #scope: SessionScope;
  readonly #parent: Pick<SessionServices, 'find'> | undefined;

  /** `parent`: the services of the agent that started this agent, for shared services. */
  constructor(
    offers: readonly ServiceOffer<unknown>[],
    { scope, parent }: { readonly scope: SessionScope; readonly parent?: Pick<SessionServices, 'find'> | undefined },
  ) {
    this.#offers = new Map(offers.map((offer) => [offer.service.key, offer]));
    this.#scope = scope;
    this.#parent = parent;
  }

  /** Adds offers, before the first service is used. A later offer replaces an earlier offer of the same service. */
  offer(offers: readonly ServiceOffer<unknown>[]): void {
    for (const offer of offers) this.#offers.set(offer.service.key, offer);
  }

  find<T>(service: Service<T>): T | undefined {
    if (this.#made.has(service.key)) return this.#made.get(service.key) as T;
    const offer = this.#offers.get(service.key);
    if (offer === undefined) return undefined;
    if (offer.shared === true && this.#parent !== undefined) return this.#parent.find(service);
    const value = offer.create(this.#scope);
    this.#made.set(service.key, value);
    return value as T;
  }

  get<T>(service: Service<T>): T {
    const value = this.find(service);
    if (value === undefined) throw coreErrors.SERVICE_MISSING({ service: service.key });
    return value;
  }

  /** The keys of the services made so far, for `session.inspect()`. */
  get made(): readonly string[] {
    return [...this.#made.keys()];
  }

  /** Ends every service, the last one first, also after a failure. Returns the problems as sentences. */
  async dispose(): Promise<readonly string[]> {
    const problems: string[] = [];
    for (const [key, value] of [...this.#made].reverse()) {
      try {
        await this.#offers.get(key)?.dispose?.(value);
      } catch (error) {
        problems.push(`${key} could not be ended: ${messageOf(error)}`);
      }
    }
    this.#made.clear();
    return problems;
  }
}
