import { type CallEnvironment, type HookSaid, isRepeatable, RestrictionStack, ruleText } from '@loadout/core';
import { EnvironmentFile } from '../hooks/environment-file.js';
import { hookBase } from '../hooks/hook-base.js';
import { hookParts } from '../hooks/hook-parts.js';
import { systemClock } from '../place/clock.js';
import { redactor } from '../place/redact.js';
import type { SessionServices } from '../plugins/services.js';
import type { AgentEvent } from '../report/events.js';
import { spillInto } from '../session/artifacts.js';
import type { RunState } from '../turn/run-state.js';

type Parts = Pick<RunState, 'spec' | 'session' | 'emit' | 'agentId' | 'permissions' | 'tools' | 'sessionId'> & {
  readonly services: SessionServices;
  readonly env: Readonly<Record<string, string>>;
  readonly run: () => RunState;
};

/** What the calls of one run are made with. */
export function callEnvironment(parts: Parts): RunState['calls'] {
  const { spec, session, emit, agentId, permissions, tools, services, env, run } = parts;
  const { artifactDir } = session.header;
  const environment = new EnvironmentFile(run, env);
  const context = {
    sessionId: parts.sessionId,
    agentId,
    artifactDir,
    get: services.get.bind(services),
    find: services.find.bind(services),
    emit,
  };
  const calls: RunState['calls'] = {
    get pool() {
      return tools.pool;
    },
    get hooks() {
      return run().skills.hooks;
    },
    ...hookParts(spec, { run, environment }),
    restrictions: new RestrictionStack('intersect'),
    permissions: () => permissions.layers,
    asker: () => permissions.asker,
    updatePermissions: (updates) => permissions.update(updates),
    clock: systemClock,
    get signal() {
      return run().signal;
    },
    emit: (event) => emit(event.type === 'hook_message' ? shownToPerson(event) : event),
    inputBounds: { chars: spec.limits.toolInputChars, depth: spec.limits.toolInputDepth },
    base: hookBase(run),
    contextFor: (call) => ({
      ...context,
      env: environment.env,
      cwd: session.cwd,
      roots: permissions.roots,
      toolUseId: call.id,
      signal: call.signal,
      progress: call.progress,
    }),
    spill: spec.sessions.keepResults === false ? undefined : spillInto(artifactDir, redactor(spec.secrets)),
    journal: {
      started: async (call) => {
        const repeatable = isRepeatable(call);
        session.record({ t: 'started', id: call.id, name: call.tool.name, repeatable });
        // A call that must not run twice waits until that it started would outlast a loss of power.
        if (!repeatable) await session.sync();
        run().skills.fitting.worksOn(call.accesses);
        const { reason, rule } = call.permission;
        emit({
          type: 'permitted',
          id: call.id,
          name: call.tool.name,
          reason,
          ...(rule === undefined ? {} : { rule: ruleText(rule) }),
        });
      },
    },
  };
  return calls satisfies Omit<CallEnvironment, 'turn'>;
}

const shownToPerson = ({ event, tool, toolUseId, message }: HookSaid): AgentEvent => ({
  type: 'notice',
  message: `${tool === undefined ? event : `${event}:${tool}`} says: ${message}`,
  level: 'info',
  toolUseId,
});
