import { type PoolTool, prepareTool } from '@loadout/core/run';
import type { Agent } from '@loadout/runner';

/** The tools that the model sees: the pool, and the tool for the answer if the agent has an output schema. */
export function offeredTools({ pool, spec }: Pick<Agent, 'pool' | 'spec'>): readonly PoolTool[] {
  if (spec.output === undefined) return pool.tools;
  return [
    ...pool.tools,
    prepareTool(
      spec.output.tool(() => {}),
      { kind: 'base', from: 'the runner' },
    ),
  ];
}
