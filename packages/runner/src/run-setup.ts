import { homedir } from 'node:os';
import {
  assembleToolPool,
  BackgroundTasks,
  type CallEnvironment,
  createBackgroundTasks,
  type HookBase,
  isRepeatable,
  type ModelRequest,
  type PermissionLayers,
  RestrictionStack,
  type ServiceOffer,
  type ToolPool,
  WorkingDirectory,
} from '@loadout/core';
import type { AgentSpec } from './agent-spec.js';
import { childEnvironment } from './child-environment.js';
import { systemClock } from './clock.js';
import type { AgentEvent } from './events.js';
import { SessionServices } from './plugins/services.js';
import { redactor } from './redact.js';
import { spillInto } from './session/artifacts.js';
import type { OpenSession } from './session/open-session.js';
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
  const pool = withOutputTool(spec, (value) => {
    output.value = value;
  });
  const services = new SessionServices([...spec.services, workingDirectory(session), backgroundTasks], {
    sessionId: session.id,
    cwd: session.cwd,
    roots: spec.roots,
    artifactDir: session.header.artifactDir,
  });
  return {
    spec,
    session,
    signal,
    emit,
    output,
    services,
    calls: callEnvironment(parts, pool, services),
    request: modelRequest(spec, session, pool),
    compaction: { failures: 0, afterOverflow: false },
    counts: { totals: NOTHING_USED, turns: 0, toolTurns: 0, toolCalls: 0, outputTries: 0, modelMs: 0, spilled: 0, denials: [] },
  };
}

function withOutputTool(spec: AgentSpec, keep: (value: unknown) => void): ToolPool {
  if (spec.output === undefined) return spec.pool;
  const entry = (tool: ToolPool['tools'][number]) => ({ tool: tool.tool as never, name: tool.name, from: tool.origin.from });
  const of = (kind: string) => spec.pool.tools.filter((tool) => tool.origin.kind === kind).map(entry);
  return assembleToolPool({
    baseTools: [...of('base'), { tool: spec.output.tool(keep), from: 'the runner' }],
    customTools: of('custom'),
    mcpTools: of('mcp'),
  });
}

function callEnvironment(
  { spec, session, signal, emit }: RunParts,
  pool: ToolPool,
  services: SessionServices,
): RunState['calls'] {
  const env = Object.freeze(childEnvironment(spec.env));
  const { artifactDir } = session.header;
  const context = {
    roots: spec.roots,
    sessionId: session.id,
    agentId: 'main',
    env,
    artifactDir,
    get: services.get.bind(services),
    find: services.find.bind(services),
    emit,
  };
  const layers: PermissionLayers = {
    ...spec.permissions,
    roots: spec.roots,
    workspace: spec.roots[0],
    home: spec.env.HOME ?? homedir(),
    artifactDir,
  };
  const environment: RunState['calls'] = {
    pool,
    hooks: spec.hooks,
    restrictions: new RestrictionStack('intersect'),
    permissions: () => layers,
    ask: spec.ask,
    clock: systemClock,
    signal,
    emit,
    base: () => hookBase(spec, session),
    contextFor: (call) => ({ ...context, cwd: session.cwd, toolUseId: call.id, signal: call.signal, progress: call.progress }),
    spill: spillInto(artifactDir, redactor(spec.secrets)),
    journal: {
      started: (call) => session.record({ t: 'started', id: call.id, name: call.tool.name, repeatable: isRepeatable(call) }),
    },
  };
  return environment satisfies Omit<CallEnvironment, 'turn'>;
}

function hookBase(spec: AgentSpec, session: OpenSession): HookBase {
  return {
    session_id: session.id,
    transcript_path: session.place.file,
    cwd: session.cwd,
    permission_mode: spec.permissions.mode,
    agent_id: 'main',
    agent_type: spec.name,
  };
}

function workingDirectory(session: OpenSession): ServiceOffer<unknown> {
  const value: WorkingDirectory = { get: () => session.cwd, set: (path) => session.moveTo(path) };
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
