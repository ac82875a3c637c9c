import { randomUUID } from 'node:crypto';
import type { HookBase } from '@loadout/core';
import type { RunState } from '../turn/run-state.js';

/** What every event tells, as it is when the event is fired. A run is about one prompt, and so is its id. Source: HOOK-05. */
export function hookBase({
  spec,
  session,
  sessionId,
  agentId,
  permissions,
}: Pick<RunState, 'spec' | 'session' | 'sessionId' | 'agentId' | 'permissions'>): () => HookBase {
  const prompt_id = randomUUID();
  const { effort: level } = spec.model.plan;
  return () => ({
    session_id: sessionId,
    transcript_path: session.place.file,
    cwd: session.cwd,
    permission_mode: permissions.mode,
    agent_id: agentId,
    agent_type: spec.name,
    prompt_id,
    ...(level === undefined ? {} : { effort: { level } }),
  });
}
