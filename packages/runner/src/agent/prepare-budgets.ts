import type { BudgetKeeper, Budgets } from '@loadout/core/run';
import { installedPackage, neededPackage } from '../plugins/installed-package.js';
import { ledgerDir } from '../session/session-store.js';
import type { SpecParts } from './spec-parts.js';

const USE = '@loadout/budgets';

/**
 * Opens the ledger and the budgets over time. Their package is needed where a budget binds the agent or its caller names a ledger.
 * Without either, requests are written down if the package is installed, and if the environment names a place for state. Throws
 * PACKAGE_NOT_INSTALLED.
 */
export async function prepareBudgets({ options, plan }: SpecParts, env: NodeJS.ProcessEnv): Promise<BudgetKeeper | undefined> {
  const { budgets = [] } = plan;
  const ledger = options.ledger === false ? undefined : (options.ledger ?? ledgerDir(env));
  if (ledger === undefined && budgets.length === 0) return undefined;
  const [first] = budgets;
  const needs = first === undefined ? 'The option ledger' : `The budget "${first.name}"`;
  const isNeeded = first !== undefined || typeof options.ledger === 'string';
  const loaded = isNeeded
    ? await neededPackage<Budgets>(USE, { needs, position: first?.position })
    : await installedPackage<Budgets>(USE);
  const config = plan.configFile ?? plan.configDir;
  return loaded?.openBudgets({ ledger, config, budgets, shared: options.sharedBudgets, env });
}
