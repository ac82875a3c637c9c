import type { Block, CallEnvironment, Clock } from '@loadout/core';
import type { AgentSpec } from '../agent/agent-spec.js';
import type { SessionServices } from '../plugins/services.js';
import type { AgentEvent } from '../report/events.js';
import type { OpenSession } from '../session/session.js';
import type { Exchanges } from './exchange.js';

/** The part of a run that is settled before anything else of it is made. */
export interface Ground {
  readonly spec: AgentSpec;
  readonly session: OpenSession;
  /** The id of the whole tree of agents; `session` is the record of this one. */
  readonly sessionId: string;
  /** `main`, or the id of an agent that another one started. */
  readonly agentId: string;
  /** The run that started it. */
  readonly parent?: Above | undefined;
  /** The environment of child processes. */
  readonly env: Readonly<Record<string, string>>;
  readonly clock: Clock;
  readonly emit: (event: AgentEvent) => void;
  readonly services: SessionServices;
  /** Rate limits that were warned of, in the whole tree of agents. */
  readonly warnedLimits: Set<string>;
}

/** A run, as the runs that it starts see it. */
export type Above = Ground & Exchanges;

/** The environment that calls and hooks run with. */
export interface Calling {
  readonly calls: Omit<CallEnvironment, 'turn'>;
}

/** A text for the model from a hook or from the loop itself, marked as not the user's. */
export const reminder = (text: string): Block => ({ type: 'text', text: `<system-reminder>\n${text}\n</system-reminder>` });
