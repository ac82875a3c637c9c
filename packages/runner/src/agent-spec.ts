import type {
  AnyTool,
  Asker,
  CompactionPlan,
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
} from '@loadout/core';

/** An agent made ready: everything that is the same for each of its runs. */
export interface AgentSpec {
  readonly name: string;
  readonly instructions: string;
  readonly prompt: string | undefined;
  readonly model: ChosenModel;
  /** What is known before a run. */
  readonly pool: ToolPool;
  readonly toolSources: readonly ToolSource[];
  /** The pool with the tools of its sources. Throws for a name that is taken. */
  readonly poolWith: (tools: readonly AnyTool[]) => ToolPool;
  /** Whether the agent could see a tool whose name starts so. */
  readonly mayOffer: (prefix: string) => boolean;
  readonly hooks: HookTable;
  /** Also tell when a hook starts, and what it printed and answered (HOOK-26). */
  readonly hookEvents: boolean;
  readonly permissions: { readonly mode: PermissionMode; readonly rules: readonly PermissionRule[] };
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
  readonly secrets: readonly string[];
  readonly sessions: Plan['sessions'];
  /** This process's environment; children get a part of it. */
  readonly env: Readonly<Record<string, string | undefined>>;
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
