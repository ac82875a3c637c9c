import type { Budgets } from '@loadout/core/run';
import { LedgerBudgets } from './budget-keeper.js';

/** The public names, listed by hand: adding a name is a decision. */
export { type CostLine, type CostResult, CostTotals, FACETS, type Facet } from './cost-totals.js';
export { errors, table as errorTable } from './errors.js';
export { costOfRequest, isUnderWay, type LedgerRequest, ledgerRequests } from './ledger-requests.js';

/** Opens the ledger and the budgets of an agent for its runs. */
export const openBudgets: Budgets['openBudgets'] = (options) => new LedgerBudgets(options);
