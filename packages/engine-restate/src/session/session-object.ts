import type { ObjectContext } from '@restatedev/restate-sdk';
import { serviceOf } from '../names.js';
import { RETRIES } from '../objects/retries.js';
import { conductPrompt } from './conduct-prompt.js';
import type { Conducted } from './conducted.js';

/**
 * An agent as a service: one object for each session. An object handles one prompt at a time, and further prompts queue. Throws
 * ENGINE_AGENT_NAME.
 */
export const sessionObject = (parts: Conducted) =>
  parts.restate.object({
    name: serviceOf(parts.agent),
    handlers: { prompt: (ctx: ObjectContext, sent: unknown) => conductPrompt(ctx, sent, parts) },
    options: {
      // A step is as long as the longest tool call. A worker that is gone is found by its connection, not by this time.
      inactivityTimeout: { days: 1 },
      // A run that is paused while it works ends no step: it waits for the engine's receipt, which comes no more (decision 0196).
      abortTimeout: { seconds: 5 },
      // The records of a long session are read when a prompt comes, not sent with each request.
      enableLazyState: true,
      retryPolicy: RETRIES,
    },
  });
