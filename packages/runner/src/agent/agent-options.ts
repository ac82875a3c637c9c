import {
  type AgentPlan,
  type AnyTool,
  type Asker,
  type HookSet,
  type JsonSchema,
  type LimitsPlan,
  type ModelProvider,
  nearest,
  type PermissionBehavior,
  type PermissionMode,
  type PermissionRule,
  type Plan,
  type Plugin,
  parsePermissionRule,
  type SandboxPlan,
  type ToolSourceSession,
  type UserQuestions,
} from '@loadout/core';
import { errors } from '../report/errors.js';
import type { SessionStore } from '../session/store.js';

/**
 * What `createAgent` takes: a plan that `@loadout/config` made, an agent described right here, or both. What stands here goes
 * over the plan; rules add to it.
 */
export interface AgentOptions {
  readonly plan?: Plan | undefined;
  /** Which agent of the plan. May be left out when it has one. */
  readonly agent?: string | undefined;
  readonly instructions?: string | undefined;
  /** A provider, ready to use. */
  readonly model?: ModelProvider | undefined;
  /** Stands between the loop and the model that was chosen; a recorder, for one. */
  readonly wrapModel?: ((provider: ModelProvider) => ModelProvider) | undefined;
  /** An alias of the plan, or `provider/id`; beside `model`, an alias or the provider's own name. */
  readonly modelId?: string | undefined;
  /**
   * Named as `modelId` is. While a model is overloaded or cannot be reached, the next of these answers what is left of the prompt;
   * the next prompt goes to the first one again. Source: LOOP-15.
   */
  readonly fallbackModels?: readonly string[] | undefined;
  /** Plugins in code, by mount name. */
  readonly plugins?:
    | Readonly<Record<string, Plugin | { readonly plugin: Plugin; readonly options?: Readonly<Record<string, unknown>> }>>
    | undefined;
  /** MCP servers in code, by key: entries as in `.mcp.json`, or what `createSdkMcpServer` gives. They go over the plan's. */
  readonly mcpServers?: Readonly<Record<string, Readonly<Record<string, unknown>>>> | undefined;
  /** Tools in code; they keep their names. Source: DEF-27. */
  readonly customTools?: readonly AnyTool[] | undefined;
  /** Names and patterns. Absent: those of the plan's agent, and without a plan all. */
  readonly tools?: readonly string[] | undefined;
  /** A name that the model may call a tool by -> the name of that tool. */
  readonly toolAliases?: Readonly<Record<string, string>> | undefined;
  /** Of these, only the tools of this mount. Hooks and services are those of all mounts. Source: MCPS-17. */
  readonly onlyMount?: string | undefined;
  /** A name takes the tool away; `Bash(rm:*)` leaves it and is a deny rule. Source: POOL-06. */
  readonly disallowedTools?: readonly string[] | undefined;
  readonly permissions?:
    | {
        readonly mode?: PermissionMode;
        readonly allow?: readonly string[];
        readonly ask?: readonly string[];
        readonly deny?: readonly string[];
      }
    | undefined;
  /** The run may be switched to `bypassPermissions` while it goes on. Starting in that mode says the same. */
  readonly allowBypass?: boolean | undefined;
  readonly sandbox?: SandboxPlan | undefined;
  /** For work beside the conversation: an alias of the plan, or `provider/id`; beside `model`, an id that the same provider knows. */
  readonly smallModel?: string | undefined;
  readonly hooks?: HookSet | undefined;
  /** Adds `hook_started`, `hook_progress` and `hook_response` to the events. Default false. Source: HOOK-26. */
  readonly hookEvents?: boolean | undefined;
  readonly limits?: LimitsPlan | undefined;
  /** Calls that run at once, at most. Default 10. */
  readonly concurrency?: number | undefined;
  readonly output?: { readonly schema: JsonSchema; readonly retries?: number } | undefined;
  /** Default: this process's working directory. */
  readonly workspace?: string | undefined;
  readonly sessionsDir?: string | undefined;
  /** Where sessions are kept, for a workspace. Default: files below `sessionsDir`. Source: SESS-05. */
  readonly sessionStore?: ((workspace: string) => SessionStore) | undefined;
  /** What files were before the tools changed them is kept, so that they can be rewound. Default: as the plan says, else false. Source: STATE-04. */
  readonly checkpoints?: boolean | undefined;
  /** Adds `raw` to the events: those of the provider, as they came. Default false. Source: LOOP-21. */
  readonly rawEvents?: boolean | undefined;
  /** Adds each event as a line to `<trace>/<sessionId>/trace.jsonl`; `true`: beside the large results of the session. Source: TRACE-01. */
  readonly trace?: string | boolean | undefined;
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Asks a person. Absent: nobody is there, and what would be asked is denied. */
  readonly ask?: Asker | undefined;
  /** Puts questions of the model to a person. Absent: nobody is there, and it is told so. */
  readonly answer?: UserQuestions['ask'] | undefined;
  /** Puts a question of an MCP server to a person. Absent: what no Elicitation hook answers is declined. Source: MCP-15. */
  readonly elicit?: ToolSourceSession['elicit'] | undefined;
}

/** The plan that a run works from: the one given, or an empty one around the options. */
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

/** The agent that was named, or the only one. */
export function agentOf(plan: Plan, name: string | undefined): AgentPlan {
  const available = Object.keys(plan.agents);
  const [only, ...others] = available;
  if (name === undefined && (only === undefined || others.length > 0)) throw errors.AGENT_AMBIGUOUS({ available });
  const agent = plan.agents[name ?? only ?? ''];
  if (agent === undefined) throw errors.AGENT_UNKNOWN({ name: name ?? '', nearest: nearest(name ?? '', available), available });
  return agent;
}

export function rulesInCode(options: AgentOptions): PermissionRule[] {
  const of = (behavior: PermissionBehavior) =>
    (options.permissions?.[behavior] ?? []).map((text) => parsePermissionRule(text, { behavior, layer: 'session' }));
  const taken = (options.disallowedTools ?? []).filter((text) => !isBare(text));
  const denied = taken.map((text) => parsePermissionRule(text, { behavior: 'deny', layer: 'session' }));
  return [...of('deny'), ...denied, ...of('ask'), ...of('allow')];
}

export const isBare = (declaration: string): boolean => !declaration.includes('(');
