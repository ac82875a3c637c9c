import type { ModelPlan } from '@loadout/core/model';

/** An option of a model that the model does not have. */
export interface RefusedOption {
  readonly option: 'thinking' | 'effort' | 'temperature' | 'parallelCalls';
  readonly value: string;
  /** The values that the model takes. Empty: it has no such option. */
  readonly allowed: readonly string[];
}

/** Returns the first option of a plan that its model does not have, as far as its capabilities are known. Source: MODEL-05. */
export function refusedOption({
  thinking,
  effort,
  temperature,
  parallelCalls,
  capabilities,
}: ModelPlan): RefusedOption | undefined {
  const can = capabilities ?? {};
  if (thinking !== undefined && can.thinking?.includes(thinking.type) === false)
    return { option: 'thinking', value: thinking.type, allowed: can.thinking };
  if (effort !== undefined && can.effort?.includes(effort) === false)
    return { option: 'effort', value: effort, allowed: can.effort };
  if (temperature !== undefined && can.temperature === false)
    return { option: 'temperature', value: String(temperature), allowed: [] };
  if (parallelCalls === false && can.parallelCalls === false) return { option: 'parallelCalls', value: 'false', allowed: [] };
  return undefined;
}
