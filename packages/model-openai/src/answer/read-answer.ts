import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { ModelEvent, RateLimit } from '@loadout/core/model';
import { type AttemptContext, eventError, redact, unreadableEvent } from '@loadout/model-apis';
import { type Answer as AnswerOf, type Assembler, eventAnswer } from '@loadout/node/http';
import { errors } from '../errors.js';
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

interface Answered {
  readonly headers: IncomingHttpHeaders;
  /** The body as it was before a gateway compressed it. */
  readonly body: Readable;
}

export type Answer = AnswerOf<ModelEvent, RateLimit>;

export async function readAnswer({ headers, body }: Answered, options: AnswerOptions): Promise<Answer> {
  const { assembler, context, seconds, raw } = options;
  const events = await eventAnswer<WireEvent, ModelEvent>(body, {
    contentType: headers['content-type'],
    assembler,
    idleMs: seconds * 1000,
    onIdle: () => errors.MODEL_TIMEOUT({ origin: context.origin, seconds }),
    parse: toWireEvent,
    refuse: invalid,
    unreadable: (thrown) => unreadableEvent(thrown, invalid),
    errorIn: (event) => eventError(event, { errors, context }),
    redact: (text) => redact(text, context.secrets),
    rawOf: raw === true ? ({ value }) => ({ type: 'raw', event: value }) : undefined,
  });
  return { ...events, limits: rateLimits(headers), requestId: headers['x-request-id']?.toString() };
}
