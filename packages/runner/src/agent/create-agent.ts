import type { Missing } from '@loadout/core/model';
import { isWireName, type ToolPool } from '@loadout/core/run';
import { PluginLoader } from '../plugins/plugin-loader.js';
import { errors } from '../report/errors.js';
import { type Conversation, type OpenOptions, openConversation } from '../run/conversation.js';
import { ownServiceKeys } from '../run/own-services.js';
import { type Prompt, type Run, type RunOptions, startRun } from '../run/run.js';
import type { AgentSpec } from '../spec/agent-spec.js';
import { knownTools } from '../tools/find-tools.js';
import { agentOf, type CreateAgentOptions, planOf } from './agent-options.js';
import { checkedOpen, checkedOptions, checkedRun } from './check-options.js';
import { prepareSpec } from './prepare-spec.js';

/** An agent, ready to run any number of times. */
export interface Agent {
  readonly name: string;
  /** The tools of a run, as far as they are known before it: also those of MCP servers that `loadout.lock` pins. */
  readonly pool: ToolPool;
  /** With `why` and `fix`: what an earlier model of its list lacks. */
  readonly model: { readonly id: string; readonly provider: string } & Partial<Missing>;
  readonly spec: AgentSpec;
  /** Services that the agent's tools need and nobody offers. Calls of those tools will fail. */
  readonly unserved: readonly { readonly tool: string; readonly service: string }[];
  /** Messages about optional plugins that could not be loaded. */
  readonly notices: readonly string[];
  /**
   * Runs a prompt. Without a prompt: the agent's own prompt, or with `resume` the interrupted work. Throws AGENT_CLOSED, OPTION_UNKNOWN,
   * PROMPT_SHAPE, and the reason if the session cannot start.
   */
  run(prompt?: Prompt, options?: RunOptions): Run;
  /** Opens a session for several prompts in turn. Throws the reason if the session cannot start. */
  open(options?: OpenOptions): Promise<Conversation>;
  /** Disposes all plugins, the last one first. */
  close(): Promise<void>;
}

/**
 * Loads what the agent needs and nothing else. Throws if the agent cannot run at all; plugins that are set up by then are
 * disposed.
 */
export async function createAgent(given: CreateAgentOptions = {}): Promise<Agent> {
  const options = checkedOptions(given);
  const plan = planOf(options);
  const agent = agentOf(plan, options.agent);
  const env = options.env ?? process.env;
  const loader = new PluginLoader(plan, given.apiKey === undefined ? env : { ...env, ANTHROPIC_API_KEY: given.apiKey });
  try {
    const spec = await prepareSpec({ options, plan, agent, loader });
    if (options.plan === undefined) refuseLackingTool(spec, options.tools ?? []);
    return agentFrom(spec, loader);
  } catch (error) {
    await loader.dispose();
    throw error;
  }
}

/**
 * Refuses an agent in code without one of the tools that its code names. Those of a source come later, and a configuration has
 * been checked. Throws OPTION_TOOL.
 */
function refuseLackingTool({ pool, poolFor, mayCome }: AgentSpec, named: readonly string[]): void {
  const unknown = new Set(pool.notes.flatMap((note) => (note.kind === 'unknown' ? [note.name] : [])));
  const name = named
    .filter((one) => unknown.has(one))
    .map((one) => one.replace(/\(.*/s, '').trim())
    .find((one) => !one.includes('*') && !isWireName(one) && !mayCome(one));
  if (name === undefined) return;
  const all = poolFor({ allowed: undefined, disallowed: [] }, []);
  throw errors.OPTION_TOOL({ name, available: all.tools.map((tool) => tool.name) });
}

function agentFrom(spec: AgentSpec, loader: PluginLoader): Agent {
  let pool: ToolPool | undefined;
  let isClosed = false;
  const open = () => {
    if (isClosed) throw errors.AGENT_CLOSED({ name: spec.name });
    return spec;
  };
  return {
    name: spec.name,
    get pool() {
      // Made when it is first asked for, because a run does not need it.
      pool ??= spec.poolWith(knownTools(spec));
      return pool;
    },
    model: { id: spec.model.plan.id, provider: spec.model.plan.provider, ...spec.model.passed },
    spec,
    notices: loader.notices,
    unserved: unservedNeeds(spec),
    run: (prompt, options = {}) =>
      startRun(open(), prompt ?? (options.resume === undefined ? spec.agent.prompt : undefined), checkedRun(options)),
    open: async (options = {}) => openConversation(open(), checkedOpen(options)),
    close: async () => {
      isClosed = true;
      await loader.dispose();
      spec.budgets?.close();
      await spec.observer?.close?.();
    },
  };
}

/** Returns the services that the agent's tools need and neither its plugins nor the runner offer. Source: PLUG-02. */
function unservedNeeds(spec: AgentSpec): readonly { readonly tool: string; readonly service: string }[] {
  const offered = new Set([...spec.services.map(({ service }) => service.key), ...ownServiceKeys(spec)]);
  return spec.pool.tools.flatMap(({ name, tool }) =>
    (tool.needs ?? []).filter(({ key }) => !offered.has(key)).map(({ key }) => ({ tool: name, service: key })),
  );
}
