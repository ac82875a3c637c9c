import type { ModelEvent, RateLimit } from '@loadout/core/model';
import { type AttemptContext, eventError, redact, unreadableEvent } from '@loadout/model-apis';
import { type Answer as AnswerOf, eventAnswer } from '@loadout/node/http';
import { errors } from '../errors.js';
import type { Answered } from '../exchange.js';
import { Assembler } from './assembler.js';
import { rateLimits } from './rate-limits.js';
import { invalid, toWireEvent, type WireEvent } from './wire-event.js';

export interface AnswerOptions {
  readonly context: AttemptContext;
  /** The longest silence. */
  readonly seconds: number;
  /** An answer of more characters is ended with MODEL_ANSWER_TOO_LONG. */
  readonly maxChars?: number | undefined;
  /** True to emit the raw events as well. */
  readonly raw?: boolean | undefined;
}

export type Answer = AnswerOf<ModelEvent, RateLimit>;

export async function readAnswer({ headers, body }: Answered, options: AnswerOptions): Promise<Answer> {
  const { context, seconds, raw } = options;
  const events = await eventAnswer<WireEvent, ModelEvent>(body, {
    contentType: headers['content-type'],
    assembler: new Assembler(options),
    idleMs: seconds * 1000,
    onIdle: () => errors.MODEL_TIMEOUT({ origin: context.origin, seconds }),
    parse: toWireEvent,
    refuse: invalid,
    unreadable: (thrown) => unreadableEvent(thrown, invalid),
    errorIn: (event) => eventError({ type: event.type, value: event }, { errors, context }),
    redact: (text) => redact(text, context.secrets),
    rawOf: raw === true ? (event) => ({ type: 'raw', event }) : undefined,
  });
  const requestId = (headers['request-id'] ?? headers['x-amzn-requestid'])?.toString();
  return { ...events, limits: rateLimits(headers), requestId };
}
