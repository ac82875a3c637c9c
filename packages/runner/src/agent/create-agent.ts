import type { PermissionDecision, ToolPool } from '@loadout/core';
import { PluginLoader } from '../plugins/plugin-loader.js';
import { type Conversation, type OpenOptions, openConversation } from '../run/conversation.js';
import { type Run, type RunOptions, startRun } from '../run/run.js';
import { type AgentOptions, agentOf, planOf } from './agent-options.js';
import type { AgentSpec } from './agent-spec.js';
import { explainCall } from './explain-call.js';
import { type ExplainedSubagent, explainedSubagent } from './explained-subagent.js';
import { prepareSpec } from './prepare-spec.js';
import { type HookTrial, type TriedHooks, tryHooks } from './try-hooks.js';
import { unservedNeeds } from './unserved-needs.js';

/** An agent, ready to run any number of times. */
export interface Agent {
  readonly name: string;
  readonly pool: ToolPool;
  readonly model: { readonly id: string; readonly provider: string; readonly why?: string | undefined };
  readonly spec: AgentSpec;
  /** Services that its tools need and nobody offers: calls of those tools will fail. */
  readonly unserved: readonly { readonly tool: string; readonly service: string }[];
  /** Plugins that are marked optional and could not be loaded. */
  readonly notices: readonly string[];
  /** Without a prompt: the agent's own, or, with `resume`, on with what was under way. */
  run(prompt?: string, options?: RunOptions): Run;
  /** A session that is asked one thing after the other. Throws what stands against starting it. */
  open(options?: OpenOptions): Promise<Conversation>;
  /** What the permission rules say of a call, without running it or any hook. */
  explain(tool: string, input: unknown): Promise<PermissionDecision>;
  /** An agent that this one may start, as it would be under this one. Throws SUBAGENT_UNKNOWN. */
  subagent(type: string): ExplainedSubagent;
  /** What the hooks of an event answer; nothing else of a run happens. */
  tryHooks(trial: HookTrial): Promise<TriedHooks>;
  /** Ends all plugins, the last one first. */
  close(): Promise<void>;
}

/** Loads what the agent needs and nothing else. Throws for what stands against running it at all, plugins set up so far ended. */
export async function createAgent(options: AgentOptions): Promise<Agent> {
  const plan = planOf(options);
  const agent = agentOf(plan, options.agent);
  const loader = new PluginLoader(plan, options.env);
  try {
    const spec = await prepareSpec({ options, plan, agent, loader });
    return agentFrom(spec, loader);
  } catch (error) {
    await loader.dispose();
    throw error;
  }
}

function agentFrom(spec: AgentSpec, loader: PluginLoader): Agent {
  return {
    name: spec.name,
    pool: spec.pool,
    model: { id: spec.model.plan.id, provider: spec.model.plan.provider, why: spec.model.why },
    spec,
    notices: loader.notices,
    unserved: unservedNeeds(spec),
    run: (prompt, runOptions = {}) =>
      startRun(spec, prompt ?? (runOptions.resume === undefined ? spec.prompt : undefined), runOptions),
    open: (openOptions = {}) => openConversation(spec, openOptions),
    explain: (tool, input) => explainCall(spec, { tool, input }),
    subagent: (type) => explainedSubagent(spec, type),
    tryHooks: (trial) => tryHooks(spec, trial),
    close: () => loader.dispose(),
  };
}
