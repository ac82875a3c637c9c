import type { SkillPlan } from '@loadout/core';
import type { AgentSpec } from '../agent/agent-spec.js';
import type { Above } from '../ground/ground.js';
import type { Permissions } from '../permissions/permissions.js';
import type { AgentEvent, RunResult } from '../report/events.js';
import type { OpenSession } from '../session/session.js';

/** Starts the loop of an agent under another one; what it is to be has been put together. */
export type StartUnder = (spec: AgentSpec, work: Started) => RunningAgent;

export interface Started {
  readonly session: OpenSession;
  readonly prompt: string;
  readonly signal: AbortSignal;
  readonly emit: (event: AgentEvent) => void;
  readonly under: Under;
}

export interface RunningAgent {
  /** Never rejects. */
  readonly result: Promise<RunResult>;
  /** False: it has ended. */
  readonly send: (text: string) => boolean;
  readonly interrupt: () => void;
}

/** Where an agent stands that another one started. */
export interface Under {
  readonly parent: Above;
  readonly agentId: string;
  readonly permissions: Permissions;
  /** In use from its first turn on. */
  readonly skill?: SkillPlan | undefined;
  /** Until it settles the agent waits, when it has answered, for what its inbox brings. */
  readonly stay?: Promise<unknown> | undefined;
  readonly onIdle?: ((text: string) => void) | undefined;
}
