import { join } from 'node:path';
import { count, neededPackage, oneLine, plural, readSince, table } from '@loadout/command';
import { type CommandHost, defineCommand } from '@loadout/core/commands';
import type { ListedBudget } from '@loadout/engine-restate';
import { configsIn } from '../configs-in.js';
import { CostTotals, FACETS } from '../cost-totals.js';
import { ledgerRequests } from '../ledger-requests.js';
import { costTable } from './cost-table.js';
import { type CostFlags, definition } from './definition.js';

export default defineCommand(definition, async ({ flags }, host) => {
  if (flags.engine) return showBudgets(flags, host);
  const now = Date.now();
  const since = readSince(flags.since ?? '30d', now);
  const by = FACETS.find((one) => one === flags.by) ?? 'day';
  const dir = join(host.stateDir, 'ledger');
  const totals = new CostTotals(by, now);
  const folder = flags.all || by === 'config' ? undefined : host.project;
  const isOwn = folder === undefined ? () => true : configsIn(folder);
  let elsewhere = 0;
  for (const request of ledgerRequests(dir, since.toISOString().slice(0, 10))) {
    if (Date.parse(request.at) < since.getTime()) continue;
    if (isOwn(request.config)) totals.add(request);
    else elsewhere += 1;
  }
  if (flags.json) host.json({ since: since.toISOString(), by, ...totals.result(), elsewhere });
  else {
    const shown = since.toISOString().slice(0, 16).replace('T', ' ');
    host.out(totals.isEmpty ? `No requests since ${shown} UTC of ${folder ?? 'any folder'}.\n` : costTable(totals.result(), by));
    if (elsewhere > 0)
      host.out(`Not counted: ${plural(elsewhere, 'request')} of other folders. To count them: ${host.called} cost --all\n`);
  }
  return 0;
});

/** Shows the budgets of the engine, which has sums only. */
async function showBudgets(flags: CostFlags, host: CommandHost): Promise<number> {
  const { EngineClient, engineAddress } = await neededPackage('@loadout/engine-restate', {
    needs: 'loadout cost --engine',
    load: () => import('@loadout/engine-restate'),
  });
  const budgets = await new EngineClient(engineAddress(host.env)).budgets();
  if (flags.json) host.json(budgets);
  else if (budgets.length === 0) host.out('No budget of the engine has been used.\n');
  else host.out(budgetTable(budgets));
  return 0;
}

/** Returns the budgets of the engine as a table. */
const budgetTable = (budgets: readonly ListedBudget[]): string =>
  table([['budget', 'of', 'amount', 'spent', 'held', 'left', 'open requests'], ...budgets.map(row)], [3, 4, 5, 6]);

const row = ({ name, config, agent, user, usd, per, spent, held, left, open }: ListedBudget): readonly string[] => {
  const of = [
    config === undefined ? 'every configuration' : config,
    agent === undefined ? '' : `agent ${agent}`,
    user === undefined ? '' : `user ${user}`,
  ];
  const parts = of.filter((part) => part !== '');
  return [
    oneLine(name, 40),
    oneLine(parts.length === 0 ? 'configurations without a name' : parts.join(', '), 60),
    `$${usd} per ${per}`,
    ...[spent, held, left].map(dollars),
    count(open),
  ];
};

const dollars = (usd: number): string => `${usd < 0 ? '-' : ''}$${Math.abs(usd).toFixed(4)}`;
