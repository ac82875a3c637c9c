import type { AgentPlan, SubagentPlan } from '@loadout/core/run';
import type { Flat } from '../document/flatten.js';
import type { Path } from '../document/node.js';
import type { AgentDocument } from '../schema/config-schema.js';
import { positionOf } from './compile-context.js';
import { compileRule } from './compile-permissions.js';

/** Compiles the agents that one agent may start, with the grants for each beyond its own rules. */
export function compileSubagents(
  { subagents }: Pick<AgentDocument, 'subagents'>,
  { flat, path }: { readonly flat: Flat; readonly path: Path },
): Pick<AgentPlan, 'subagents'> {
  if (subagents === undefined) return {};
  const edges = Object.entries(subagents).map(([name, { grants = [] }]): [string, SubagentPlan] => {
    const rules = grants.flatMap((entry, index) =>
      compileRule({ entry, behavior: 'allow', path: [...path, name, 'grants', index] }, { flat, layer: 'agent' }),
    );
    return [name, { grants: rules, position: positionOf(flat, [...path, name]) }];
  });
  return { subagents: Object.fromEntries(edges) };
}
