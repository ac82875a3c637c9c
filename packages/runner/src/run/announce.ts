import type { Ground } from '../ground/ground.js';
import type { Rules } from '../permissions/rules.js';
import type { Toolbox } from '../skills/toolbox.js';

type Run = Pick<Ground, 'emit' | 'session' | 'spec'> & Pick<Rules, 'permissions'> & Pick<Toolbox, 'tools'>;

/** Emits `init` with the run's model, tools and session, and the notes of the session. */
export function announce({ spec, session, tools: { pool }, permissions, emit }: Run): void {
  const model = { id: spec.model.plan.id, provider: spec.model.plan.provider, why: spec.model.why };
  const tools = pool.tools.map((tool) => tool.name);
  emit({
    type: 'init',
    init: {
      sessionId: session.id,
      transcript: session.place.file,
      agent: spec.name,
      model,
      cwd: session.cwd,
      tools,
      permissionMode: permissions.mode,
      source: session.source,
    },
  });
  for (const message of session.notes) emit({ type: 'notice', message });
}
