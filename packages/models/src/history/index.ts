/** The conversation as another model gets it. Loaded when a conversation changes its model. Source: MODEL-03. */
export type { HistoryLoss } from './foreign-blocks.js';
export { type HistoryRules, type HistoryTarget, PreparedHistory, prepareHistory } from './prepare-history.js';
