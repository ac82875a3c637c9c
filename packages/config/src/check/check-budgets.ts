import { nearest } from '@loadout/core';
import { placeOf } from '../document/flatten.js';
import { errors } from '../errors.js';
import type { CheckContext } from './check-context.js';

/** Reports budgets for agents that the configuration does not have. */
export function checkBudgets({ document, flat, report }: CheckContext): void {
  const known = Object.keys(document.agents ?? {});
  for (const [name, { agent }] of Object.entries(document.budgets ?? {})) {
    if (agent === undefined || agent === '*' || known.includes(agent)) continue;
    const near = nearest(agent, known);
    const fix =
      near === undefined ? 'Name an agent of this configuration, or write "*" for each agent by itself.' : `Write ${near}.`;
    const path = ['budgets', name, 'agent'];
    report.error(errors.CONFIG_REFERENCE({ kind: 'agent', name: agent, nearest: near, known, fix }), {
      path,
      place: placeOf(flat, path),
    });
  }
}
