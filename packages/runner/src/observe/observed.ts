import { redactor } from '../place/redact.js';
import type { AgentEvent } from '../report/events.js';
import type { RunObserver } from '../report/run-observer.js';
import type { OpenSession } from '../session/session.js';
import type { AgentSpec } from '../spec/agent-spec.js';

export interface Observed {
  readonly observer: RunObserver | undefined;
  readonly emit: (event: AgentEvent) => void;
}

/** Begins to observe a run, and passes its events on. */
export function observed(
  { observer, secrets, name, host }: Pick<AgentSpec, 'observer' | 'secrets' | 'name' | 'host'>,
  session: Pick<OpenSession, 'id' | 'header' | 'source' | 'cwd'>,
  emit: (event: AgentEvent) => void,
): Observed {
  if (observer === undefined) return { observer: undefined, emit };
  const run = observer.begin({
    sessionId: session.id,
    agent: name,
    cwd: session.cwd,
    source: session.source,
    artifactDir: session.header.artifactDir,
    host,
    redact: redactor(secrets),
  });
  return {
    observer: run,
    emit: (event) => {
      run.event(event);
      emit(event);
    },
  };
}
