import { count, oneLine, table } from '@loadout/command';
import type { ListedBudget } from '@loadout/engine-restate';

/** Returns the budgets of the engine as a table. */
export const budgetTable = (budgets: readonly ListedBudget[]): string =>
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
