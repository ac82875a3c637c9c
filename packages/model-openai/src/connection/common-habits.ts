import type { Compat } from './compat.js';

/** The habits of a server that nobody knows: the least that all of them take. */
export const COMMON: Compat = {
  maxTokensField: 'max_tokens',
  developerRole: false,
  streamUsage: true,
  parallelCalls: false,
  strict: false,
  effort: 'reasoning_effort',
  thinking: 'none',
  thinkingWithCalls: false,
  assistantAfterTool: false,
  signedCalls: false,
  toolIds: 40,
  promptCacheKey: false,
};
