import type { BudgetPlan, Plan } from '@loadout/core/run';
import type { SettingsDocument } from '../schema/config-schema.js';
import { type CompileInput, positionOf } from './compile-context.js';

/** Compiles the budgets of all layers. Each layer adds its own, so that no file widens a budget of the settings. */
export function compileBudgets({ document, flat, settings }: CompileInput): Pick<Plan, 'budgets'> {
  const layers = [...settings.map((one) => ({ ...one, everywhere: true as const })), { document, flat, everywhere: undefined }];
  const budgets = layers.flatMap((layer) =>
    Object.entries(layer.document.budgets ?? {}).map(([name, budget]) => budgetOf(name, { budget, layer })),
  );
  return budgets.length === 0 ? {} : { budgets };
}

interface Written {
  readonly budget: NonNullable<SettingsDocument['budgets']>[string];
  readonly layer: { readonly flat: CompileInput['flat']; readonly everywhere: true | undefined };
}

function budgetOf(name: string, { budget: { usd, per, agent, user }, layer: { flat, everywhere } }: Written): BudgetPlan {
  return {
    name,
    usd,
    per,
    ...(agent === undefined ? {} : { agent }),
    ...(user === undefined ? {} : { user }),
    ...(everywhere === undefined ? {} : { everywhere }),
    position: positionOf(flat, ['budgets', name]),
  };
}
