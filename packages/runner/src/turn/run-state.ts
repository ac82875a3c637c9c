import type { Block, CallEnvironment, ModelRequest, SkillPlan } from '@loadout/core';
import type { AgentSpec } from '../agent/agent-spec.js';
import type { WatchedFiles } from '../hooks/watched-files.js';
import type { RunModel } from '../model/run-model.js';
import type { Totals } from '../model/usage.js';
import type { Permissions } from '../permissions/permissions.js';
import type { Surroundings } from '../place/surroundings.js';
import type { SessionServices } from '../plugins/services.js';
import type { AgentEvent, CallSummary, Denial, RunResult } from '../report/events.js';
import type { OpenSession } from '../session/session.js';
import type { RunSkills } from '../skills/run-skills.js';
import type { Deferral } from '../tools/deferral.js';
import type { RunTools } from '../tools/run-tools.js';
import type { Exchange } from './exchange.js';
import type { RunInbox } from './inbox.js';

/** One run: what it works with, and the counts that its result reports. */
export interface RunState {
  readonly spec: AgentSpec;
  /** That of the whole tree of agents; `session` is the record of this one. */
  readonly sessionId: string;
  /** `main`, or the id of an agent that another one started. */
  readonly agentId: string;
  /** The run that started it. */
  readonly parent?: RunState | undefined;
  /** Told when it has answered and waits for its inbox. */
  readonly onIdle?: ((text: string) => void) | undefined;
  readonly startUnder: StartUnder;
  readonly session: OpenSession;
  readonly permissions: Permissions;
  readonly tools: RunTools;
  readonly model: RunModel;
  readonly inbox: RunInbox;
  readonly deferral: Deferral;
  readonly skills: RunSkills;
  readonly surroundings: Surroundings;
  readonly watched: WatchedFiles;
  readonly services: Pick<SessionServices, 'find'>;
  readonly calls: Omit<CallEnvironment, 'turn'>;
  readonly request: Omit<ModelRequest, 'messages'>;
  /** Aborted when the whole session is given up. */
  readonly lifetime: AbortSignal;
  /** What is being done now; `signal`, `counts` and `output` are its. */
  exchange: Exchange;
  /** Aborted on interrupt. */
  readonly signal: AbortSignal;
  readonly emit: (event: AgentEvent) => void;
  readonly counts: Counts;
  /** It ends what it is asked when it has answered, and hears of work in the background with what it is asked next. */
  readonly isConversation: boolean;
  readonly compaction: CompactionState;
  /** Rate limits that were warned of, in the whole tree of agents. */
  readonly warnedLimits: Set<string>;
  /** The answer that fits the output schema, once there is one. */
  readonly output: { value?: unknown };
}

/** Starts the loop of an agent under another one; what it is to be has been put together. */
export type StartUnder = (
  spec: AgentSpec,
  work: {
    readonly session: OpenSession;
    readonly prompt: string;
    readonly signal: AbortSignal;
    readonly emit: (event: AgentEvent) => void;
    readonly under: Under;
  },
) => {
  /** Never rejects. */
  readonly result: Promise<RunResult>;
  /** False: it has ended. */
  readonly send: (text: string) => boolean;
  readonly interrupt: () => void;
};

/** Where an agent stands that another one started. */
export interface Under {
  readonly parent: RunState;
  readonly agentId: string;
  readonly permissions: Permissions;
  /** In use from its first turn on. */
  readonly skill?: SkillPlan | undefined;
  /** Until it settles the agent waits, when it has answered, for what its inbox brings. */
  readonly stay?: Promise<unknown> | undefined;
  readonly onIdle?: ((text: string) => void) | undefined;
}

export interface Counts {
  totals: Totals;
  /** Messages of the model. */
  turns: number;
  /** Turns that ran tools; what `limits.turns` counts. */
  toolTurns: number;
  /** Its own and those of the agents that it started, as `totals` are. */
  toolCalls: number;
  outputTries: number;
  /** Of any kind, to any model. */
  requests: number;
  modelMs: number;
  spilled: number;
  readonly calls: CallSummary[];
  readonly denials: Denial[];
}

export interface CompactionState {
  /** In a row; at three no more is tried. */
  failures: number;
  /** `counts.turns` when the last one was done. */
  doneAtTurn?: number | undefined;
  /** It was done because the provider had refused the conversation, and no turn has come through since. */
  afterOverflow: boolean;
}

/** What a hook or the loop itself tells the model, beside what the user said. */
export const reminder = (text: string): Block => ({ type: 'text', text: `<system-reminder>\n${text}\n</system-reminder>` });
