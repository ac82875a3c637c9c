import type { ModelProvider, ModelRequest } from '@loadout/core/model';
import { expect, it } from 'vitest';
import { errors } from '../errors.js';
import { RateGate } from './rate-gate.js';

type Events = ReturnType<ModelProvider['stream']>;
const REQUEST: ModelRequest = { model: 'm', system: [], tools: [], messages: [] };
const START = { type: 'start', id: 'x', model: 'm' } as const;
const END = { type: 'end', stopReason: 'end_turn', usage: undefined } as const;

/** A provider whose requests are numbered, and a log of what happened. */
function providerOf(answer: (number: number) => Events) {
  const log: string[] = [];
  let asked = 0;
  const provider: ModelProvider = {
    name: 'p',
    async *stream() {
      asked += 1;
      log.push(`ask ${asked}`);
      yield* answer(asked);
    },
  };
  const model = new RateGate().wrap(provider, { provider: 'p' });
  const { signal } = new AbortController();
  const ask = async (over: AbortSignal = signal) => {
    for await (const event of model.stream(REQUEST, { signal: over })) if (event.type === 'start') log.push('answered');
  };
  return { ask, log };
}

it('after a refusal, other requests wait until the refused one is answered', async () => {
  let release = () => {};
  const refused = new Promise<void>((resolve) => {
    release = resolve;
  });
  let hasRefused = () => {};
  const seen = new Promise<void>((resolve) => {
    hasRefused = resolve;
  });
  const { ask, log } = providerOf(async function* (number): Events {
    if (number === 1) {
      yield { type: 'retry', attempt: 1, delayMs: 5, reason: 'too many', status: 429 };
      hasRefused();
      await refused;
    }
    yield START;
    yield END;
  });
  const first = ask();
  await seen;
  const others = [ask(), ask()];
  release();
  await Promise.all([first, ...others]);
  expect(log).toEqual(['ask 1', 'answered', 'ask 2', 'answered', 'ask 3', 'answered']);
});

it('a refusal that ends a run lets one other request try, and then all', async () => {
  const { ask, log } = providerOf(async function* (number): Events {
    if (number === 1) throw Object.assign(errors.TEST_CI({ flag: '' }), { code: 'MODEL_RATE_LIMITED', retryAfterMs: 5 });
    yield START;
    yield END;
  });
  await expect(ask()).rejects.toMatchObject({ code: 'MODEL_RATE_LIMITED' });
  await Promise.all([ask(), ask()]);
  expect(log).toEqual(['ask 1', 'ask 2', 'answered', 'ask 3', 'answered']);
});

it('an interruption ends the wait', async () => {
  const abort = new AbortController();
  const { ask, log } = providerOf(async function* (number): Events {
    if (number === 1) throw Object.assign(errors.TEST_CI({ flag: '' }), { code: 'MODEL_OVERLOADED', retryAfterMs: 3_600_000 });
    yield END;
  });
  await expect(ask()).rejects.toThrow();
  const waiting = ask(abort.signal);
  abort.abort();
  await waiting;
  expect(log).toEqual(['ask 1', 'ask 2']);
});
