import type { IncomingMessage } from 'node:http';
import type { ModelEvent, RateLimit } from '@loadout/core/model';
import { type AttemptContext, redact, unreadableEvent } from '@loadout/model-apis';
import { type Answer as AnswerOf, type Assembler, decodedBody, eventAnswer } from '@loadout/node/http';
import { errors } from '../errors.js';
import { eventError } from '../failure/to-failure.js';
import { rateLimits } from './rate-limits.js';
import { invalid, toWireEvent, type WireEvent } from './wire-event.js';

export interface AnswerOptions {
  readonly assembler: Assembler<WireEvent, ModelEvent>;
  readonly context: AttemptContext;
  /** The longest silence. */
  readonly seconds: number;
  /** True to emit the raw events as well. */
  readonly raw?: boolean | undefined;
}

export type Answer = AnswerOf<ModelEvent, RateLimit>;

export async function readAnswer(message: IncomingMessage, options: AnswerOptions): Promise<Answer> {
  const { assembler, context, seconds, raw } = options;
  const { headers } = message;
  const events = await eventAnswer<WireEvent, ModelEvent>(await decodedBody(message, invalid), {
    contentType: headers['content-type'],
    assembler,
    idleMs: seconds * 1000,
    onIdle: () => errors.MODEL_TIMEOUT({ origin: context.origin, seconds }),
    parse: toWireEvent,
    refuse: invalid,
    unreadable: (thrown) => unreadableEvent(thrown, invalid),
    errorIn: (event) => eventError(event, context),
    redact: (text) => redact(text, context.secrets),
    rawOf: raw === true ? ({ value }) => ({ type: 'raw', event: value }) : undefined,
  });
  return { ...events, limits: rateLimits(headers), requestId: headers['x-request-id']?.toString() };
}
