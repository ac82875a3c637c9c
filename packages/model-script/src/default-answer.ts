import type { ModelRequest } from '@loadout/core';
import type { ScriptTurn } from './script/turn.js';

/** The answer of a model without a script: the fact that it has none, the prompt, and how to get a real model. */
export const defaultTurn: ScriptTurn = {
  text: [
    'This is the scripted model without a script: no language model has read this, and the text is always the same.',
    'It was asked: {{prompt}}',
    'For real answers, set ANTHROPIC_API_KEY, or name a provider and a model in the configuration.',
    'For answers without a key, write a script and give its path as the option "file" of @loadout/model-script.',
  ].join('\n\n'),
};

/** Presents each request as the first one, so that the default turn answers every time. */
export const asFirst = (request: ModelRequest): ModelRequest => ({
  ...request,
  messages: request.messages.filter((message) => message.role === 'user'),
});
