import { randomBytes } from 'node:crypto';
import {
  boundMode,
  nearest,
  type PermissionMode,
  type Subagent,
  type SubagentRequest,
  type SubagentResult,
  type Subagents,
  type SubagentType,
} from '@loadout/core';
import { errors } from '../errors.js';
import type { AgentEvent, RunResult } from '../events.js';
import { openSubagentSession } from '../session/open-session.js';
import type { RunState } from '../turn/run-state.js';
import { contextTokens } from '../usage.js';
import { type SubagentDefinition, subagentDefinitions, typeOf } from './subagent-definition.js';
import { SubagentPermissions } from './subagent-permissions.js';
import { subagentSpec } from './subagent-spec.js';

/** Under one agent at once. Source: AGENT-05. */
const AT_ONCE = 20;

/** The agents that one run starts. */
export class RunSubagents implements Subagents {
  readonly #run: RunState;
  readonly #definitions: ReadonlyMap<string, SubagentDefinition>;
  readonly #running = new Map<string, Subagent>();
  /** Those that are being started count too. */
  #begun = 0;

  constructor(run: RunState) {
    this.#run = run;
    this.#definitions = subagentDefinitions(run.spec.plan, run.spec.agent);
  }

  types(): readonly SubagentType[] {
    return [...this.#definitions.values()].map(typeOf);
  }

  running(): readonly Subagent[] {
    return [...this.#running.values()];
  }

  async start(request: SubagentRequest): Promise<Subagent> {
    const definition = this.#definitions.get(request.type) ?? this.#unknown(request.type);
    const limit = this.#run.spec.limits.subagents ?? AT_ONCE;
    if (this.#begun >= limit) throw errors.SUBAGENT_LIMIT({ limit });
    if (request.resume !== undefined && this.#running.has(request.resume)) throw errors.SUBAGENT_RUNS({ id: request.resume });
    this.#begun += 1;
    try {
      const agent = await this.#begin(definition, request);
      this.#running.set(agent.agentId, agent);
      void agent.result.finally(() => this.#ended(agent));
      return agent;
    } catch (error) {
      this.#begun -= 1;
      throw error;
    }
  }

  /** Interrupts those that still run and waits until they have ended. */
  async stop(): Promise<void> {
    const running = this.running();
    for (const agent of running) agent.interrupt();
    await Promise.all(running.map((agent) => agent.result));
  }

  async #begin(definition: SubagentDefinition, request: SubagentRequest): Promise<Subagent> {
    const parent = this.#run;
    const agentId = idOf(request.resume);
    const { spec, notices } = await subagentSpec(parent, definition, request);
    const cwd = request.cwd ?? parent.session.cwd;
    const session = openSubagentSession(spec, { id: agentId, under: parent.session, cwd, resume: request.resume !== undefined });
    for (const message of notices) parent.emit({ type: 'notice', message });
    const permissions = new SubagentPermissions(parent.permissions, {
      mode: narrower(request.mode, definition.agent.permissions.mode),
      rules: definition.agent.permissions.rules,
      grants: definition.edge?.grants ?? [],
      cwd: request.cwd,
      artifactDir: session.header.artifactDir,
    });
    const started = parent.startUnder(spec, {
      session,
      prompt: request.prompt,
      signal: AbortSignal.any([parent.signal, request.signal]),
      emit: (event) => forward(parent, event, { agentId, toolUseId: request.toolUseId }),
      under: { parent, agentId, permissions, skill: request.skill, stay: request.stay, onIdle: request.onIdle?.bind(request) },
    });
    return {
      agentId,
      type: definition.agent.name,
      transcript: session.place.file,
      result: started.result.then((result) => resultOf(agentId, result)),
      send: started.send,
      interrupt: started.interrupt,
    };
  }

  #ended(agent: Subagent): void {
    this.#running.delete(agent.agentId);
    this.#begun -= 1;
  }

  #unknown(name: string): never {
    const available = [...this.#definitions.keys()];
    throw errors.SUBAGENT_UNKNOWN({ name, nearest: nearest(name, available), available });
  }
}

function idOf(resume: string | undefined): string {
  if (resume === undefined) return `agent_${randomBytes(6).toString('hex')}`;
  if (!/^agent_[0-9a-f]{12}$/.test(resume)) throw errors.SUBAGENT_GONE({ id: resume });
  return resume;
}

/** Of what the call and the definition wish for, the narrower. */
const narrower = (a: PermissionMode | undefined, b: PermissionMode | undefined) => (b === undefined ? a : boundMode(a, b));

/** Its messages tell all that its pieces of text would: those are left out, so that many agents at once stay readable. */
function forward(parent: RunState, event: AgentEvent, from: { agentId: string; toolUseId: string | undefined }): void {
  if (event.type === 'text' || event.type === 'thinking') return;
  if (event.type === 'subagent') parent.emit({ ...event, path: [from.agentId, ...event.path] });
  else parent.emit({ type: 'subagent', path: [from.agentId], toolUseId: from.toolUseId, event });
}

function resultOf(agentId: string, result: RunResult): SubagentResult {
  return {
    agentId,
    outcome: result.outcome,
    text: result.text,
    error: result.error?.message,
    turns: result.turns,
    toolCalls: result.toolCalls,
    tokens: contextTokens(result.usage),
    durationMs: result.durationMs,
  };
}
