import { messageOf } from '@loadout/core';
import type { Plan } from '@loadout/core/run';
import { resolveInstalled } from '../plugins/resolve-plugin.js';
import { errors } from '../report/errors.js';
import type { AgentEvent } from '../report/events.js';
import type { Observer, RunObserver } from '../report/run-observer.js';
import { redactor } from '../secrets/redact.js';
import type { OpenSession } from '../session/session.js';
import type { AgentSpec } from '../spec/agent-spec.js';

const USE = '@loadout/otel';

interface OtelPackage {
  readonly observerOf: (
    options: Readonly<Record<string, unknown>>,
    env: Readonly<Record<string, string | undefined>>,
  ) => Observer | undefined;
}

/**
 * Loads the observer that the plan or `LOADOUT_TELEMETRY=1` asks for. Otherwise loads nothing. No project's package is loaded, as
 * in `installedPackage`. Throws OTEL_MISSING, OTEL_FAILED.
 */
export async function loadObserver(
  { telemetry }: Pick<Plan, 'telemetry'>,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Observer | undefined> {
  const wished = telemetry?.otel ?? env.LOADOUT_TELEMETRY === '1';
  if (wished === false || env.OTEL_SDK_DISABLED === 'true') return undefined;
  const entry = resolveInstalled(USE);
  if (entry === undefined) throw errors.OTEL_MISSING({ use: USE });
  try {
    const { observerOf } = (await import(entry)) as OtelPackage;
    return observerOf(wished === true ? {} : wished, env);
  } catch (error) {
    throw errors.OTEL_FAILED({ use: USE, problem: messageOf(error) }, { cause: error });
  }
}

interface Observed {
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
