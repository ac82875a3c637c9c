import { isLoadoutError } from '@loadout/core';
import { failureKind } from '@loadout/core/model';
import type { Fault, Reply } from '../../wires/reply.js';
import type { Problem } from '../check.js';
import { ask, eventsOf, type Heard } from './conversation.js';
import type { ProviderCases } from './provider-cases.js';
import { inWorld, show, showError, soon } from './provider-world.js';

/** The codes that the runner decides by, and the statuses that mean them. */
export const CODES = [
  [400, 'MODEL_REQUEST_INVALID'],
  [401, 'MODEL_AUTH'],
  [402, 'MODEL_BILLING'],
  [403, 'MODEL_AUTH'],
  [404, 'MODEL_NOT_FOUND'],
  [413, 'MODEL_PROMPT_TOO_LONG'],
  [429, 'MODEL_RATE_LIMITED'],
  [500, 'MODEL_SERVER_ERROR'],
  [503, 'MODEL_OVERLOADED'],
] as const;

/** The blocks that come before the failure. `in an answer` breaks a message off, `after an answer` lacks its end alone. */
export const MOMENTS = { 'before an answer': 0, 'in an answer': 1, 'after an answer': 3 } as const;
export type FailureMoment = keyof typeof MOMENTS;

const REPLY: Reply = {
  text: 'One.',
  tools: ['a', 'b'].map((file_path) => ({ name: 'Read', input: { file_path } })),
};
const WORDS: Readonly<Record<number, string>> = { 413: 'prompt is too long: 210000 tokens > 200000 maximum' };

export interface Cell {
  readonly status: number;
  readonly code: string;
  readonly moment: FailureMoment;
}

/** A failure that the stream reports: its code, and whether the provider asks again. */
export function reportedProblem(cases: ProviderCases, { status, code, moment }: Cell): Promise<Problem> {
  const errorEvent = { status, message: WORDS[status] ?? `mock failure ${status}` };
  return cellProblem(cases, { code, moment, fault: { errorEvent, afterBlocks: MOMENTS[moment] } });
}

/** A connection that is cut. Before an answer, no message may have begun, so that the server counts as not reached. */
export const cutOffProblem = (cases: ProviderCases, moment: FailureMoment): Promise<Problem> =>
  cellProblem(cases, { code: 'MODEL_STREAM_CUT', moment, fault: { cutAfterBlocks: MOMENTS[moment] } });

/** A refusal by status that may pass is asked again by a provider that asks again, and no other is. */
export const refusedProblem = (cases: ProviderCases, { status, code }: Omit<Cell, 'moment'>): Promise<Problem> =>
  againProblem(cases, { code, moment: 'before an answer', fault: { status } });

interface Failing {
  readonly code: string;
  readonly moment: FailureMoment;
  readonly fault: Fault;
}

async function cellProblem(cases: ProviderCases, failing: Failing): Promise<Problem> {
  return (await codeProblem(cases, failing)) ?? againProblem(cases, failing);
}

const codeProblem = (cases: ProviderCases, { code, moment, fault }: Failing): Promise<Problem> =>
  inWorld(cases, { replies: () => ({ ...REPLY, fault }) }, async ({ provider }) => {
    const heard = await ask(provider);
    if (eventsOf(heard, 'end').length > 0) return 'there is an end before the failure';
    const { error } = heard;
    if (!isLoadoutError(error)) return `it failed with ${showError(error)}, which is no LoadoutError`;
    const isRight = error.code === code || (code === 'MODEL_STREAM_CUT' && moment === 'before an answer' && passes(error.code));
    return isRight ? undefined : `the code is ${error.code}, expected ${code}`;
  });

const passes = (code: string): boolean => failureKind(code) === 'passes';

/** Whether a failure is asked again by the provider. The check stops there, so that it waits for nothing. */
const againProblem = (cases: ProviderCases, { code, fault }: Failing): Promise<Problem> =>
  inWorld(cases, { replies: () => ({ ...REPLY, fault }), maxRetries: 4 }, async ({ provider, api }) => {
    const controller = new AbortController();
    const { signal } = controller;
    const heard = await ask(provider, undefined, {
      signal,
      onEvent: ({ type }) => type === 'retry' && controller.abort(),
    });
    const isAsked = eventsOf(heard, 'retry').length > 0;
    if (isAsked && !passes(code)) return 'it was asked again, and cannot pass';
    if (isAsked && hasBegun(heard)) return 'it was asked again by the provider, behind a part of the answer that was out';
    if (api.requests.length > 1) return `it was sent ${api.requests.length} times without a retry event`;
    const mustAsk = passes(code) && !hasBegun(heard) && cases.without?.retries === undefined;
    return mustAsk && !isAsked ? 'it was not asked again, and may pass' : undefined;
  });

const hasBegun = ({ events }: Heard): boolean =>
  events.some(({ type }) => type === 'start' || type === 'text' || type === 'thinking' || type === 'block');

/** A wait that a server asks for is the wait before the next attempt. */
export const askedWaitProblem = (cases: ProviderCases): Promise<Problem> =>
  inWorld(
    cases,
    { replies: () => ({ fault: { status: 429, headers: { 'retry-after': '7' } } }), maxRetries: 4 },
    async (world) => {
      const controller = new AbortController();
      const heard = await ask(world.provider, undefined, {
        signal: controller.signal,
        onEvent: ({ type }) => type === 'retry' && controller.abort(),
      });
      const waits = eventsOf(heard, 'retry').map(({ delayMs }) => delayMs);
      return show(waits) === '[7000]' ? undefined : `the waits are ${show(waits)} ms, expected [7000]`;
    },
  );

const SILENCE_SECONDS = 0.2;

/** A server that falls silent, or sends only what means nothing, does not hold the answer for ever. */
export const silenceProblem = (cases: ProviderCases, moment: FailureMoment, sends: 'nothing' | 'comments'): Promise<Problem> => {
  const fault = { silentAfterBlocks: MOMENTS[moment], sends } as const;
  const replies = () => ({ ...REPLY, fault });
  return inWorld(cases, { replies, timeoutSeconds: SILENCE_SECONDS }, ({ provider }) => {
    const controller = new AbortController();
    const asking = ask(provider, undefined, { signal: controller.signal }).then(({ error }) => {
      if (!isLoadoutError(error)) return `it ended with ${showError(error)}`;
      return error.code === 'MODEL_TIMEOUT' ? undefined : `the code is ${error.code}, expected MODEL_TIMEOUT`;
    });
    return soon(asking, 'it did not give the server up').finally(() => controller.abort());
  });
};
