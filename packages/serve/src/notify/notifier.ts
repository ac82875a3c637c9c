import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { oneLine, printableJson } from '@loadout/command';
import type { RunWatcher, WatchedRun } from '@loadout/command/runs';
import { messageOf as wordsOf } from '@loadout/core';
import { underSignals } from '@loadout/node';
import type { RunResult } from '@loadout/runner';
import { type Delivery, deliver } from './deliver.js';
import type { NoticeKind, Receiver } from './receiver.js';

/** The time limit of one attempt. */
const ATTEMPT_MS = 10_000;
/** The pauses before the second and the third attempt. */
const PAUSES_MS: readonly number[] = [1_000, 5_000];
/** The messages of one receiver that may wait. A receiver that is gone costs no more memory than these. */
const MOST_WAITING = 100;
/** The time that a server that ends gives its last messages. */
const LAST_MS = 5_000;

interface NotifierParts {
  readonly receivers: readonly (readonly [name: string, receiver: Receiver])[];
  /** The address of the server, once it listens. `undefined`: there is no server. */
  readonly base: () => string | undefined;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Removes secrets from a message. Absent: there are none. */
  readonly redact?: (text: string) => string;
  readonly tell: (text: string) => void;
  readonly pausesMs?: readonly number[];
  readonly attemptMs?: number;
  readonly lastMs?: number;
}

export interface Notifier extends RunWatcher {
  /** Waits a little for the messages under way, and gives up the rest. */
  close(): Promise<void>;
}

/** Tells receivers of runs that wait or have ended. No run waits for a receiver, whatever it does. */
export function notifier({ receivers, ...parts }: NotifierParts): Notifier {
  const lines = receivers.map(([name, receiver]) => new Line(name, receiver, parts));
  return {
    started: () => {},
    event: () => {},
    refused: () => {},
    ended: (run, result) => {
      for (const line of lines) line.add(run, result);
    },
    close: async () => {
      await Promise.all(lines.map((line) => line.close()));
    },
  };
}

/** The messages to one receiver, in their order. */
class Line {
  readonly #name: string;
  readonly #receiver: Receiver;
  readonly #parts: Omit<NotifierParts, 'receivers'>;
  readonly #gone = new AbortController();
  #waiting = 0;
  #last: Promise<void> = Promise.resolve();
  #hasFailed = false;

  constructor(name: string, receiver: Receiver, parts: Omit<NotifierParts, 'receivers'>) {
    this.#name = name;
    this.#receiver = receiver;
    this.#parts = parts;
  }

  add(run: WatchedRun, result: ToldEnd): void {
    const { on = ['waiting', 'ended'] } = this.#receiver;
    const kind = kindOf(run, result);
    if (kind === undefined || !on.includes(kind)) return;
    if (this.#waiting >= MOST_WAITING) {
      this.#failed(`${MOST_WAITING} messages are already waiting, so this one is dropped`);
      return;
    }
    const now = new Date();
    const { redact = (text) => text, base } = this.#parts;
    const message = messageOf(run, result, { receiver: this.#receiver, kind, base: base(), now });
    const delivery = {
      id: `msg_${randomUUID()}`,
      timestamp: Math.floor(now.getTime() / 1000),
      body: redact(printableJson(message)),
    };
    this.#waiting += 1;
    this.#last = this.#last.then(() => this.#bring(delivery)).finally(() => (this.#waiting -= 1));
  }

  async close(): Promise<void> {
    const { lastMs = LAST_MS } = this.#parts;
    const late = setTimeout(() => this.#gone.abort(), lastMs);
    await this.#last;
    clearTimeout(late);
  }

  /** Attempts a message up to three times, each with the same id. Never rejects. */
  async #bring(delivery: Delivery): Promise<void> {
    const { cwd, env, pausesMs = PAUSES_MS, attemptMs = ATTEMPT_MS } = this.#parts;
    const { signal: gone } = this.#gone;
    if (gone.aborted) return;
    for (const pause of [...pausesMs, undefined]) {
      try {
        await underSignals([gone, AbortSignal.timeout(attemptMs)], (signal) =>
          deliver(delivery, this.#receiver, { cwd, env, signal }),
        );
        this.#hasFailed = false;
        return;
      } catch (error) {
        const isOver = pause === undefined || (await sleep(pause, false, { signal: gone }).catch(() => true));
        if (isOver) return this.#failed(wordsOf(error));
      }
    }
  }

  /** A receiver that stays away is told of once. */
  #failed(problem: string): void {
    if (!this.#hasFailed) this.#parts.tell(`note: notify.${this.#name}: ${oneLine(problem, 300)}\n`);
    this.#hasFailed = true;
  }
}

/** A message to a receiver about a run. Without `content: full`, only names, numbers and the address: no text of a person, a model or a tool. */
interface Message {
  readonly type: `run.${NoticeKind}`;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

interface About {
  readonly receiver: Receiver;
  readonly kind: NoticeKind;
  /** The address of the server. Absent: there is none, as for a run of the command. */
  readonly base: string | undefined;
  readonly now: Date;
}

/** The end of a run, as far as a message tells it. */
type ToldEnd = Pick<RunResult, 'outcome' | 'text' | 'costUsd' | 'error' | 'deferredCall' | 'denials'>;

/** `undefined`: the run goes on when its client gives the results of its own tools, so there is nothing to tell a person. */
function kindOf({ asks }: Pick<WatchedRun, 'asks'>, { outcome }: Pick<ToldEnd, 'outcome'>): NoticeKind | undefined {
  if (outcome !== 'deferred') return 'ended';
  return asks?.length === 0 ? undefined : 'waiting';
}

function messageOf(run: WatchedRun, result: ToldEnd, { receiver, kind, base, now }: About): Message {
  const { id, session, agent } = run;
  const { outcome, costUsd, denials, error, text } = result;
  const address = base === undefined ? {} : { address: `${(receiver.address ?? base).replace(/\/+$/, '')}/runs/${id}` };
  const isFull = receiver.content === 'full';
  const ended = {
    costUsd,
    denied: denials.length,
    ...(error === undefined ? {} : { code: error.code }),
    ...(isFull ? { text } : {}),
  };
  return {
    type: `run.${kind}`,
    timestamp: now.toISOString(),
    data: { run: id, session, agent, outcome, ...address, ...(kind === 'waiting' ? waitsFor(run, result, isFull) : ended) },
  };
}

/** The first call that waits for a person. A process that does not know the open calls has the one with which the run ended. */
function waitsFor({ asks }: WatchedRun, { deferredCall: last }: ToldEnd, isFull: boolean): Message['data'] {
  const [first] = asks ?? (last === undefined ? [] : [{ call: last.id, tool: last.name, input: last.input }]);
  if (first === undefined) return {};
  const { call, tool, input } = first;
  return { call, tool, ...(isFull ? { input } : {}) };
}
