import { setTimeout as pause } from 'node:timers/promises';
import { isLoadoutError } from '@loadout/core';
import { type Act, seal } from '../door/sealed.js';
import type { EngineClock } from '../engine/engine-clock.js';
import { ask, type Endpoint } from '../engine/request.js';
import { errors } from '../errors.js';
import { BUDGETS } from '../names.js';
import type { Held } from './budget-object.js';
import type { Wanted } from './budget-state.js';
import type { About, Changes, Wait } from './messages.js';

/** A call that the engine has accepted waits for a worker. Most of that time, the engine looks for one. */
const ANSWER_MS = 120_000;
const MOST_AT_ONCE = 200;

interface Wish {
  readonly wanted: Wanted;
  readonly about: About;
  readonly resolve: (held: Held) => void;
  readonly reject: (error: unknown) => void;
}

interface Posted extends Pick<Act, 'act'> {
  readonly body: unknown;
  readonly signal?: AbortSignal;
}

interface LineParts {
  readonly ingress: Endpoint;
  readonly key: string;
  /** The clock that all workers have in common. */
  readonly clock: EngineClock;
  /** The time for which an engine that does not answer is asked again, before a request is refused. */
  readonly patienceMs: number;
}

/**
 * The way of one worker to one budget. There is one call at a time; everything that comes meanwhile is in the next. The engine
 * therefore sees the changes of a worker in their order, and many requests cost it one call. All changes have ids, so a call
 * whose answer was lost is repeated.
 */
export class BudgetLine {
  readonly #ingress: Endpoint;
  readonly #key: string;
  readonly #clock: EngineClock;
  readonly #patienceMs: number;
  #wishes: Wish[] = [];
  #settles: Changes['settles'][number][] = [];
  #failingSince: number | undefined;
  #sending: Promise<void> | undefined;
  #isClosing = false;

  constructor({ ingress, key, clock, patienceMs }: LineParts) {
    this.#ingress = ingress;
    this.#key = key;
    this.#clock = clock;
    this.#patienceMs = patienceMs;
  }

  /** Rejects with ENGINE_UNREACHABLE or ENGINE_ANSWER if the engine cannot be asked. */
  hold(wanted: Wanted, about: About): Promise<Held> {
    return new Promise((resolve, reject) => {
      this.#wishes.push({ wanted, about, resolve, reject });
      this.#send();
    });
  }

  settle(settle: Changes['settles'][number]): void {
    this.#settles.push(settle);
    this.#send();
  }

  /** Waits until a budget may have the money. Rejects with ENGINE_UNREACHABLE, ENGINE_ANSWER, or the reason of the signal. */
  async wait(wish: Wait, signal: AbortSignal): Promise<void> {
    await this.#post('wait', { act: 'wait', body: wish, signal });
  }

  /** Resolves when the engine has everything, or cannot be reached. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#send();
    await this.#sending;
  }

  get #isEmpty(): boolean {
    return this.#wishes.length === 0 && this.#settles.length === 0;
  }

  #send(): void {
    if (!this.#isEmpty) this.#sending ??= this.#sendAll();
  }

  async #sendAll(): Promise<void> {
    let tries = 0;
    while (!this.#isEmpty) {
      if (await this.#sendNext()) tries = 0;
      else if (this.#isClosing) break;
      else {
        await pause(Math.min(5_000, 100 * 2 ** tries), undefined, { ref: this.#wishes.length > 0 });
        tries += 1;
      }
    }
    // At once with the last look, so that nothing that comes in between is left.
    this.#sending = undefined;
  }

  /** Returns false if the engine cannot be asked. */
  async #sendNext(): Promise<boolean> {
    const wishes = this.#wishes.slice(0, MOST_AT_ONCE);
    const settles = this.#settles.slice(0, MOST_AT_ONCE);
    try {
      const held = await this.#change({ wishes, settles });
      this.#settles = this.#settles.slice(settles.length);
      this.#wishes = this.#wishes.slice(wishes.length);
      for (const [at, { resolve, reject }] of wishes.entries()) {
        const own = held[at];
        if (own === undefined)
          reject(errors.ENGINE_ANSWER({ url: this.#url('change'), status: 200, text: JSON.stringify(held) }));
        else resolve(own);
      }
      this.#failingSince = undefined;
      return true;
    } catch (error) {
      this.#failed(error);
      return false;
    }
  }

  /** Sends changes. Ends of requests alone need no answer: the engine keeps them until a worker is there. */
  async #change({ wishes, settles }: { readonly wishes: readonly Wish[]; readonly settles: Changes['settles'] }) {
    const body: Changes = {
      now: this.#clock.now(),
      about: wishes.at(-1)?.about,
      settles,
      wishes: wishes.map(({ wanted }) => wanted),
    };
    const text = await this.#post(wishes.length === 0 ? 'change/send' : 'change', { act: 'money', body });
    return wishes.length === 0 ? [] : (JSON.parse(text) as readonly Held[]);
  }

  /** Refuses the requests that waited for too long. The engine may have held their money, so they end there as well. */
  #failed(error: unknown): void {
    this.#failingSince ??= Date.now();
    const isRefused = isLoadoutError(error) && error.code === 'ENGINE_ANSWER';
    if (!isRefused && !this.#isClosing && Date.now() - this.#failingSince < this.#patienceMs) return;
    // Changes that the engine does not understand would be in the way of all later ones.
    if (isRefused) this.#settles = [];
    for (const { wanted, reject } of this.#wishes.splice(0)) {
      reject(error);
      if (!isRefused) this.#settles.push({ id: wanted.id, usd: 0 });
    }
  }

  async #post(handler: string, { act, body, signal }: Posted): Promise<string> {
    const url = this.#url(handler);
    const sealed = seal(this.#ingress.key, { act, service: BUDGETS, of: this.#key }, body);
    const { status, text } = await ask(this.#ingress, this.#path(handler), { body: sealed, signal, timeout: ANSWER_MS });
    // An engine that starts, or has no room, says so with 5xx.
    if (status >= 500) throw errors.ENGINE_UNREACHABLE({ url, problem: `it answered ${status}: ${text.slice(0, 200)}` });
    if (status >= 300) throw errors.ENGINE_ANSWER({ url, status, text });
    return text;
  }

  #url(handler: string): string {
    return this.#ingress.url + this.#path(handler);
  }

  #path(handler: string): string {
    return `/${BUDGETS}/${encodeURIComponent(this.#key)}/${handler}`;
  }
}
