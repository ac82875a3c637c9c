import { assembleToolPool, type ToolPool, type ToolSourceSession } from '@loadout/core';
import type { AgentSpec } from '../agent/agent-spec.js';
import { elicitation } from '../hooks/elicit.js';
import { tellsOfFolders } from '../hooks/tells-of-folders.js';
import { WatchedFiles } from '../hooks/watched-files.js';
import { modelRequest } from '../model/model-request.js';
import { RunModel } from '../model/run-model.js';
import { sampler } from '../model/sampler.js';
import { RunPermissions } from '../permissions/run-permissions.js';
import { childEnvironment } from '../place/child-environment.js';
import { Surroundings } from '../place/surroundings.js';
import { SessionServices } from '../plugins/services.js';
import type { AgentEvent } from '../report/events.js';
import type { OpenSession } from '../session/session.js';
import { RunSkills } from '../skills/run-skills.js';
import { Deferral } from '../tools/deferral.js';
import { loadedBefore } from '../tools/loaded-before.js';
import { RunTools } from '../tools/run-tools.js';
import type { Exchange } from '../turn/exchange.js';
import { RunInbox } from '../turn/inbox.js';
import type { RunState, StartUnder, Under } from '../turn/run-state.js';
import { callEnvironment } from './call-environment.js';
import { listings } from './listings.js';
import { ownServices } from './own-services.js';

export interface RunParts {
  readonly spec: AgentSpec;
  readonly session: OpenSession;
  readonly lifetime: AbortSignal;
  readonly exchange: Exchange;
  readonly isConversation?: boolean | undefined;
  readonly emit: (event: AgentEvent) => void;
  readonly startUnder: StartUnder;
  /** For an agent that another one started. */
  readonly under?: Under | undefined;
}

export type FullState = RunState & { readonly services: SessionServices };

/** Puts together what one run works with: its pool, its services, and the environment of its calls. */
export function setUpRun(parts: RunParts): FullState {
  const { spec, session, emit, under } = parts;
  const run = () => state;
  const sessionId = under?.parent.sessionId ?? session.id;
  const agentId = under?.agentId ?? 'main';
  const env = Object.freeze(childEnvironment(spec.env));
  const scope = { sessionId, cwd: session.cwd, roots: spec.roots, artifactDir: session.header.artifactDir, env };
  session.onFailure = (error) => run().exchange.controller.abort(error);
  const model = new RunModel(spec);
  const deferral = new Deferral({
    when: spec.agent.toolSearch,
    window: model.plan.contextWindow,
    byReference: model.current.provider.knowsReferences === true,
    loaded: loadedBefore(session.messages),
  });
  const tools = new RunTools({
    sources: spec.toolSources,
    session: sourceSession(parts, { scope, env, run }),
    poolWith: (mcpTools) =>
      withOutputTool(spec, spec.poolWith(mcpTools), (value) => {
        run().output.value = value;
      }),
    requestFor: (pool) => modelRequest({ spec, session, model }, { tools: deferral.sent(pool), listings: listings(run()) }),
    changed: () => emit({ type: 'ToolListChanged' }),
  });
  deferral.whenLoaded = () => tools.renewRequest();
  const services = new SessionServices([...spec.services, ...ownServices(spec, run)], { scope, parent: under?.parent.services });
  const permissions = under?.permissions ?? new RunPermissions({ ...parts, emit: tellsOfFolders(emit, run) });
  const inbox = new RunInbox();
  if (under?.stay !== undefined) inbox.hold(under.stay);
  const state: FullState = {
    spec,
    session,
    sessionId,
    agentId,
    parent: under?.parent,
    onIdle: under?.onIdle,
    startUnder: parts.startUnder,
    lifetime: parts.lifetime,
    exchange: parts.exchange,
    isConversation: parts.isConversation === true,
    get signal() {
      return state.exchange.controller.signal;
    },
    get counts() {
      return state.exchange.counts;
    },
    get output() {
      return state.exchange.output;
    },
    emit,
    services,
    permissions,
    tools,
    model,
    inbox,
    deferral,
    skills: new RunSkills(spec.plan.skills, run),
    watched: new WatchedFiles(run),
    surroundings: new Surroundings({ spec, session, parent: under?.parent, env }),
    calls: callEnvironment({ spec, session, sessionId, agentId, emit, permissions, tools, services, env, run }),
    get request() {
      return tools.request;
    },
    compaction: { failures: 0, afterOverflow: false },
    warnedLimits: under?.parent.warnedLimits ?? new Set(),
  };
  return state;
}

function sourceSession(
  { spec, lifetime, emit }: RunParts,
  {
    scope,
    env,
    run,
  }: {
    readonly scope: ConstructorParameters<typeof SessionServices>[1]['scope'];
    readonly env: Readonly<Record<string, string>>;
    readonly run: () => RunState;
  },
): ToolSourceSession {
  const elicit = elicitation(spec, run);
  return {
    ...scope,
    env,
    signal: lifetime,
    mayOffer: spec.mayOffer,
    notice: (message) => emit({ type: 'notice', message }),
    ...(elicit === undefined ? {} : { elicit }),
    sample: sampler(run),
    listChanged: (what) => emit({ type: what === 'resources' ? 'ResourceListChanged' : 'PromptListChanged' }),
  };
}

function withOutputTool(spec: AgentSpec, pool: ToolPool, keep: (value: unknown) => void): ToolPool {
  if (spec.output === undefined) return pool;
  const entry = (tool: ToolPool['tools'][number]) => ({ tool: tool.tool as never, name: tool.name, from: tool.origin.from });
  const of = (kind: string) => pool.tools.filter((tool) => tool.origin.kind === kind).map(entry);
  return assembleToolPool({
    baseTools: [...of('base'), { tool: spec.output.tool(keep), from: 'the runner' }],
    customTools: of('custom'),
    mcpTools: of('mcp'),
  });
}
