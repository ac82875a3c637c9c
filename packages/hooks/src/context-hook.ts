import { hookKind } from './entry.js';

/** Tells the model something after a call, or with a prompt, and shows it to the person watching. */
export const contextHook = hookKind<{ readonly text: string }>(
  { type: 'context', properties: { text: { type: 'string', minLength: 1 } }, required: ['text'] },
  ({ text }) => ({ name: 'context', phase: 'observe', run: () => ({ systemMessage: text }) }),
);
