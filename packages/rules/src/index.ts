/** The public names, listed by hand: adding a name is a decision. */
export { suggestions } from './command/suggestions.js';
export { errors, table as errorTable } from './errors.js';
export { readRecord } from './record/read-record.js';
export { readRuleSet } from './record/read-rule-set.js';
export type { CallRecord, RecordedCall, UnclearCall } from './record/recorded-call.js';
export type { RuleSet } from './record/rule-set.js';
export type { Proposal, Proposals } from './suggest/proposal.js';
export { propose } from './suggest/propose.js';
