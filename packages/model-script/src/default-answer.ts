import type { ModelRequest } from '@loadout/core';
import type { ScriptTurn } from './script/turn.js';

/** What the model says when it has no script: what it is, what it was asked, and how to get a real one. */
export const defaultTurn: ScriptTurn = {
  text: [
    'This is the scripted model without a script: no language model has read this, and the text is always the same.',
    'It was asked: {{prompt}}',
    'For real answers, set ANTHROPIC_API_KEY, or name a provider and a model in the configuration.',
    'For answers without a key, write a script and give its path as the option "file" of @loadout/model-script.',
  ].join('\n\n'),
};

/** It answers as often as it is asked. */
export const asFirst = (request: ModelRequest): ModelRequest => ({
  ...request,
  messages: request.messages.filter((message) => message.role === 'user'),
});
