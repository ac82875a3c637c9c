import type { CallEnvironment, Clock } from '@loadout/core/run';
import type { AgentBudget } from '../money/agent-budget.js';
import type { SessionServices } from '../plugins/services.js';
import type { AgentEvent } from '../report/events.js';
import type { RunObserver } from '../report/run-observer.js';
import type { OpenSession } from '../session/session.js';
import type { AgentSpec } from '../spec/agent-spec.js';
import type { Exchanges } from './exchange.js';

/** The part of a run that exists before any other part. */
export interface RunContext {
  readonly spec: AgentSpec;
  readonly session: OpenSession;
  /** The id of the whole tree of agents. `session` is the record of this agent. */
  readonly sessionId: string;
  /** `main`, or the id of a subagent. */
  readonly agentId: string;
  /** The run that started this run. */
  readonly parent?: Above | undefined;
  /** The environment of child processes. */
  readonly env: Readonly<Record<string, string>>;
  readonly clock: Clock;
  readonly emit: (event: AgentEvent) => void;
  readonly observer: RunObserver | undefined;
  readonly services: SessionServices;
  /** Rate limits for which a warning was given, in the whole tree of agents. */
  readonly warnedLimits: Set<string>;
  /** The money of this agent and of the agents under it. */
  readonly budget: AgentBudget;
}

/** A run as seen by the runs that it starts. */
export type Above = RunContext & Exchanges;

/** Returns the session of the whole tree of agents. `session` of a run is that of one agent. */
export const rootSession = ({ session, parent }: Pick<RunContext, 'session' | 'parent'>): OpenSession =>
  parent === undefined ? session : rootSession(parent);

/** All that a call or a hook needs, as it is when it begins. */
export type CallParts = Omit<CallEnvironment, 'turn'>;

export interface Calling {
  readonly calls: () => CallParts;
}
