import type { HookSet, ServiceOffer, SessionScope } from '@loadout/core';
import type { ToolSource } from '@loadout/core/run';
import type { ScheduleOptions } from '../options.js';
import { JobStore, scheduleFolder } from '../store/job-store.js';
import { systemClock } from '../wall-clock.js';
import { Schedule, SessionSchedule } from './session-schedule.js';

export interface OpenSchedules {
  readonly service: ServiceOffer<SessionSchedule>;
  /** Brings no tool: it is how a session that is gone on with gets its durable jobs back. */
  readonly source: ToolSource;
  readonly hooks: HookSet;
}

/** Before a job was made or brought back, none can be due. */
const HOOK = { name: 'schedule', afterUse: true } as const;

interface MountOptions {
  readonly stateDir: string;
  readonly options: ScheduleOptions;
}

/** The schedules of all sessions of one mount, as a service, a source and hooks. */
export function openSchedules(mount: MountOptions): OpenSchedules {
  const sessions = new SessionSchedules(mount);
  return {
    service: {
      service: Schedule,
      shared: true,
      create: (session) => sessions.of(session),
      dispose: (schedule) => sessions.end(schedule),
    },
    source: sourceOf(sessions),
    hooks: hooksOf(sessions),
  };
}

type Session = Pick<SessionScope, 'sessionId' | 'roots'>;

class SessionSchedules {
  readonly #mount: MountOptions;
  readonly #open = new Map<string, SessionSchedule>();
  /** Agents under an agent open the source too, and end before it does. */
  readonly #readers = new Map<string, number>();

  constructor(mount: MountOptions) {
    this.#mount = mount;
  }

  of({ sessionId, roots }: Session): SessionSchedule {
    const known = this.#open.get(sessionId);
    if (known !== undefined) return known;
    const store = new JobStore(scheduleFolder(this.#mount.stateDir, roots[0] ?? ''));
    const made = new SessionSchedule({ sessionId, store, clock: systemClock, options: this.#mount.options });
    this.#open.set(sessionId, made);
    return made;
  }

  enter(session: Session): Promise<void> {
    const restored = this.of(session).restore();
    this.#readers.set(session.sessionId, (this.#readers.get(session.sessionId) ?? 0) + 1);
    return restored;
  }

  leave(sessionId: string): void {
    const left = (this.#readers.get(sessionId) ?? 1) - 1;
    if (left > 0) {
      this.#readers.set(sessionId, left);
      return;
    }
    this.#readers.delete(sessionId);
    this.#open.get(sessionId)?.close();
    this.#open.delete(sessionId);
  }

  /** The source is not opened in every session that has a schedule. */
  end(schedule: SessionSchedule): void {
    schedule.close();
    for (const [id, one] of this.#open) if (one === schedule) this.#open.delete(id);
  }

  /** Takes the texts that are due for the main agent of a session. */
  waiting(sessionId: string, agentId: string): readonly string[] {
    return agentId === 'main' ? (this.#open.get(sessionId)?.drain() ?? []) : [];
  }
}

const sourceOf = (sessions: SessionSchedules): ToolSource => ({
  mayHave: () => false,
  keptInState: true,
  open(session) {
    const restored = sessions.enter(session);
    return {
      ready: () => restored,
      tools: () => [],
      onChange: () => {},
      close: async () => sessions.leave(session.sessionId),
    };
  },
});

const hooksOf = (sessions: SessionSchedules): HookSet => ({
  PostToolUse: {
    ...HOOK,
    run: ({ session_id, agent_id }) => {
      const texts = sessions.waiting(session_id, agent_id);
      return texts.length === 0 ? {} : { hookSpecificOutput: { additionalContext: texts.join('\n\n') } };
    },
  },
  Stop: {
    ...HOOK,
    run: ({ session_id, agent_id }) => {
      const texts = sessions.waiting(session_id, agent_id);
      return texts.length === 0 ? {} : { decision: 'block', reason: texts.join('\n\n') };
    },
  },
});
