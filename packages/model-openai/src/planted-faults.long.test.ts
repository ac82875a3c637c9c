import { isLoadoutError, LoadoutError } from '@loadout/core';
import type { ModelEvent, ModelProvider } from '@loadout/core/model';
import { chatWire, providerChecks, type Wire } from '@loadout/testing';
import { expect, it } from 'vitest';
import { openaiProvider } from './provider.js';

/** A provider that does wrong with each event of a right one, or with the request. */
interface Fault {
  /** The check that must fail. */
  readonly check: string;
  readonly events?: (event: ModelEvent, seen: readonly ModelEvent[]) => readonly ModelEvent[];
  readonly provider?: (right: ModelProvider) => ModelProvider;
  readonly isSilentlyCut?: boolean;
  /** The events in place of a failure. May throw another one. */
  readonly caught?: (error: unknown) => readonly ModelEvent[];
}

const FAULTS: readonly Fault[] = [
  { check: 'shows text as it comes, and gives it as a block', events: (event) => (event.type === 'text' ? [] : [event]) },
  {
    check: 'begins with start and ends with exactly one end',
    events: (event) => (event.type === 'end' ? [event, event] : [event]),
  },
  {
    check: 'leaves out an empty text',
    events: (event) => (event.type === 'end' ? [{ type: 'block', block: { type: 'text', text: '' } }, event] : [event]),
  },
  { check: 'shows thinking', events: (event) => (event.type === 'thinking' ? [] : [event]) },
  {
    check: 'gives calls side by side, with ids of their own',
    events: (event) => (event.type === 'block' ? [{ ...event, block: { ...event.block, id: 'call_0' } } as ModelEvent] : [event]),
  },
  {
    check: 'hands out a call while a later one streams',
    events: (event, seen) =>
      event.type === 'block' ? [] : event.type === 'end' ? [...seen.filter(({ type }) => type === 'block'), event] : [event],
  },
  {
    check: 'reports the input [1] as malformed',
    events: (event) => (event.type === 'block' ? [{ type: 'block', block: event.block }] : [event]),
  },
  {
    check: 'reports a usage that the server does not tell as unknown',
    events: (event) =>
      event.type === 'end' ? [{ ...event, usage: event.usage ?? { input_tokens: 0, output_tokens: 0 } }] : [event],
  },
  {
    check: 'reports the stop reason max_tokens',
    events: (event) => (event.type === 'end' ? [{ ...event, stopReason: 'end_turn' }] : [event]),
  },
  {
    check: 'counts cached input apart',
    events: (event) =>
      event.type === 'end' && event.usage !== undefined
        ? [
            {
              ...event,
              usage: { input_tokens: event.usage.input_tokens + (event.usage.cache_read_input_tokens ?? 0), output_tokens: 9 },
            },
          ]
        : [event],
  },
  { check: 'shows its credential nowhere, and names it in secrets', provider: ({ secrets: _, ...right }) => right },
  { check: 'gives no half block if the stream is cut at any byte', isSilentlyCut: true },
  { check: 'sends nothing again after a block, if the stream is cut', isSilentlyCut: true },
  {
    check: 'stops when it is aborted: before',
    provider: (right) => ({
      ...right,
      stream: (request, options) => right.stream(request, { ...options, signal: new AbortController().signal }),
    }),
  },
  {
    check: 'sends requests that the API takes, in a conversation with tools',
    provider: (right) => ({
      ...right,
      stream: (request, options) => right.stream({ ...request, messages: request.messages.slice(-1) }, options),
    }),
  },
];

const taking = (from: string, to: string) => (error: unknown) => {
  throw isLoadoutError(error) && error.code === from ? new LoadoutError(to, error.message) : error;
};
const asking = (): readonly ModelEvent[] => [{ type: 'retry', attempt: 1, delayMs: 0, reason: 'wrong', status: undefined }];

/** Providers that are wrong in one cell of the table of failures. */
const CELLS: readonly Fault[] = [
  {
    check: 'reports MODEL_RATE_LIMITED of the stream (429), before an answer (F19)',
    caught: taking('MODEL_RATE_LIMITED', 'MODEL_REQUEST_INVALID'),
  },
  {
    check: 'reports MODEL_OVERLOADED of the stream (503), in an answer (F19)',
    caught: taking('MODEL_OVERLOADED', 'MODEL_SERVER_ERROR'),
  },
  {
    check: 'reports MODEL_AUTH of the stream (401), after an answer (F19)',
    caught: taking('MODEL_AUTH', 'MODEL_REQUEST_INVALID'),
  },
  { check: 'reports a connection that is cut, after an answer', caught: taking('MODEL_STREAM_CUT', 'MODEL_STREAM_INVALID') },
  { check: 'reports MODEL_SERVER_ERROR of the stream (500), in an answer (F19)', caught: asking },
  { check: 'asks again for the status 400 if it may pass', caught: asking },
  { check: 'asks again for the status 503 if it may pass', events: (event) => (event.type === 'retry' ? [] : [event]) },
  {
    check: 'waits as long as the server asks',
    events: (event) => (event.type === 'retry' ? [{ ...event, delayMs: 1 }] : [event]),
  },
  { check: 'gives up a server that sends only comments (F17)', caught: taking('MODEL_TIMEOUT', 'MODEL_STREAM_CUT') },
];

function wrong(right: ModelProvider, { events, provider, isSilentlyCut, caught }: Fault): ModelProvider {
  const made = provider?.(right) ?? right;
  return {
    ...made,
    async *stream(request, options) {
      const seen: ModelEvent[] = [];
      try {
        for await (const event of made.stream(request, options)) {
          seen.push(event);
          yield* events?.(event, seen) ?? [event];
        }
      } catch (error) {
        if (caught !== undefined) yield* caught(error);
        if (isSilentlyCut !== true) throw error;
        yield { type: 'end', stopReason: 'end_turn', usage: undefined };
      }
    },
  };
}

const runOf = (fault: Fault, wire: Wire) =>
  providerChecks('wrong', {
    wire,
    create: ({ url, apiKey, maxRetries, timeoutSeconds }) =>
      wrong(openaiProvider({ baseUrl: `${url}/v1`, apiKey, maxRetries, timeoutSeconds }, {}), fault),
  }).find(({ name }) => name === fault.check);

// Two checks wait for what never comes, so they wait side by side.
it.concurrent.each([...FAULTS, ...CELLS])('a provider with a planted fault fails the check "$check"', async (fault) => {
  await expect(runOf(fault, chatWire)?.run()).rejects.toMatchObject({ code: 'CHECK_FAILED' });
});
