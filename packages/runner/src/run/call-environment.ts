import { type CallEvent, type HookSaid, isRepeatable, ruleText, type SessionEvent } from '@loadout/core/run';
import { spillInto } from '@loadout/sessions';
import type { Exchanges } from '../context/exchange.js';
import type { Calling, CallParts, RunContext } from '../context/run-context.js';
import { EnvironmentFile } from '../hooks/environment-file.js';
import type { Rules } from '../permissions/permissions.js';
import type { AgentEvent } from '../report/events.js';
import { redactor } from '../secrets/redact.js';
import type { OpenSession } from '../session/session.js';
import type { Toolbox } from '../skills/toolbox.js';
import { recordedSubject } from '../turn/after-calls.js';
import { hookParts } from './hook-parts.js';

type Run = RunContext & Pick<Rules, 'permissions'> & Pick<Toolbox, 'folderTexts' | 'skills'>;

/** Returns the maker of the contexts of calls. Without any hook, no hook has written an environment. */
function contextsOf(run: Run, environment: EnvironmentFile): CallParts['contextFor'] {
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
    roots: [...permissions.layers.roots],
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

const withVariables = (env: RunContext['env'], variables: RunContext['env'] | undefined): RunContext['env'] => ({
  ...env,
  ...variables,
});

type HookRan = Extract<CallEvent, { readonly type: 'hook' }>;

/** Makes the environment of the calls of one run. */
export function callEnvironment(run: RunContext & Exchanges & Rules & Toolbox): Calling {
  const { spec, session, emit, permissions, tools, skills } = run;
  const { artifactDir } = session.header;
  const environment = new EnvironmentFile(run, skills);
  const lasting: Omit<CallParts, 'pool' | 'hooks' | 'signal'> = {
    ...hookParts(run, { environment, calls: () => calls() }),
    restrictions: run.restrictions,
    whyMissing: (name) => tools.whyMissing(name) ?? spec.whyMissing?.(name),
    permissions: () => permissions.layers,
    asker: () => permissions.asker,
    updatePermissions: (updates) => permissions.update(updates),
    clock: run.clock,
    emit: (event) => {
      if (event.type === 'hook') recordHook(session, event);
      emit(event.type === 'hook_message' ? shownToPerson(event) : event);
    },
    inputBounds: { chars: spec.limits.toolInputChars, depth: spec.limits.toolInputDepth },
    contextFor: contextsOf(run, environment),
    spill: spec.sessions.keepResults === false ? undefined : spillInto(artifactDir, redactor(spec.secrets)),
    journal: { started: (call) => recordStart(call, run) },
  };
  const calls = (): CallParts => ({ ...lasting, pool: tools.pool, hooks: skills.hooks, signal: run.signal });
  return { calls };
}

type StartedCall = Parameters<NonNullable<CallParts['journal']>['started']>[0];
type Starting = Pick<RunContext, 'emit' | 'session'> & Pick<Toolbox, 'folderTexts' | 'skills'>;

/** Records a call before it runs. The record of a call that must not run twice survives a loss of power. */
async function recordStart(call: StartedCall, { emit, folderTexts, session, skills }: Starting): Promise<void> {
  const repeatable = isRepeatable(call);
  const { reason, rule, by, spared } = call.permission;
  const decided = rule === undefined ? {} : { rule: ruleText(rule), position: rule.position };
  const decision = { reason, ...decided, ...(by === undefined ? {} : { by }) };
  const recorded = { ...decision, spared, subject: recordedSubject(call.subject) };
  session.record({ t: 'started', id: call.id, name: call.tool.name, repeatable, decision: recorded });
  if (!repeatable) await session.sync();
  const settled = session.settled();
  if (settled !== undefined) await settled;
  skills.worksOn(call.subject.accesses);
  folderTexts?.worksOn(call.subject.accesses);
  emit({ type: 'permitted', id: call.id, name: call.tool.name, ...decision });
}

/** Records a hook that had something to say about a call. */
function recordHook(session: OpenSession, { toolUseId: id, event, name, outcome, durationMs, position }: HookRan): void {
  if (id === undefined || outcome === 'no opinion') return;
  session.note({ t: 'hook', id, event, name, outcome, durationMs: Math.round(durationMs), position });
}

const shownToPerson = ({ event, tool, toolUseId, message }: HookSaid): AgentEvent => ({
  type: 'notice',
  message: `${tool === undefined ? event : `${event}:${tool}`} says: ${message}`,
  level: 'info',
  toolUseId,
});
