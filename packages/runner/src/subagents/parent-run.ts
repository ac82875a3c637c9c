import type { SkillPlan } from '@loadout/core/run';
import type { AskingCall, RunResult } from '@loadout/sessions';
import type { Above } from '../context/run-context.js';
import type { Permissions } from '../permissions/permissions.js';
import type { AgentEvent } from '../report/events.js';
import type { OpenSession } from '../session/session.js';
import type { AgentSpec } from '../spec/agent-spec.js';

/** Starts the loop of a prepared agent under another agent. */
export type StartSubagent = (spec: AgentSpec, work: Started) => RunningAgent;

export interface Started {
  readonly session: OpenSession;
  /** The task. Absent: the agent continues where its last process ended. */
  readonly prompt?: string | undefined;
  readonly by?: AskingCall | undefined;
  readonly signal: AbortSignal;
  readonly emit: (event: AgentEvent) => void;
  readonly parentRun: ParentRun;
}

export interface RunningAgent {
  /** The result. Never rejects. */
  readonly result: Promise<RunResult>;
  /** Sends a text. False: the agent has ended. */
  readonly send: (text: string) => boolean;
  readonly interrupt: () => void;
}

/** The surroundings of a subagent: its parent's run and limits. */
export interface ParentRun {
  readonly parent: Above;
  readonly agentId: string;
  readonly permissions: Permissions;
  /** A skill in use from the first turn on. */
  readonly skill?: SkillPlan | undefined;
  /** Keeps the agent waiting for messages, after its answer, until this promise settles. */
  readonly stay?: Promise<unknown> | undefined;
  readonly onIdle?: ((text: string) => void) | undefined;
}
