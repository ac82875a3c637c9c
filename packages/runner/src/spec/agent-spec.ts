import type { AnyTool, JsonSchema, PermissionMode, ServiceOffer, UserQuestions } from '@loadout/core';
import type { Missing, ModelPlan, ModelProvider } from '@loadout/core/model';
import type {
  AgentPlan,
  Asker,
  BudgetKeeper,
  Checkpoints,
  HookPlan,
  HookTable,
  LimitsPlan,
  PermissionQuestion,
  PermissionRule,
  Plan,
  SandboxPlan,
  ToolPool,
  ToolSource,
  ToolSourceSession,
} from '@loadout/core/run';
import type { SessionStore } from '@loadout/sessions';
import type { ModelText } from '../prompts/model-texts.js';
import type { HostSetup, Observer } from '../report/run-observer.js';

/** A prepared agent: everything that is the same for each of its runs. */
export interface AgentSpec {
  readonly plan: Plan;
  /** The agent's entry in the plan, with the options of its caller in the place of what it says. */
  readonly agent: AgentPlan;
  /** 0 for the agent that a person or a program started; one more for each level of subagents. */
  readonly depth: number;
  readonly name: string;
  readonly model: ChosenModel;
  /** Loads another model by alias or `provider/id`. Throws MODEL_UNKNOWN or MODEL_NONE. */
  readonly modelFor: (name: string) => Promise<ChosenModel>;
  /** Models to try, in order, when the model cannot be reached. */
  readonly fallbackModels: readonly string[];
  /** The model of subagents that name none. Absent: the model of the agent that starts them. */
  readonly subagentModel?: string | undefined;
  readonly toolAliases: Readonly<Record<string, string>>;
  /** The pool as known before a run. */
  readonly pool: ToolPool;
  readonly toolSources: readonly ToolSource[];
  /** Says why an agent has no tools of a server that its parent knows. Absent: it has no parent. */
  readonly whyMissing?: ((name: string) => ModelText | undefined) | undefined;
  /** Returns the pool with the tools of its sources. Throws if a name is taken. */
  readonly poolWith: (tools: readonly AnyTool[]) => ToolPool;
  /** Returns the mounted tools that pass other lists. */
  readonly poolFor: (wishes: ToolWishes, tools: readonly AnyTool[]) => ToolPool;
  /** Names and patterns removed from this agent's tools and from its subagents' tools. */
  readonly disallowed: readonly string[];
  /** Returns whether the agent or an agent that it starts could see a tool with this prefix. */
  readonly mayOffer: (prefix: string) => boolean;
  /** Returns whether a source could have a tool, or tools of a pattern, before any source is open. */
  readonly mayCome: (name: string) => boolean;
  readonly hooks: HookTable;
  /** Returns the agent's hooks together with the given hooks. */
  readonly withHooks: (plans: readonly HookPlan[]) => Promise<HookTable>;
  /** Returns only the given hooks. */
  readonly makeHooks: (plans: readonly HookPlan[]) => Promise<HookTable>;
  /** If true, events also report the start, the output and the answer of hooks (HOOK-26). */
  readonly hookEvents: boolean;
  readonly permissions: {
    readonly mode: PermissionMode;
    readonly planAsks?: boolean | undefined;
    readonly rules: readonly PermissionRule[];
    readonly waiting?: readonly PermissionRule[] | undefined;
  };
  readonly expandsMentions: boolean;
  readonly claudeVariables: boolean;
  readonly modeBounds: ModeBounds;
  readonly sandbox: SandboxPlan | undefined;
  /** The model for work beside the conversation. Its provider is loaded at the first use. */
  readonly smallModel: (() => Promise<ChosenModel>) | undefined;
  /** The working directories, workspace first. Absolute, with links resolved. */
  readonly roots: readonly [string, ...string[]];
  readonly limits: LimitsPlan;
  /** `session`: `limits.usd` counts what earlier runs of the session have spent. `run`: it begins with each run. */
  readonly usdFor: 'session' | 'run';
  readonly budgets: BudgetKeeper | undefined;
  readonly output:
    | { readonly schema: JsonSchema; readonly retries: number; readonly tool: (keep: (value: unknown) => void) => AnyTool }
    | undefined;
  readonly services: readonly ServiceOffer<unknown>[];
  readonly ask: Asker | undefined;
  readonly answer: AskPerson | undefined;
  readonly elicit: ToolSourceSession['elicit'] | undefined;
  /** The declared secrets and the credentials of providers known so far. */
  readonly secrets: () => readonly string[];
  readonly sessions: Plan['sessions'] & { readonly store: SessionStore };
  /** The package of checkpoints, if `sessions.checkpoints` is on. */
  readonly checkpoints: Checkpoints | undefined;
  /** If true, events include the provider's raw events, for hosts that show a message while it grows. */
  readonly rawEvents: boolean;
  /** The folder to which each run adds its events as `<sessionId>/trace.jsonl`; `true`: the session's results folder. */
  readonly trace: string | true | undefined;
  readonly observer: Observer | undefined;
  readonly host: HostSetup | undefined;
  /** This process's environment. Child processes get a part of it. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The tools that an agent sees: the first list (`undefined`: all tools) without the second list. */
export interface ToolWishes {
  readonly allowed: readonly string[] | undefined;
  readonly disallowed: readonly string[];
}

/** The modes that a run may use. */
interface ModeBounds {
  /** The widest mode that the settings of the user and the administrator permit. */
  readonly widest: PermissionMode | undefined;
  readonly allowBypass: boolean;
  /** If true, the mode was chosen for this run, so a resumed session does not restore its own mode. */
  readonly isChosen: boolean;
}

export interface ChosenModel {
  readonly provider: ModelProvider;
  readonly plan: ModelPlan;
  /** The reason why the models before it in the list are left out. Absent: it is the first. */
  readonly passed?: Missing | undefined;
}

/** The agent that asks, as a `PermissionQuestion` names it. An agent of a run that is not a subagent is not named. */
type AskingAgent = Partial<Pick<PermissionQuestion, 'agentId' | 'agentName' | 'answerNow'>>;

/**
 * Asks a person the model's questions, as `UserQuestions` does. To wait for an answer that comes later, it throws CALL_DEFERRED:
 * the run ends as deferred, and the resumed session asks again.
 */
export type AskPerson = (
  questions: Parameters<UserQuestions['ask']>[0],
  context: { readonly toolUseId: string; readonly signal: AbortSignal } & AskingAgent,
) => ReturnType<UserQuestions['ask']>;

/** Names a subagent to the person. The innermost agent is the agent that asks, and every agent above it has to wait. */
export const askPersonUnder = (ask: AskPerson | undefined, { answerNow, ...agent }: AskingAgent): AskPerson | undefined =>
  ask === undefined
    ? undefined
    : (questions, context) =>
        ask(questions, { ...agent, ...context, answerNow: answerNow === true || context.answerNow === true });
