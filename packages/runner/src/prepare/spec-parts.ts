import type { AgentPlan, Plan } from '@loadout/core';
import type { AgentOptions } from '../agent-options.js';
import type { PluginLoader } from '../plugins/plugin-loader.js';

/** What an agent is made ready from. */
export interface SpecParts {
  readonly options: AgentOptions;
  readonly plan: Plan;
  readonly agent: AgentPlan;
  readonly loader: PluginLoader;
}
