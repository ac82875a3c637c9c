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
  ServiceOffer,
  ToolPool,
} from '@loadout/core';

/** An agent made ready: everything that is the same for each of its runs. */
export interface AgentSpec {
  readonly name: string;
  readonly instructions: string;
  readonly prompt: string | undefined;
  readonly model: ChosenModel;
  readonly pool: ToolPool;
  readonly hooks: HookTable;
  readonly permissions: { readonly mode: PermissionMode; readonly rules: readonly PermissionRule[] };
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
  readonly sessionsDir: string | undefined;
  /** This process's environment; children get a part of it. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface ChosenModel {
  readonly provider: ModelProvider;
  readonly plan: ModelPlan;
  /** Why this one and not an earlier choice. */
  readonly why?: string | undefined;
}
