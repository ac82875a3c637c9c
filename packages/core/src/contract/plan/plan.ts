import type { Position } from '../errors.js';
import type { HookInputs } from '../hook/events.js';
import type { ClearToolUses, Thinking } from '../model/provider.js';
import type { PermissionMode, PermissionRule } from '../permission.js';
import type { JsonSchema } from '../schema.js';
import type { HookPlan } from './hook-plan.js';
import type { SkillPlan } from './skill-plan.js';

/**
 * A configuration, read, merged, checked and interpolated: plain data that `config` makes and the runner runs. Everything
 * that can be wrong at run time keeps its position.
 */
export interface Plan {
  readonly name?: string | undefined;
  /** Absent for a plan made in code. */
  readonly configFile?: string | undefined;
  readonly configDir: string;
  /** The project is not trusted: parts of it were left out, and no program looks into its folder before a tool does. Source: CFG-10. */
  readonly waits?: true | undefined;
  /** The parts that are left out of the plan until then, so that a refusal can name them. */
  readonly waiting?: WaitingParts | undefined;
  /** The folder that agents work in: relative paths of tools and the first working directory. */
  readonly workspace: string;
  readonly plugins: readonly PluginPlan[];
  /** By name. Each is a mount of its own of a plugin that brings a `model`; `use` names the package. */
  readonly providers: Readonly<Record<string, ProviderPlan>>;
  readonly models: Readonly<Record<string, ModelPlan>>;
  /** By key, which is part of the names of their tools. */
  readonly mcpServers?: Readonly<Record<string, McpServerPlan>> | undefined;
  readonly permissions: PermissionPlan;
  readonly hooks: readonly HookPlan[];
  /** Patterns of addresses that hooks of type `http` may be sent to. Absent: any. Source: HOOK-19. */
  readonly allowedHttpHookUrls?: readonly string[] | undefined;
  readonly agents: Readonly<Record<string, AgentPlan>>;
  /** The text in front of every agent's own instructions, for agents that are not in this plan. */
  readonly sharedInstructions?: string | undefined;
  /** The files whose texts are part of every agent's instructions, in their order. */
  readonly instructionFiles?: readonly InstructionFilePlan[] | undefined;
  /** By name. Absent: there are none. */
  readonly skills?: Readonly<Record<string, SkillPlan>> | undefined;
  /** Values that no sink may show. */
  readonly secrets: readonly string[];
  readonly sessions: {
    readonly dir?: string | undefined;
    /** Seconds after which a session that nothing was written to is removed. Absent: never. */
    readonly retention?: number | undefined;
    /** Default true: results that are too long are kept in files. Else they are cut (RES-08, CON-25). */
    readonly keepResults?: boolean | undefined;
    /** Default false: what files were before the tools changed them is kept, so that a session can be rewound. Source: STATE-04. */
    readonly checkpoints?: boolean | undefined;
  };
  readonly telemetry?:
    | {
        /** A folder, absolute, or `true` for that of the session's results: each run adds its events to `trace.jsonl` there. Source: TRACE-01. */
        readonly trace?: string | boolean | undefined;
      }
    | undefined;
  /** A model alias, for work beside the conversation such as reading a fetched page. */
  readonly smallModel?: string | undefined;
}

export interface InstructionFilePlan {
  /** Absolute. */
  readonly path: string;
  readonly type: HookInputs['InstructionsLoaded']['memory_type'];
}

export interface PluginPlan {
  /** The mount key: the namespace of a third party's tools. */
  readonly mount: string;
  /** A package name, or a path relative to `configDir` that starts with `./`, `../` or `/`. */
  readonly use: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly optional: boolean;
  /** Bare tool name -> this plugin's own tool that takes it. */
  readonly overrides: Readonly<Record<string, string>>;
  readonly position?: Position | undefined;
}

export interface ProviderPlan {
  readonly use: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly position?: Position | undefined;
}

/** One MCP server, with the keys of an entry of `.mcp.json`. `@loadout/mcp` has checked them by their schema. */
export interface McpServerPlan {
  readonly options: Readonly<Record<string, unknown>>;
  /** Fingerprints by its own tool names: no other tool of it is offered. Absent: any. Source: MCP-23. */
  readonly approved?: Readonly<Record<string, string>> | undefined;
  readonly position?: Position | undefined;
}

export interface ModelPlan {
  readonly provider: string;
  /** The provider's own name for the model. */
  readonly id: string;
  /** Tokens. Without it the conversation is only made shorter once the provider has refused it. */
  readonly contextWindow?: number | undefined;
  readonly maxOutputTokens?: number | undefined;
  readonly thinking?: Thinking | undefined;
  readonly effort?: string | undefined;
  readonly betas?: readonly string[] | undefined;
  readonly promptCache?: '5m' | '1h' | 'off' | undefined;
  readonly extra?: Readonly<Record<string, unknown>> | undefined;
  /** US dollars for a million tokens. Without it the cost of a run is unknown, not zero. */
  readonly price?:
    | {
        readonly input: number;
        readonly output: number;
        readonly cacheWrite?: number | undefined;
        readonly cacheRead?: number | undefined;
        /** Prices for a prompt of more than `over` tokens, those read from the cache included. */
        readonly long?: { readonly over: number; readonly input: number; readonly output: number } | undefined;
      }
    | undefined;
  readonly position?: Position | undefined;
}

/** Parts of a configuration that hold once somebody trusts it. */
export interface WaitingParts {
  /** By agent: its allow rules, and those of the whole configuration. */
  readonly rules: Readonly<Record<string, readonly PermissionRule[]>>;
  /** Names of model providers. */
  readonly providers: readonly string[];
}

export interface PermissionPlan {
  readonly mode: PermissionMode;
  /** The widest that the settings of the user and the administrator allow any agent and any run. Absent: any. */
  readonly widestMode?: PermissionMode | undefined;
  readonly rules: readonly PermissionRule[];
  /** Absolute. Working directories beside the workspace. */
  readonly additionalDirectories: readonly string[];
}

export interface AgentPlan {
  readonly name: string;
  readonly description?: string | undefined;
  readonly instructions: string;
  /** The prompt when `loadout run` gets none. */
  readonly prompt?: string | undefined;
  /** Model aliases; the first whose provider can be used here is used. Empty: the runner's own choice. */
  readonly models: readonly string[];
  /** Tool names and globs. */
  readonly tools: readonly string[];
  readonly disallowedTools: readonly string[];
  /** Keys of the plan's MCP servers. Absent: all of them. Only those whose tools it could see are started. */
  readonly mcpServers?: readonly string[] | undefined;
  /** Keys of the plan's skills whose text it has from the start. It may use the others too, as far as its rules let it. */
  readonly skills?: readonly string[] | undefined;
  /**
   * The agents that it may start, by name, built-in ones too. Each has the tools of its own list. Absent: the built-in ones and
   * all others of the plan, none with a tool that this agent does not see.
   */
  readonly subagents?: Readonly<Record<string, SubagentPlan>> | undefined;
  /** Started by another agent, it runs in the background unless that says otherwise. */
  readonly background?: boolean | undefined;
  /** Started by another agent, it works in a git worktree of its own. */
  readonly isolation?: 'worktree' | undefined;
  /** The permissions of the agent itself; those of the plan hold too. */
  readonly permissions: { readonly mode?: PermissionMode | undefined; readonly rules: readonly PermissionRule[] };
  readonly hooks: readonly HookPlan[];
  readonly limits: LimitsPlan;
  readonly concurrency: number;
  readonly compaction?: CompactionPlan | undefined;
  /** The provider clears old calls and results by itself, in the requests; the session keeps them. Absent: it does not. Source: COMPACT-03. */
  readonly clearToolUses?: ClearToolUses | undefined;
  /** When schemas are kept back until ToolSearch finds them: always, never, or above this percentage of the model's window. Default 10. Source: POOL-13. */
  readonly toolSearch?: 'on' | 'off' | number | undefined;
  readonly output?: { readonly schema: JsonSchema; readonly retries: number } | undefined;
  readonly sandbox?: SandboxPlan | undefined;
  readonly model: Partial<Pick<ModelPlan, 'effort' | 'thinking'>>;
  readonly position?: Position | undefined;
}

/** The permissions that an agent gives to an agent that it starts. */
export interface SubagentPlan {
  /** Allow rules. They answer ask rules of the starting agent and of the project, never a deny rule and none of the user's own settings. */
  readonly grants: readonly PermissionRule[];
  readonly position?: Position | undefined;
}

/** How a conversation is made shorter before it outgrows the model's window. Source: COMPACT-01, COMPACT-04. */
export interface CompactionPlan {
  /** The part of the usable window at which it happens, 0 to 1. Default 0.8. */
  readonly at?: number | undefined;
  /** How much of the newest messages stays as it is, at least. Default 10,000. */
  readonly keepTokens?: number | undefined;
  readonly off?: boolean | undefined;
}

/** Absent means without limit. */
export interface LimitsPlan {
  /** Turns that run tools. Source: CON-39. */
  readonly turns?: number | undefined;
  readonly toolCalls?: number | undefined;
  /** US dollars; checked before each request to the model. */
  readonly usd?: number | undefined;
  /** Agents that run at once under it. Default 20. */
  readonly subagents?: number | undefined;
  /** How deep agents may start agents. Default 1: those that it starts start none. */
  readonly subagentDepth?: number | undefined;
  /** Seconds. */
  readonly time?: number | undefined;
  /** Seconds for one answer of the model. Default 3600. */
  readonly answerTime?: number | undefined;
  /** Characters of one answer of the model. Default 16,000,000. */
  readonly answerChars?: number | undefined;
  /** Characters of one tool input. Default 8,000,000. */
  readonly toolInputChars?: number | undefined;
  /** Objects and lists inside each other in one tool input. Default 200. */
  readonly toolInputDepth?: number | undefined;
}

/** How commands are kept in. Paths are absolute. Source: SBX-01. */
export interface SandboxPlan {
  readonly use: 'bubblewrap';
  /** Default true: where it cannot be set up, commands do not run. */
  readonly required: boolean;
  /** Commands that run in the sandbox need no allow rule. Deny and ask rules hold. */
  readonly autoAllow: boolean;
  /** Patterns as in `Bash(...)` rules: these run outside. Each still needs a rule of its own. */
  readonly excludedCommands: readonly string[];
  readonly filesystem: {
    /** Beside the working directories and a temporary folder of the session. */
    readonly allowWrite: readonly string[];
    readonly denyWrite: readonly string[];
    readonly denyRead: readonly string[];
  };
  readonly network: {
    /** Hosts, or `*.host`. None: no network. */
    readonly allowedDomains: readonly string[];
    readonly deniedDomains: readonly string[];
    readonly allowLocalBinding: boolean;
    readonly allowUnixSockets: readonly string[];
  };
  readonly position?: Position | undefined;
}
