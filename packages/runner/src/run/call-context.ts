import type { CallEnvironment } from '@loadout/core';
import type { Ground } from '../ground/ground.js';
import type { EnvironmentFile } from '../hooks/environment-file.js';
import type { Rules } from '../permissions/rules.js';

type Run = Pick<Ground, 'agentId' | 'emit' | 'services' | 'session' | 'sessionId'> & Pick<Rules, 'permissions'>;

/** The context of each call: where it works, what it may ask for, and its own signal. */
export function callContext(run: Run, environment: EnvironmentFile): CallEnvironment['contextFor'] {
  const { agentId, emit, permissions, services, session, sessionId } = run;
  const common = {
    sessionId,
    agentId,
    artifactDir: session.header.artifactDir,
    get: services.get.bind(services),
    find: services.find.bind(services),
    emit,
  };
  return ({ id, signal, progress }) => ({
    ...common,
    env: environment.env,
    cwd: session.cwd,
    roots: permissions.roots,
    toolUseId: id,
    signal,
    progress,
  });
}
