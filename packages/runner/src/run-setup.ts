import {
  assembleToolPool,
  BackgroundTasks,
  type CallEnvironment,
  createBackgroundTasks,
  isRepeatable,
  type ModelRequest,
  RestrictionStack,
  Sandbox,
  type ServiceOffer,
  type ToolPool,
  tellHooks,
  WorkingDirectory,
} from '@loadout/core';
import type { AgentSpec } from './agent-spec.js';
import { childEnvironment } from './child-environment.js';
import { systemClock } from './clock.js';
import type { AgentEvent } from './events.js';
import { hookBase } from './hooks/hook-base.js';
import { hookParts } from './hooks/hook-parts.js';
import { SessionServices } from './plugins/services.js';
import { redactor } from './redact.js';
import { RunPermissions } from './run-permissions.js';
import { spillInto } from './session/artifacts.js';
import type { OpenSession } from './session/open-session.js';
import { smallModelOffer } from './small-model.js';
import { RunTools } from './tools/run-tools.js';
import type { RunState } from './turn/run-state.js';
import { NOTHING_USED } from './usage.js';

export interface RunParts {
  readonly spec: AgentSpec;
  readonly session: OpenSession;
  readonly signal: AbortSignal;
  readonly emit: (event: AgentEvent) => void;
}

/** Puts together what one run works with: its pool, its services, and the environment of its calls. */
export function setUpRun(parts: RunParts): RunState & { readonly services: SessionServices } {
  const { spec, session, signal, emit } = parts;
  const output: RunState['output'] = {};
  const scope = { sessionId: session.id, cwd: session.cwd, roots: spec.roots, artifactDir: session.header.artifactDir };
  const env = Object.freeze(childEnvironment(spec.env));
  const tools = new RunTools({
    sources: spec.toolSources,
    session: { ...scope, env, signal, mayOffer: spec.mayOffer, notice: (message) => emit({ type: 'notice', message }) },
    poolWith: (mcpTools) =>
      withOutputTool(spec, spec.poolWith(mcpTools), (value) => {
        output.value = value;
      }),
    requestFor: (pool) => modelRequest(spec, session, pool),
    changed: () => emit({ type: 'ToolListChanged' }),
  });
  const services = new SessionServices([...spec.services, ...ownServices(parts, () => state)], scope);
  const permissions = new RunPermissions(parts);
  const state: RunState & { readonly services: SessionServices } = {
    spec,
    session,
    signal,
    emit,
    output,
    services,
    permissions,
    tools,
    calls: callEnvironment(parts, { env, tools, services, permissions, run: () => state }),
    get request() {
      return tools.request;
    },
    compaction: { failures: 0, afterOverflow: false },
    counts: { totals: NOTHING_USED, turns: 0, toolTurns: 0, toolCalls: 0, outputTries: 0, modelMs: 0, spilled: 0, denials: [] },
  };
  return state;
}

/** What every agent's tools may ask for; a plugin cannot take these places. */
function ownServices({ spec, session }: RunParts, run: () => RunState): readonly ServiceOffer<unknown>[] {
  return [
    workingDirectory(session, run),
    backgroundTasks,
    ...(spec.sandbox === undefined ? [] : [{ service: Sandbox, create: () => spec.sandbox }]),
    ...(spec.smallModel === undefined ? [] : [smallModelOffer(spec.smallModel, run)]),
  ];
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

function callEnvironment(
  { spec, session, signal, emit }: RunParts,
  {
    env,
    tools,
    services,
    permissions,
    run,
  }: {
    env: Readonly<Record<string, string>>;
    tools: RunTools;
    services: SessionServices;
    permissions: RunPermissions;
    run: () => RunState;
  },
): RunState['calls'] {
  const { artifactDir } = session.header;
  const context = {
    sessionId: session.id,
    agentId: 'main',
    env,
    artifactDir,
    get: services.get.bind(services),
    find: services.find.bind(services),
    emit,
  };
  const environment: RunState['calls'] = {
    get pool() {
      return tools.pool;
    },
    hooks: spec.hooks,
    ...hookParts(spec, run),
    restrictions: new RestrictionStack('intersect'),
    permissions: () => permissions.layers,
    asker: () => permissions.asker,
    updatePermissions: (updates) => permissions.update(updates),
    clock: systemClock,
    signal,
    emit,
    base: hookBase({ spec, session, permissions }),
    contextFor: (call) => ({
      ...context,
      cwd: session.cwd,
      roots: permissions.roots,
      toolUseId: call.id,
      signal: call.signal,
      progress: call.progress,
    }),
    spill: spec.sessions.keepResults === false ? undefined : spillInto(artifactDir, redactor(spec.secrets)),
    journal: {
      started: (call) => session.record({ t: 'started', id: call.id, name: call.tool.name, repeatable: isRepeatable(call) }),
    },
  };
  return environment satisfies Omit<CallEnvironment, 'turn'>;
}

function workingDirectory(session: OpenSession, run: () => RunState): ServiceOffer<unknown> {
  const value: WorkingDirectory = {
    get: () => session.cwd,
    set: (path) => {
      const before = session.cwd;
      session.moveTo(path);
      if (path !== before) tellHooks('CwdChanged', { old_cwd: before, new_cwd: path }, run().calls);
    },
  };
  return { service: WorkingDirectory, create: () => value };
}

const backgroundTasks: ServiceOffer<unknown> = {
  service: BackgroundTasks,
  create: createBackgroundTasks,
  dispose: (tasks) => (tasks as ReturnType<typeof createBackgroundTasks>).stopAll(),
};

/** The same objects in every turn, so that a provider can keep what it made of them. */
function modelRequest(spec: AgentSpec, session: OpenSession, pool: ToolPool): Omit<ModelRequest, 'messages'> {
  const { id, maxOutputTokens, thinking, effort, betas, promptCache, extra } = spec.model.plan;
  const system = [spec.instructions, session.header.environment]
    .filter((text) => text !== '')
    .map((text) => Object.freeze({ type: 'text' as const, text }));
  return {
    model: id,
    system: Object.freeze(system),
    tools: Object.freeze(pool.tools.map((tool) => tool.api)),
    maxOutputTokens,
    thinking,
    effort,
    betas,
    promptCache,
    extra,
  };
}

/** What the model is told of the place it works in. Behind the instructions, so that the stable part comes first (LOOP-22). */
export function describePlace(spec: AgentSpec): string {
  return `Working directory: ${spec.roots[0]}\nPlatform: ${process.platform}\nDate: ${new Date().toISOString().slice(0, 10)}`;
}
