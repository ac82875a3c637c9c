import type {
  AgentPlan,
  AnyTool,
  Asker,
  CompactionPlan,
  HookPlan,
  HookTable,
  JsonSchema,
  LimitsPlan,
  ModelPlan,
  ModelProvider,
  PermissionMode,
  PermissionRule,
  Plan,
  SandboxPlan,
  ServiceOffer,
  ToolPool,
  ToolSource,
  ToolSourceSession,
  UserQuestions,
} from '@loadout/core';
import type { SessionStore } from '../session/store.js';

/** An agent made ready: everything that is the same for each of its runs. */
export interface AgentSpec {
  readonly plan: Plan;
  /** The agent of the plan that this is. */
  readonly agent: AgentPlan;
  /** 0 for the agent that was started by a person or a program, one more for each that is started under it. */
  readonly depth: number;
  readonly name: string;
  readonly instructions: string;
  readonly prompt: string | undefined;
  readonly model: ChosenModel;
  /** Another one, by alias or `provider/id`. Throws MODEL_UNKNOWN or MODEL_NONE. */
  readonly modelFor: (name: string) => Promise<ChosenModel>;
  /** For when the model cannot be reached, in this order. */
  readonly fallbackModels: readonly string[];
  readonly toolAliases: Readonly<Record<string, string>>;
  /** What is known before a run. */
  readonly pool: ToolPool;
  readonly toolSources: readonly ToolSource[];
  /** The pool with the tools of its sources. Throws for a name that is taken. */
  readonly poolWith: (tools: readonly AnyTool[]) => ToolPool;
  /** Of all that is mounted, the tools that other lists let through. */
  readonly poolFor: (wishes: ToolWishes, tools: readonly AnyTool[]) => ToolPool;
  /** Names and patterns that are taken from it, and from agents under it. */
  readonly disallowed: readonly string[];
  /** Whether the agent, or one that it starts, could see a tool whose name starts so. */
  readonly mayOffer: (prefix: string) => boolean;
  readonly hooks: HookTable;
  /** These and more. */
  readonly withHooks: (plans: readonly HookPlan[]) => Promise<HookTable>;
  /** Only those. */
  readonly makeHooks: (plans: readonly HookPlan[]) => Promise<HookTable>;
  /** Also tell when a hook starts, and what it printed and answered (HOOK-26). */
  readonly hookEvents: boolean;
  readonly permissions: {
    readonly mode: PermissionMode;
    readonly rules: readonly PermissionRule[];
    readonly waiting?: readonly PermissionRule[] | undefined;
  };
  readonly modeBounds: ModeBounds;
  readonly sandbox: SandboxPlan | undefined;
  /** For work beside the conversation. Its provider is loaded when it is first chosen. */
  readonly smallModel: (() => Promise<ChosenModel>) | undefined;
  /** The workspace first. Absolute, links resolved. */
  readonly roots: readonly [string, ...string[]];
  readonly limits: LimitsPlan;
  readonly concurrency: number;
  readonly compaction: CompactionPlan;
  readonly output:
    | { readonly schema: JsonSchema; readonly retries: number; readonly tool: (keep: (value: unknown) => void) => AnyTool }
    | undefined;
  readonly services: readonly ServiceOffer<unknown>[];
  readonly ask: Asker | undefined;
  readonly answer: UserQuestions['ask'] | undefined;
  readonly elicit: ToolSourceSession['elicit'] | undefined;
  /** The declared secrets and the credentials of providers, as far as they are known by now. */
  readonly secrets: () => readonly string[];
  readonly sessions: Plan['sessions'] & { readonly store: SessionStore };
  /** Also what the provider got, as it came: for hosts that show a message while it grows. */
  readonly rawEvents: boolean;
  /** Where each run adds its events to `<sessionId>/trace.jsonl`; `true`: where the session keeps its results. */
  readonly trace: string | true | undefined;
  /** This process's environment; children get a part of it. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Which tools an agent sees: the first list, `undefined` being all, without the second. */
export interface ToolWishes {
  readonly allowed: readonly string[] | undefined;
  readonly disallowed: readonly string[];
}

/** Which modes a run may come to be in. */
export interface ModeBounds {
  /** What the settings of the user and the administrator allow at most. */
  readonly widest: PermissionMode | undefined;
  readonly allowBypass: boolean;
  /** The mode was chosen for this run; a resumed session does not go back to its own. */
  readonly isChosen: boolean;
}

export interface ChosenModel {
  readonly provider: ModelProvider;
  readonly plan: ModelPlan;
  /** Why this one and not an earlier choice. */
  readonly why?: string | undefined;
}
