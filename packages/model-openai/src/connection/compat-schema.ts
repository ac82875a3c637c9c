import type { JsonSchema } from '@loadout/core';

/** The fields of `compat` as a schema of options. */
export const compatSchema: JsonSchema = {
  type: 'object',
  properties: {
    maxTokensField: { enum: ['max_completion_tokens', 'max_tokens'] },
    developerRole: { type: 'boolean' },
    streamUsage: { type: 'boolean' },
    parallelCalls: { type: 'boolean' },
    strict: { type: 'boolean' },
    effort: { enum: ['reasoning_effort', 'reasoning', 'none'] },
    thinking: {
      enum: ['reasoning_content', 'reasoning', 'reasoning_details', 'none'],
    },
    thinkingWithCalls: { type: 'boolean' },
    assistantAfterTool: {
      type: 'boolean',
    },
    signedCalls: { type: 'boolean' },
    toolIds: {
      anyOf: [{ type: 'integer', minimum: 9 }, { const: 'mistral' }],
    },
    promptCacheKey: { type: 'boolean' },
    encryptedReasoning: {
      type: 'boolean',
    },
  },
  additionalProperties: false,
};
