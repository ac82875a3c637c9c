import type { HookSet, ServiceOffer, SessionScope, ToolSource } from '@loadout/core';
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

/** The schedules of all sessions of one mount. */
export function openSchedules({
  stateDir,
  options,
}: {
  readonly stateDir: string;
  readonly options: ScheduleOptions;
}): OpenSchedules {
  const open = new Map<string, SessionSchedule>();
  const scheduleOf = ({ sessionId, roots }: Pick<SessionScope, 'sessionId' | 'roots'>) => {
    const store = new JobStore(scheduleFolder(stateDir, roots[0] ?? ''));
    const schedule = open.get(sessionId) ?? new SessionSchedule({ sessionId, store, clock: systemClock, options });
    open.set(sessionId, schedule);
    return schedule;
  };
  const close = (sessionId: string) => {
    open.get(sessionId)?.close();
    open.delete(sessionId);
  };
  /** Agents under an agent open the source too, and end before it does. */
  const readers = new Map<string, number>();
  const leave = (sessionId: string) => {
    const left = (readers.get(sessionId) ?? 1) - 1;
    if (left > 0) readers.set(sessionId, left);
    else {
      readers.delete(sessionId);
      close(sessionId);
    }
  };
  // The source is not opened in every session that has a schedule.
  const end = (schedule: SessionSchedule) => {
    schedule.close();
    for (const [id, one] of open) if (one === schedule) open.delete(id);
  };
  const waiting = (sessionId: string, agentId: string) => (agentId === 'main' ? (open.get(sessionId)?.drain() ?? []) : []);
  return {
    service: { service: Schedule, shared: true, create: scheduleOf, dispose: end },
    source: {
      keptInState: true,
      open(session) {
        const { sessionId } = session;
        const restored = scheduleOf(session).restore();
        readers.set(sessionId, (readers.get(sessionId) ?? 0) + 1);
        return {
          ready: () => restored,
          tools: () => [],
          onChange: () => {},
          close: async () => leave(sessionId),
        };
      },
    },
    hooks: {
      PostToolUse: {
        ...HOOK,
        run: ({ session_id, agent_id }) => {
          const texts = waiting(session_id, agent_id);
          return texts.length === 0 ? {} : { hookSpecificOutput: { additionalContext: texts.join('\n\n') } };
        },
      },
      Stop: {
        ...HOOK,
        run: ({ session_id, agent_id }) => {
          const texts = waiting(session_id, agent_id);
          return texts.length === 0 ? {} : { decision: 'block', reason: texts.join('\n\n') };
        },
      },
    },
  };
}
