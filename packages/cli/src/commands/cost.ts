import { printableJson } from '@loadout/command';
import { ledgerDir, neededPackage } from '@loadout/runner';
import type { cost } from '../arguments/cost-definition.js';
import { errors } from '../errors.js';
import type { Io } from '../io.js';
import { engineClient } from '../load/engine-package.js';
import { budgetTable } from '../render/budget-table.js';
import { costTable } from '../render/cost-table.js';
import { readSince } from '../run/read-since.js';
import type { Command } from './command.js';

export const execute: Command<typeof cost> = async ({ flags }, io) => {
  if (flags.engine) return showBudgets(flags, io);
  const { CostTotals, FACETS, ledgerRequests } = await neededPackage<typeof import('@loadout/budgets')>('@loadout/budgets', {
    needs: 'loadout cost',
  });
  const now = Date.now();
  const since = readSince(flags.since ?? '30d', now);
  const by = FACETS.find((one) => one === flags.by) ?? 'day';
  const dir = ledgerDir(io.env);
  const totals = new CostTotals(by, now);
  const requests = dir === undefined ? [] : ledgerRequests(dir, since.toISOString().slice(0, 10));
  for (const request of requests) if (Date.parse(request.at) >= since.getTime()) totals.add(request);
  const shown = since.toISOString().slice(0, 16).replace('T', ' ');
  if (flags.json) io.out(`${printableJson({ since: since.toISOString(), by, ...totals.result() }, 2)}\n`);
  else if (totals.isEmpty) io.out(`No requests since ${shown} UTC${dir === undefined ? '' : ` in ${dir}`}.\n`);
  else io.out(costTable(totals.result(), by));
  return 0;
};

/** Shows the budgets of the engine. It has sums only, so the flags that choose requests are refused. */
async function showBudgets(flags: Parameters<typeof execute>[0]['flags'], io: Io): Promise<number> {
  const given = (['by', 'since'] as const).find((flag) => flags[flag] !== undefined);
  if (given !== undefined) throw errors.USAGE_FLAGS_TOGETHER({ flags: ['--engine', `--${given}`] });
  const client = await engineClient(io.env, 'loadout cost --engine');
  const budgets = await client.budgets();
  if (flags.json) io.out(`${printableJson(budgets, 2)}\n`);
  else if (budgets.length === 0) io.out('No budget of the engine has been used.\n');
  else io.out(budgetTable(budgets));
  return 0;
}
