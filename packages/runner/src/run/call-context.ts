import type { Calling, Ground } from '../ground/ground.js';
import type { EnvironmentFile } from '../hooks/environment-file.js';
import type { Rules } from '../permissions/rules.js';
import type { Toolbox } from '../skills/toolbox.js';

type Run = Ground & Pick<Rules, 'permissions'> & Pick<Toolbox, 'skills'>;

/** Returns the maker of the contexts of calls. Without any hook, no hook has written an environment. */
export function contextsOf(run: Run, environment: EnvironmentFile): Calling['calls']['contextFor'] {
  const { agentId, emit, env, observer, permissions, services, session, sessionId, skills } = run;
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
    env: withVariables(skills.hooks.size === 0 ? env : environment.env, observer?.variables(id)),
    cwd: session.cwd,
    roots: permissions.roots,
    toolUseId: id,
    signal,
    progress,
  });
}

const withVariables = (env: Ground['env'], variables: Ground['env'] | undefined): Ground['env'] =>
  variables === undefined ? env : { ...env, ...variables };
