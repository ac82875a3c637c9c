import type { SessionEvent } from '@loadout/core/run';
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
    emit: (event: SessionEvent) => emit(readEvent(event)),
  };
  return ({ id, signal, progress }) => ({
    ...common,
    env: withVariables(skills.hooks.size === 0 ? env : environment.env, observer?.variables(id)),
    cwd: session.cwd,
    // A copy: the rules are held against the folders themselves.
    roots: [...permissions.roots],
    toolUseId: id,
    signal,
    progress,
  });
}

const SENT: Readonly<Record<SessionEvent['type'], true>> = {
  ToolListChanged: true,
  ResourceListChanged: true,
  PromptListChanged: true,
  TodoListUpdated: true,
};

/** The events that a tool may send. The others say what the run itself did, and no tool may say that in its place. */
function readEvent(event: SessionEvent): SessionEvent {
  const copy = JSON.parse(JSON.stringify(event) ?? 'null') as SessionEvent | null;
  if (copy === null || !Object.hasOwn(SENT, copy.type))
    throw new TypeError(
      `A tool sends no event ${JSON.stringify(copy)?.slice(0, 200)}. It sends ${Object.keys(SENT).join(', ')}.`,
    );
  return copy;
}

const withVariables = (env: Ground['env'], variables: Ground['env'] | undefined): Ground['env'] => ({ ...env, ...variables });
