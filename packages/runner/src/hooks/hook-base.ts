import type { HookBase } from '@loadout/core';
import type { Exchanges } from '../ground/exchange.js';
import type { Ground } from '../ground/ground.js';
import type { Rules } from '../permissions/rules.js';

/** Returns the fields that every event has, at the time of firing. Source: HOOK-05. */
export const hookBase = (run: Ground & Pick<Exchanges, 'exchange'> & Pick<Rules, 'permissions'>) => (): HookBase => {
  const { spec, session, sessionId, agentId, permissions, exchange } = run;
  const root = rootOf(run);
  const { effort: level } = spec.model.plan;
  return {
    session_id: sessionId,
    // The transcript of `session_id`, also for a subagent. The stop event of a subagent names the subagent's own transcript.
    transcript_path: root.session.place.file,
    cwd: session.cwd,
    permission_mode: permissions.mode,
    agent_id: agentId,
    agent_type: spec.name,
    ...(exchange.promptId === undefined ? {} : { prompt_id: exchange.promptId }),
    ...(level === undefined ? {} : { effort: { level } }),
  };
};

const rootOf = (run: Ground): Ground => (run.parent === undefined ? run : rootOf(run.parent));
