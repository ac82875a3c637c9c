import { RestrictionStack, tellHooks } from '@loadout/core/run';
import { systemClock } from '@loadout/node';
import { type Exchange, type Exchanges, exchangesFrom, RunInbox } from '../context/exchange.js';
import type { RunContext } from '../context/run-context.js';
import { WorkspaceFacts } from '../context/workspace-facts.js';
import { WatchedFiles } from '../hooks/watched-files.js';
import type { Asking } from '../model/asking.js';
import { RunModel } from '../model/run-model.js';
import { budgetOf } from '../money/agent-budget.js';
import type { Rules } from '../permissions/permissions.js';
import { RunPermissions } from '../permissions/run-permissions.js';
import { SessionServices } from '../plugins/services.js';
import type { AgentEvent } from '../report/events.js';
import type { RunObserver } from '../report/run-observer.js';
import { childEnvironment, claudeVariables } from '../secrets/child-environment.js';
import type { OpenSession } from '../session/session.js';
import { workOfTree } from '../session/tree-on-record.js';
import type { AgentSpec } from '../spec/agent-spec.js';
import type { ParentRun, StartSubagent } from '../subagents/parent-run.js';
import { callEnvironment } from './call-environment.js';
import { ownServices } from './own-services.js';
import { joined, type RunState } from './run-state.js';
import { toolboxOf } from './toolbox-of.js';

export interface RunParts {
  readonly spec: AgentSpec;
  readonly session: OpenSession;
  readonly lifetime: AbortSignal;
  readonly exchange: Exchange;
  readonly isConversation?: boolean | undefined;
  readonly emit: (event: AgentEvent) => void;
  /** Follows the run. A subagent has the observer of the run above it. */
  readonly observer?: RunObserver | undefined;
  /** Starts a run under this run. Passed in because a run starts runs, which would be a circle of imports. */
  readonly startSubagent: StartSubagent;
  /** The parent's limits, for a subagent. */
  readonly parentRun?: ParentRun | undefined;
}

/** Builds a run, part by part. No part acts, and none is asked, before this function returns. */
export function setUpRun(parts: RunParts): RunState {
  const context = joined(exchangesOf(parts), contextOf(parts));
  const ruled = joined(context, rulesOf(parts));
  const asking = joined(ruled, askingOf(context));
  const equipped = joined(asking, toolboxOf(asking));
  const calling = joined(equipped, callEnvironment(equipped));
  const run: RunState = joined(calling, {
    inbox: inboxOf(parts),
    watched: new WatchedFiles(calling),
    onIdle: parts.parentRun?.onIdle,
  });
  if (run.permissions instanceof RunPermissions)
    run.permissions.onFolder = (folder) => tellHooks('DirectoryAdded', folder, run.calls());
  run.services.offer(ownServices(run, parts.startSubagent));
  return run;
}

function contextOf({ spec, session, exchange, emit, observer, parentRun }: RunParts): RunContext {
  const parent = parentRun?.parent;
  const sessionId = parent?.sessionId ?? session.id;
  const agentId = parentRun?.agentId ?? 'main';
  const recorded = () => workOfTree(session).usd;
  const env = Object.freeze({
    ...childEnvironment(spec.env, spec.roots[0]),
    ...(spec.claudeVariables ? claudeVariables(sessionId) : {}),
  });
  const scope = { sessionId, cwd: session.cwd, roots: spec.roots, artifactDir: session.header.artifactDir, env };
  return {
    spec,
    session,
    sessionId,
    agentId,
    parent,
    env,
    clock: systemClock,
    emit,
    observer: observer ?? parent?.observer,
    services: new SessionServices(spec.services, { scope, parent: parent?.services }),
    warnedLimits: parent?.warnedLimits ?? new Set(),
    budget: budgetOf({ spec, session, sessionId, agentId, emit, recorded, onPrompt: exchange.counts.earlier.usd }),
  };
}

function exchangesOf({ session, exchange, lifetime, isConversation = false }: RunParts): Exchanges {
  const exchanges = exchangesFrom(exchange, { lifetime, isConversation });
  session.onFailure = (error) => exchanges.exchange.controller.abort(error);
  return exchanges;
}

/** Makes the rules of a run. A subagent derives its permissions from its parent's, which also report new folders. */
const rulesOf = ({ spec, session, emit, parentRun }: RunParts): Rules => ({
  permissions: parentRun?.permissions ?? new RunPermissions({ spec, session, emit }),
  restrictions: new RestrictionStack(),
});

const askingOf = (context: RunContext): Asking => ({
  model: new RunModel(context.spec),
  workspaceFacts: new WorkspaceFacts(context),
  compaction: { failures: 0, afterOverflow: false },
});

function inboxOf({ parentRun }: RunParts): RunInbox {
  const inbox = new RunInbox();
  if (parentRun?.stay !== undefined) inbox.hold(parentRun.stay);
  return inbox;
}
