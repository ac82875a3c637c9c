/** The public names, listed by hand: adding a name is a decision. */
export { errors, table as errorTable } from './errors.js';
export { type ExplainedCall, explainCall, type MatchedRule, matchesCall } from './explain-call.js';
export { type ExplainedSubagent, explainedSubagent } from './explained-subagent.js';
export { type HookTrial, type TriedHooks, tryHooks } from './try-hooks.js';
