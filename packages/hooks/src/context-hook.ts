import { hookKind } from './entry.js';
import { contextFor } from './read-output.js';

/** Tells the model something after a call, or with a prompt. */
export const contextHook = hookKind<{ readonly text: string }>(
  { type: 'context', properties: { text: { type: 'string', minLength: 1 } }, required: ['text'] },
  ({ text }, { event }) => ({ name: 'context', phase: 'observe', run: () => contextFor(event, text) }),
);
