import { errors as coreErrors, messageOf, type Service, type ServiceOffer, type SessionScope } from '@loadout/core';

/** The services of one session: each made when first asked for, each ended with the session. */
export class SessionServices {
  readonly #offers: Map<string, ServiceOffer<unknown>>;
  readonly #made = new Map<string, unknown>();
  readonly #scope: SessionScope;
  readonly #parent: Pick<SessionServices, 'find'> | undefined;

  /** `parent`: those of the agent that started this one, for what agents share. */
  constructor(
    offers: readonly ServiceOffer<unknown>[],
    { scope, parent }: { readonly scope: SessionScope; readonly parent?: Pick<SessionServices, 'find'> | undefined },
  ) {
    this.#offers = new Map(offers.map((offer) => [offer.service.key, offer]));
    this.#scope = scope;
    this.#parent = parent;
  }

  /** Offers more, before the first is asked for. A later offer takes the place of an earlier one of the same service. */
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

  /** What this session holds, for `session.inspect()`. */
  get made(): readonly string[] {
    return [...this.#made.keys()];
  }

  /** Every service is ended, the last one first, also when one fails; the problems come back as sentences. */
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
