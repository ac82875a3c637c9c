import {
  type AnyTool,
  type HookSet,
  type JsonSchema,
  nearest,
  type PermissionMode,
  type Plugin,
  type ServiceOffer,
} from '@loadout/core';
import type { ModelProvider } from '@loadout/core/model';
import {
  type AgentPlan,
  type Asker,
  type LimitsPlan,
  type PermissionBehavior,
  type PermissionRule,
  type Plan,
  parsePermissionRule,
  type SandboxPlan,
  type SharedBudgets,
  type ToolSourceSession,
} from '@loadout/core/run';
import type { SessionStore } from '@loadout/sessions';
import type { WrapModel } from '../model/wrap-models.js';
import type { WrapTool } from '../plugins/mounts.js';
import type { PluginLoader } from '../plugins/plugin-loader.js';
import { errors } from '../report/errors.js';
import type { HostSetup, Observer } from '../report/run-observer.js';
import type { AskPerson } from '../spec/agent-spec.js';

/**
 * The options of `createAgent`: a plan from `@loadout/config`, an agent described in code, or both. Options override the plan;
 * rules add to it.
 */
export interface AgentOptions {
  readonly plan?: Plan | undefined;
  /** The agent of the plan. May be omitted if the plan has exactly one agent. */
  readonly agent?: string | undefined;
  readonly instructions?: string | undefined;
  /** A provider, ready to use. */
  readonly model?: ModelProvider | undefined;
  /** Wraps each provider of a run once, for example with a recorder. `provider`: its name in the configuration. */
  readonly wrapModel?: WrapModel | undefined;
  /** An alias of the plan, or `provider/id`. With `model`: an alias or the provider's own name. */
  readonly modelId?: string | undefined;
  /**
   * Models named as in `modelId`. While a model is overloaded or unreachable, the next model in the list answers the rest of the
   * prompt; the next prompt starts with the first model again. Source: LOOP-15.
   */
  readonly fallbackModels?: readonly string[] | undefined;
  /** The model of subagents that name none. Default: the model of the agent that starts them. */
  readonly subagentModel?: string | undefined;
  /** Plugins in code, by mount name. */
  readonly plugins?:
    | Readonly<Record<string, Plugin | { readonly plugin: Plugin; readonly options?: Readonly<Record<string, unknown>> }>>
    | undefined;
  /**
   * MCP servers in code, by key: entries as in `.mcp.json`, or results of `createSdkMcpServer`. They override the plan's servers.
   */
  readonly mcpServers?: Readonly<Record<string, Readonly<Record<string, unknown>>>> | undefined;
  /** Tools in code; they keep their names. Source: DEF-27. */
  readonly customTools?: readonly AnyTool[] | undefined;
  /** Names and patterns of tools. Absent: the tools of the plan's agent; without a plan, all tools. */
  readonly tools?: readonly string[] | undefined;
  /** Replaces each tool of every agent of a run once, for example by one with recorded results. `name`: its name in the pool. */
  readonly wrapTool?: WrapTool | undefined;
  /** Other names that the model may call -> the name of the tool. */
  readonly toolAliases?: Readonly<Record<string, string>> | undefined;
  /** Limits the tools to those of this mount. Hooks and services come from all mounts. Source: MCPS-17. */
  readonly onlyMount?: string | undefined;
  /** Tools to remove. A name removes the tool; `Bash(rm:*)` keeps the tool and adds a deny rule. Source: POOL-06. */
  readonly disallowedTools?: readonly string[] | undefined;
  readonly permissions?:
    | {
        readonly mode?: PermissionMode;
        /** If true, plan mode asks about changes. Default: it denies them. */
        readonly planAsks?: boolean;
        readonly allow?: readonly string[];
        readonly ask?: readonly string[];
        readonly deny?: readonly string[];
      }
    | undefined;
  /** If true, a prompt brings the files that it names as `@path`, if the rules allow the model to read them (W27). */
  readonly expandsMentions?: boolean | undefined;
  /** If true, commands and command hooks get `CLAUDECODE` and `CLAUDE_CODE_SESSION_ID`, as under Claude Code (W25). */
  readonly claudeVariables?: boolean | undefined;
  /** If true, the run may be switched to `bypassPermissions` later. Starting in that mode permits the same. */
  readonly allowBypass?: boolean | undefined;
  readonly sandbox?: SandboxPlan | undefined;
  /**
   * The model for work beside the conversation: an alias of the plan, or `provider/id`. With `model`: an id that the same
   * provider knows.
   */
  readonly smallModel?: string | undefined;
  readonly hooks?: HookSet | undefined;
  /** Adds `hook_started`, `hook_progress` and `hook_response` to the events. Default false. Source: HOOK-26. */
  readonly hookEvents?: boolean | undefined;
  readonly limits?: LimitsPlan | undefined;
  /** Whether `limits.usd` counts what earlier runs of a resumed session have spent. Default `session`: it does. */
  readonly usdFor?: 'session' | 'run' | undefined;
  /** The folder of the ledger; `false`: requests are not written down. Default: `ledger` beside the sessions of this user, if `@loadout/budgets` is installed. */
  readonly ledger?: string | false | undefined;
  /** Holds the money of the plan's budgets for many machines. Default: the ledger of this machine. */
  readonly sharedBudgets?: SharedBudgets | undefined;
  /** Services that take the place of those of plugins with the same key, for a host that does their work elsewhere. */
  readonly services?: readonly ServiceOffer<unknown>[] | undefined;
  /** The maximum number of calls that run at once. Default 10. */
  readonly concurrency?: number | undefined;
  readonly output?: { readonly schema: JsonSchema; readonly retries?: number } | undefined;
  /** Default: this process's working directory. */
  readonly workspace?: string | undefined;
  readonly sessionsDir?: string | undefined;
  /** Opens the store of sessions for a workspace. Default: files below `sessionsDir`. Source: SESS-05. */
  readonly sessionStore?: ((workspace: string) => SessionStore) | undefined;
  /**
   * If true, files are stored before tools change them, so that they can be rewound. Default: the plan's setting, else false.
   * Source: STATE-04.
   */
  readonly checkpoints?: boolean | undefined;
  /** Adds `raw` to the events: the provider's events as they came. Default false. Source: LOOP-21. */
  readonly rawEvents?: boolean | undefined;
  /**
   * Adds each event as a line to `<trace>/<sessionId>/trace.jsonl`. `true`: beside the large results of the session. Source:
   * TRACE-01.
   */
  readonly trace?: string | boolean | undefined;
  /** Follows the runs, for example as traces. Default: `@loadout/otel`, if the plan or `LOADOUT_TELEMETRY=1` asks for it. */
  readonly observer?: Observer | undefined;
  /** The setup of the program around the agent, for the observer. */
  readonly host?: HostSetup | undefined;
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Asks a person. If absent, nobody is there, and every question is a denial. */
  readonly ask?: Asker | undefined;
  /** Asks a person the model's questions. If absent, nobody is there, and the model is told so. */
  readonly answer?: AskPerson | undefined;
  /**
   * Asks a person a question of an MCP server. Absent: questions that no Elicitation hook answers are declined. Source: MCP-15.
   */
  readonly elicit?: ToolSourceSession['elicit'] | undefined;
}

/** The options of `createAgent`: those of an agent, with a shorter way to choose one of Claude's models. */
export interface CreateAgentOptions extends Omit<AgentOptions, 'model'> {
  /** A provider, ready to use, or a name as in `modelId`. */
  readonly model?: ModelProvider | string | undefined;
  /** The key of the provider `anthropic`. Default: ANTHROPIC_API_KEY of `env`. */
  readonly apiKey?: string | undefined;
}

/** Returns the plan of a run: the given plan, or an empty plan around the options. */
export function planOf(options: AgentOptions): Plan {
  if (options.plan !== undefined) return options.plan;
  const workspace = options.workspace ?? process.cwd();
  return {
    configDir: workspace,
    workspace,
    plugins: [],
    providers: {
      anthropic: { use: '@loadout/model-anthropic', options: {} },
      script: { use: '@loadout/model-script', options: {} },
    },
    models: {},
    permissions: { mode: 'default', rules: [], additionalDirectories: [] },
    hooks: [],
    agents: { main: agentInCode(options) },
    secrets: [],
    sessions: {},
  };
}

function agentInCode(options: AgentOptions): AgentPlan {
  return {
    name: 'main',
    instructions: options.instructions ?? '',
    models: options.modelId === undefined ? [] : [options.modelId],
    tools: options.tools ?? ['*'],
    disallowedTools: [],
    permissions: { rules: [] },
    hooks: [],
    limits: {},
    concurrency: 10,
    model: {},
  };
}

/** Returns the named agent, or the only one of the configuration itself, or the only one. Throws AGENT_UNKNOWN, AGENT_AMBIGUOUS. */
export const agentOf = (plan: Plan, name: string | undefined): AgentPlan => entryOf(plan, name)[1];

/** Returns the name of the named agent, or of the only one. Throws as `agentOf` does. */
export const namedAgent = (plan: Plan, name: string | undefined): string => entryOf(plan, name)[0];

/** Returns the name of the only agent. Throws AGENT_AMBIGUOUS if there are several. */
export const onlyAgent = (plan: Plan): string => namedAgent(plan, undefined);

function entryOf({ agents }: Plan, name: string | undefined): readonly [string, AgentPlan] {
  const entries = Object.entries(agents);
  const available = Object.keys(agents);
  const own = entries.filter(([key, agent]) => !isBrought(key, agent));
  const [only, ...others] = own.length === 0 ? entries : own;
  if (name === undefined && only !== undefined && others.length === 0) return only;
  if (name === undefined) throw errors.AGENT_AMBIGUOUS({ available });
  const found = entries.find(([key]) => key === name);
  if (found === undefined) throw errors.AGENT_UNKNOWN({ name, nearest: nearest(name, available), available });
  return found;
}

/** The agents of a mounted plugin of Claude Code are called `mount:agent`, and those that `compat` reads stand in Markdown. */
const isBrought = (name: string, { position }: AgentPlan): boolean =>
  name.includes(':') || position?.file.endsWith('.md') === true;

export function rulesInCode(options: AgentOptions): PermissionRule[] {
  const of = (behavior: PermissionBehavior) =>
    (options.permissions?.[behavior] ?? []).map((text) => parsePermissionRule(text, { behavior, layer: 'session' }));
  const taken = (options.disallowedTools ?? []).filter((text) => !isBare(text));
  const denied = taken.map((text) => parsePermissionRule(text, { behavior: 'deny', layer: 'session' }));
  return [...of('deny'), ...denied, ...of('ask'), ...of('allow')];
}

export const isBare = (declaration: string): boolean => !declaration.includes('(');

/** The inputs from which an agent is prepared. */
export interface SpecParts {
  readonly options: AgentOptions;
  readonly plan: Plan;
  readonly agent: AgentPlan;
  readonly loader: PluginLoader;
}
