// Written by `npm run fix` from the rows of packages/config/src/schema (0171).

/** The names of `LimitKeys`, for the check of options in code. */
export const LIMIT_KEYS = [
  'turns',
  'toolCalls',
  'usd',
  'answerChars',
  'toolInputChars',
  'toolInputDepth',
  'subagents',
  'subagentDepth',
] as const;
