import { isLoadoutError } from '@loadout/core';
import type { Fault, Reply } from '../../wires/reply.js';
import type { Problem } from '../check.js';
import { ask, blocksOf, eventsOf, requestOf, textIn } from './conversation.js';
import type { ProviderCases } from './provider-cases.js';
import { inWorld, SECRET_KEY, show, showError, soon, type World } from './provider-world.js';

export const statusProblem = (cases: ProviderCases, status: number, code: string): Promise<Problem> =>
  inWorld(cases, { replies: () => ({ fault: { status } }) }, async ({ provider }) => {
    const { error } = await ask(provider);
    if (!isLoadoutError(error)) return `it failed with ${showError(error)}, which is no LoadoutError`;
    if (error.code !== code) return `the code is ${error.code}`;
    return error.message.includes(`mock status ${status}`) ? undefined : `its message lacks the server's words: ${error.message}`;
  });

const refused = (status: number, headers: Readonly<Record<string, string>> = {}): Reply => ({ fault: { status, headers } });
const SOON = { 'retry-after-ms': '1', 'retry-after': '0' };

export const retryProblem = (cases: ProviderCases): Promise<Problem> =>
  inWorld(cases, { replies: [refused(503, SOON), refused(429, SOON), { text: 'Yes.' }], maxRetries: 4 }, async (world) => {
    const heard = await ask(world.provider);
    if (heard.error !== undefined) return `it failed with ${showError(heard.error)}`;
    const retries = eventsOf(heard, 'retry').map(({ attempt }) => attempt);
    if (show(retries) !== '[1,2]') return `the retry events are ${show(retries)}`;
    const start = heard.events.findIndex(({ type }) => type === 'start');
    const last = heard.events.findLastIndex(({ type }) => type === 'retry');
    return last < start ? undefined : 'a retry event comes after start';
  });

export const noRetryProblem = (cases: ProviderCases): Promise<Problem> =>
  inWorld(cases, { replies: () => refused(400), maxRetries: 4 }, async ({ provider, api }) => {
    await ask(provider);
    return api.requests.length === 1 ? undefined : `it was sent ${api.requests.length} times`;
  });

/** A block cannot be taken back, so the request is not sent again after one. */
export const lateFailureProblem = (cases: ProviderCases, fault: Fault): Promise<Problem> =>
  inWorld(cases, { replies: () => ({ text: 'One.', tools: TWO_READS, fault }), maxRetries: 4 }, async ({ provider, api }) => {
    const heard = await ask(provider);
    if (!isLoadoutError(heard.error)) return `it ended with ${showError(heard.error)}`;
    const isLate = cases.without?.['early calls'] !== undefined;
    if (blocksOf(heard).length === 0 && !isLate) return 'no block came before the failure';
    if (eventsOf(heard, 'end').length > 0) return 'there is an end before the failure';
    return api.requests.length === 1 ? undefined : `it was sent ${api.requests.length} times`;
  });

const TWO_READS: Reply['tools'] = ['a', 'b'].map((file_path) => ({ name: 'Read', input: { file_path } }));

/** No error and no event shows the credential, also if the server quotes it. */
export const secretProblem = (cases: ProviderCases): Promise<Problem> => {
  const message = `The key ${SECRET_KEY} (Authorization: Bearer ${SECRET_KEY}) is not valid.`;
  const body = cases.wire.errorBody({ status: 401, message });
  const replies: readonly Reply[] = [
    { fault: { status: 401, body } },
    { fault: { errorEvent: { type: 'server_error', message } } },
    { fault: { status: 500, body: `<html>${message}</html>` } },
  ];
  return inWorld(cases, { replies }, async ({ provider, api }) => {
    if (provider.secrets?.().includes(SECRET_KEY) !== true) return 'secrets() does not name the key';
    for (const _ of replies) {
      const { error, events } = await ask(provider);
      const shown = [error, (error as Error | undefined)?.stack, (error as Error | undefined)?.cause].map(String).join('\n');
      if (shown.includes(SECRET_KEY)) return `an error shows the key: ${showError(error)}`;
      if (show(events).includes(SECRET_KEY)) return 'an event shows the key';
    }
    const sent = show(api.requests[0]?.headers) + String(api.requests[0]?.path);
    return sent.includes(SECRET_KEY) ? undefined : 'the key was not sent';
  });
};

type Moment = 'before' | 'while the server is silent' | 'in the answer';

export const abortProblem = (cases: ProviderCases, when: Moment): Promise<Problem> =>
  inWorld(cases, { replies: [{ text: ['One', ' two.'], fault: when === 'in the answer' ? 'endless' : 'hang' }] }, (world) =>
    soon(abortedProblem(world, when), 'it did not end and close its connection'),
  );

async function abortedProblem({ provider, api }: World, when: Moment): Promise<Problem> {
  const controller = new AbortController();
  if (when === 'before') controller.abort();
  const asking = ask(provider, requestOf(), { signal: controller.signal, onEvent: () => controller.abort() });
  if (when === 'while the server is silent') {
    while (api.requests.length === 0) await new Promise(setImmediate);
    controller.abort();
  }
  const heard = await asking;
  if (heard.error === undefined) return 'it ended without an error';
  if (when === 'before') return api.requests.length === 0 ? undefined : 'the request was sent';
  await api.requests[0]?.disconnected;
  return undefined;
}

/** A cut at any byte gives no half block and no end, but for the bytes that stand behind the end. */
export async function cutProblem(cases: ProviderCases): Promise<Problem> {
  const whole: Reply = { text: 'Hä.', tools: [{ name: 'Read', id: 'call_a', input: { file_path: 'ä' } }] };
  const length = await bytesOf(cases, whole);
  const { cutStep = 1 } = cases;
  const replies = (index: number): Reply => ({ ...whole, fault: { cutAfterBytes: index * cutStep } });
  return inWorld(cases, { replies }, async ({ provider }) => {
    for (let at = 0; at < length; at += cutStep) {
      const heard = await ask(provider);
      const problem = halfProblem(heard);
      if (problem !== undefined) return `after ${at} of ${length} bytes ${problem}`;
    }
    return undefined;
  });
}

async function bytesOf(cases: ProviderCases, reply: Reply): Promise<number> {
  let length = 0;
  await inWorld(cases, { replies: [reply] }, async ({ provider, api }) => {
    await ask(provider);
    const [request] = api.requests;
    if (request === undefined) return undefined;
    const { start, blocks, end } = cases.wire.frames(reply, { id: 'mock1_0', request });
    length = [start, ...blocks, end].reduce((sum, piece) => sum + Buffer.byteLength(piece), 0);
    return undefined;
  });
  return length;
}

function halfProblem(heard: Awaited<ReturnType<typeof ask>>): Problem {
  const ended = eventsOf(heard, 'end').length;
  if (ended === 0 && !isLoadoutError(heard.error)) return `it ended with ${showError(heard.error)}`;
  if (ended > 0 && (textIn(heard) !== 'Hä.' || blocksOf(heard).length !== 2)) return 'there is an end without all blocks';
  const strange = blocksOf(heard).find(
    (block) => !('input' in block ? WHOLE.has(show(block.input)) : 'text' in block && WHOLE.has(show(block.text))),
  );
  if (strange !== undefined) return `there is the block ${show(strange)}`;
  const malformed = eventsOf(heard, 'block').find((event) => event.malformed !== undefined);
  return malformed === undefined ? undefined : `the input ${show(malformed.malformed)} is malformed`;
}

const WHOLE = new Set([show('Hä.'), show({ file_path: 'ä' })]);
