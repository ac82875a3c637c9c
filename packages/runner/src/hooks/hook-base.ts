import { randomUUID } from 'node:crypto';
import type { HookBase } from '@loadout/core';
import type { AgentSpec } from '../agent-spec.js';
import type { RunPermissions } from '../run-permissions.js';
import type { OpenSession } from '../session/open-session.js';

/** What every event tells, as it is when the event is fired. A run is about one prompt, and so is its id. Source: HOOK-05. */
export function hookBase({
  spec,
  session,
  permissions,
}: {
  readonly spec: AgentSpec;
  readonly session: OpenSession;
  readonly permissions: RunPermissions;
}): () => HookBase {
  const prompt_id = randomUUID();
  const { effort: level } = spec.model.plan;
  return () => ({
    session_id: session.id,
    transcript_path: session.place.file,
    cwd: session.cwd,
    permission_mode: permissions.mode,
    agent_id: 'main',
    agent_type: spec.name,
    prompt_id,
    ...(level === undefined ? {} : { effort: { level } }),
  });
}
