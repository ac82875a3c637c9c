import { join } from 'node:path';
import { neededPackage, plural, readSince } from '@loadout/command';
import { type CommandHost, defineCommand } from '@loadout/core/commands';
import { configsIn } from '../configs-in.js';
import { CostTotals, FACETS } from '../cost-totals.js';
import { ledgerRequests } from '../ledger-requests.js';
import { budgetTable } from './budget-table.js';
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
      host.out(`Not counted: ${plural(elsewhere, 'request')} of other folders. To count them: loadout cost --all\n`);
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
