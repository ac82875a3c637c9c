import type { Position } from '../errors.js';
import type { HookInputs } from '../hook/events.js';
import type { ClearToolUses } from '../model/provider.js';
import type { PermissionMode, PermissionRule } from '../permission.js';
import type { JsonSchema } from '../schema.js';
import type { HookPlan } from './hook-plan.js';
import type { ModelPlan } from './model-plan.js';
import type { AgentKeys, LimitKeys, PlanKeys, SessionKeys } from './plan-keys.js';
import type { SkillPlan } from './skill-plan.js';

/** A checked configuration: plain data that `config` makes and the runner runs. A value that can fail keeps its position. */
export interface Plan extends PlanKeys {
  /** The configuration file. Absent for a plan made in code. */
  readonly configFile?: string | undefined;
  readonly configDir: string;
  /** The project is not trusted: parts are left out, and no program reads its folder before a tool does. Source: CFG-10. */
  readonly waits?: true | undefined;
  /** The parts that are left out until the project is trusted, so that a refusal can name them. */
  readonly waiting?: WaitingParts | undefined;
  /** The folder that agents work in: the base of relative paths and the first working directory. */
  readonly workspace: string;
  readonly plugins: readonly PluginPlan[];
  /** Providers by name. Each provider is its own mount of a plugin with a `model`; `use` names the package. */
  readonly providers: Readonly<Record<string, ProviderPlan>>;
  readonly models: Readonly<Record<string, ModelPlan>>;
  /** MCP servers by key. The key is part of the tool names. */
  readonly mcpServers?: Readonly<Record<string, McpServerPlan>> | undefined;
  readonly permissions: PermissionPlan;
  readonly hooks: readonly HookPlan[];
  /** Patterns of the addresses that hooks of type `http` may call. Absent: any address. Source: HOOK-19. */
  readonly allowedHttpHookUrls?: readonly string[] | undefined;
  readonly agents: Readonly<Record<string, AgentPlan>>;
  /** The text in front of every agent's own instructions, for agents outside this plan. */
  readonly sharedInstructions?: string | undefined;
  /** The files whose texts are part of every agent's instructions, in order. */
  readonly instructionFiles?: readonly InstructionFilePlan[] | undefined;
  /** Files like these are told once a call works on what they are for. `root`: no folder above it, or outside of it, is looked at. */
  readonly laterInstructions?: { readonly root: string; readonly names: readonly string[] } | undefined;
  /** Skills by name. Absent: no skills. */
  readonly skills?: Readonly<Record<string, SkillPlan>> | undefined;
  /** Values that must never appear in any output. */
  readonly secrets: readonly string[];
  readonly sessions: SessionKeys & {
    readonly dir?: string | undefined;
    /** Seconds without a write after which a session is removed. Absent: never. */
    readonly retention?: number | undefined;
  };
  readonly telemetry?:
    | {
        /** The absolute folder to whose `trace.jsonl` runs add events; `true`: the folder of results. Source: TRACE-01. */
        readonly trace?: string | boolean | undefined;
        /** The options of `@loadout/otel`, or `true` for its defaults. Absent: off, unless `LOADOUT_TELEMETRY` is 1. */
        readonly otel?: boolean | Readonly<Record<string, unknown>> | undefined;
      }
    | undefined;
  readonly budgets?: readonly BudgetPlan[] | undefined;
}

/** An amount of money for a day or a month in UTC, held across all processes that write to the same ledger. */
export interface BudgetPlan {
  readonly name: string;
  readonly usd: number;
  readonly per: 'day' | 'month';
  /** The agent whose requests count, and those of agents under it. `*`: each agent by itself. Absent: all agents together. */
  readonly agent?: string | undefined;
  /** The user whose requests count. `*`: each user by itself. Absent: all users together. */
  readonly user?: string | undefined;
  /** The requests of every configuration count: a budget of the user's or the administrator's settings. */
  readonly everywhere?: true | undefined;
  readonly position?: Position | undefined;
}

export interface InstructionFilePlan {
  /** The absolute path. */
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
  /** Replacements by bare tool name: the plugin's own tool that replaces the named tool. */
  readonly overrides: Readonly<Record<string, string>>;
  readonly position?: Position | undefined;
}

export interface ProviderPlan {
  readonly use: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly position?: Position | undefined;
}

/** One MCP server, with the keys of an entry of `.mcp.json`. `@loadout/mcp` has checked the keys by its schema. */
export interface McpServerPlan {
  readonly options: Readonly<Record<string, unknown>>;
  /** Fingerprints by the server's tool names: only these tools are offered. Absent: every tool. Source: MCP-23. */
  readonly approved?: Readonly<Record<string, string>> | undefined;
  readonly position?: Position | undefined;
}

/** Parts of a configuration that apply once the project is trusted. */
export interface WaitingParts {
  /** Rules by agent: the agent's allow rules and those of the whole configuration. */
  readonly rules: Readonly<Record<string, readonly PermissionRule[]>>;
  /** Names of model providers. */
  readonly providers: readonly string[];
  /** Keys of MCP servers. */
  readonly servers: readonly string[];
}

export interface PermissionPlan {
  readonly mode: PermissionMode;
  /** The widest mode that the settings of the user and the administrator permit for any agent and run. Absent: any mode. */
  readonly widestMode?: PermissionMode | undefined;
  readonly rules: readonly PermissionRule[];
  /** Absolute paths of working directories beside the workspace. */
  readonly additionalDirectories: readonly string[];
  /** The public keys of the people who may answer and, on an engine, the seconds after which a question counts as denied. */
  readonly approvals?: Readonly<Partial<{ expireAfter: number; from: Readonly<Record<string, string>> }>> | undefined;
}

export interface AgentPlan extends AgentKeys {
  readonly name: string;
  readonly instructions: string;
  /** Model aliases in order of preference: the first alias whose provider is usable here wins. Empty: the runner chooses. */
  readonly models: readonly string[];
  /** Tool names and globs. */
  readonly tools: readonly string[];
  readonly disallowedTools: readonly string[];
  /** Keys of the plan's skills whose text is there from the start. Its rules decide which others the agent may use. */
  readonly skills?: readonly string[] | undefined;
  /**
   * The agents that this agent may start, by name, built-in agents included. Each has the tools of its own list. Absent: the
   * built-in agents and all other agents of the plan, without tools that this agent does not see.
   */
  readonly subagents?: Readonly<Record<string, SubagentPlan>> | undefined;
  /** The permissions of the agent itself. The plan's permissions apply too. */
  readonly permissions: { readonly mode?: PermissionMode | undefined; readonly rules: readonly PermissionRule[] };
  readonly hooks: readonly HookPlan[];
  readonly limits: LimitsPlan;
  readonly concurrency: number;
  readonly compaction?: CompactionPlan | undefined;
  /** Lets the provider clear old calls and results; the session keeps them. Absent: no clearing. Source: COMPACT-03. */
  readonly clearToolUses?: ClearToolUses | undefined;
  /** When schemas wait for ToolSearch: always, never, or above this percentage of the window. Default 10. Source: POOL-13. */
  readonly toolSearch?: 'on' | 'off' | number | undefined;
  readonly output?: { readonly schema: JsonSchema; readonly retries: number } | undefined;
  readonly sandbox?: SandboxPlan | undefined;
  readonly model: Partial<Pick<ModelPlan, 'effort' | 'thinking'>>;
  readonly position?: Position | undefined;
}

/** An agent that another agent may start, with the permissions granted to it. */
export interface SubagentPlan {
  /** Allow rules. They override ask rules of the parent and the project, but no deny rule and none of the user's own settings. */
  readonly grants: readonly PermissionRule[];
  readonly position?: Position | undefined;
}

/** Compaction: how a conversation is shortened before it outgrows the model's window. Source: COMPACT-01, COMPACT-04. */
export interface CompactionPlan {
  /** The used fraction of the window at which compaction starts, 0 to 1. Default 0.8. */
  readonly at?: number | undefined;
  /** The minimum number of tokens of newest messages that stay unchanged. Default 10,000. */
  readonly keepTokens?: number | undefined;
  readonly off?: boolean | undefined;
}

/** Limits of a run. An absent limit is no limit, unless a default is given. */
export interface LimitsPlan extends LimitKeys {
  /** Answers of the model to one prompt. Unlike `turns`, it leaves no last answer without calls. Source: W18. */
  readonly answers?: number | undefined;
  /** Seconds for the whole run. */
  readonly time?: number | undefined;
  /** Seconds for one answer of the model. Default 3600. */
  readonly answerTime?: number | undefined;
}

/** The sandbox in which commands run. Paths are absolute. Source: SBX-01. */
export interface SandboxPlan {
  readonly use: 'bubblewrap';
  /** If true (default), commands do not run when the sandbox cannot be set up. */
  readonly required: boolean;
  /** If true, commands that run in the sandbox need no allow rule. Deny and ask rules apply. */
  readonly autoAllow: boolean;
  /** Patterns as in `Bash(...)` rules for commands that run outside the sandbox. Each such command still needs a rule. */
  readonly excludedCommands: readonly string[];
  readonly filesystem: {
    /** Paths that commands may write, beside the working directories and a temporary folder of the session. */
    readonly allowWrite: readonly string[];
    readonly denyWrite: readonly string[];
    readonly denyRead: readonly string[];
  };
  readonly network: {
    /** Hosts that commands may reach, as a name or `*.host`. Empty: no network. */
    readonly allowedDomains: readonly string[];
    readonly deniedDomains: readonly string[];
    readonly allowLocalBinding: boolean;
    readonly allowUnixSockets: readonly string[];
  };
  readonly position?: Position | undefined;
}
