import type { AgentPlan, Plan } from '@loadout/core/run';
import type { PluginLoader } from '../plugins/plugin-loader.js';
import type { AgentOptions } from './agent-options.js';

/** The inputs from which an agent is prepared. */
export interface SpecParts {
  readonly options: AgentOptions;
  readonly plan: Plan;
  readonly agent: AgentPlan;
  readonly loader: PluginLoader;
}
