import { type PoolTool, prepareTool } from '@loadout/core';
import type { Agent } from '@loadout/runner';

/** What the model is offered: the pool, and the tool that takes the answer when the agent has an output schema. */
export function offeredTools({ pool, spec }: Agent): readonly PoolTool[] {
  if (spec.output === undefined) return pool.tools;
  return [
    ...pool.tools,
    prepareTool(
      spec.output.tool(() => {}),
      { kind: 'base', from: 'the runner' },
    ),
  ];
}
