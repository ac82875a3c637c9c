import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import {
  type HookQuestion,
  nearest,
  type PermissionMode,
  type Subagent,
  type SubagentRequest,
  type SubagentResult,
  type Subagents,
  type SubagentType,
} from '@loadout/core';
import { boundMode } from '@loadout/core/run';
import { releasableSignal } from '@loadout/node';
import { isBroken, replayRecords } from '@loadout/sessions';
import type { Above, RunContext } from '../context/run-context.js';
import type { Asking } from '../model/asking.js';
import { isPiece } from '../observe/traced.js';
import type { Rules } from '../permissions/permissions.js';
import { errors } from '../report/errors.js';
import type { AgentEvent } from '../report/events.js';
import { agentsOf, openSubagentSession } from '../session/open-session.js';
import type { OpenSession } from '../session/session.js';
import type { Toolbox } from '../skills/toolbox.js';
import { askPersonUnder } from '../spec/agent-spec.js';
import { answeredAgent, type LeftAgent, leftAgent, subagentResult } from './left-agent.js';
import type { Started, StartSubagent } from './parent-run.js';
import { readingAgent, type SubagentDefinition, subagentDefinitions, typeOf } from './subagent-definition.js';
import { SubagentPermissions } from './subagent-permissions.js';
import { subagentSpec } from './subagent-spec.js';

type Run = Above & Rules & Pick<Asking, 'model'> & Pick<Toolbox, 'tools'>;

/** The number of subagents that run at once under one agent. Source: AGENT-05. */
const AT_ONCE = 20;
/** The number of turns of an agent that a hook asks. Source: HOOK-20. */
const JUDGE_TURNS = 50;

/** The agents that one run starts. */
export class RunSubagents implements Subagents {
  readonly #run: Run;
  readonly #startSubagent: StartSubagent;
  readonly #definitions: ReadonlyMap<string, SubagentDefinition>;
  readonly #running = new Map<string, Subagent>();
  /** Ids of the agents that run or are being started. */
  readonly #taken = new Set<string>();

  constructor(run: Run, startSubagent: StartSubagent) {
    this.#startSubagent = startSubagent;
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
    const left = this.#left(request);
    const agentId = left?.id ?? idOf(request.resume);
    if (this.#taken.has(agentId)) throw errors.SUBAGENT_RUNS({ id: agentId });
    const isEarlier = left !== undefined || request.resume !== undefined;
    const type = isEarlier ? earlierType(this.#run.session, agentId) : request.type;
    const definition = this.#definitions.get(type) ?? this.#unknown(type);
    const limit = this.#run.spec.limits.subagents ?? AT_ONCE;
    if (this.#taken.size >= limit) throw errors.SUBAGENT_LIMIT({ limit });
    return this.#take(agentId, { definition, request, left });
  }

  folderOf(toolUseId: string): string | undefined {
    const left = leftAgent(this.#run.session, toolUseId);
    return left === undefined ? undefined : earlierPlace(this.#run.session, left.id);
  }

  #left({ survives, toolUseId }: SubagentRequest): LeftAgent | undefined {
    return survives === true && toolUseId !== undefined ? leftAgent(this.#run.session, toolUseId) : undefined;
  }

  /** Runs an agent for a hook. No hook runs for this agent, so that none asks itself. Source: HOOK-20. */
  async judge({ prompt, system, model, signal }: HookQuestion): Promise<SubagentResult> {
    const definition = readingAgent(this.#run.spec, system);
    const request = { type: 'Explore', prompt, description: 'Judges for a hook', model, maxTurns: JUDGE_TURNS, signal };
    const agent = await this.#take(idOf(undefined), { definition, request, isUnheard: true });
    return agent.result;
  }

  async #take(agentId: string, beginning: Beginning): Promise<Subagent> {
    this.#taken.add(agentId);
    try {
      const agent = await this.#begin(agentId, beginning);
      this.#running.set(agentId, agent);
      const ended = () => this.#ended(agentId);
      agent.result.then(ended, ended);
      return agent;
    } catch (error) {
      this.#taken.delete(agentId);
      throw error;
    }
  }

  /** Interrupts the running agents and waits until they have ended. */
  async stop(): Promise<void> {
    const running = this.running();
    for (const agent of running) agent.interrupt();
    await Promise.all(running.map((agent) => agent.result));
  }

  async #begin(agentId: string, beginning: Beginning): Promise<Subagent> {
    const { definition, request: asked, isUnheard, left } = beginning;
    const parent = this.#run;
    if (left !== undefined && !isBroken(left.replayed)) return answeredAgent(left, parent.session);
    const resume = left !== undefined || asked.resume !== undefined;
    const request = resume ? { ...asked, cwd: asked.cwd ?? earlierPlace(parent.session, agentId) } : asked;
    const { spec: made, notices } = await subagentSpec(parent, definition, request);
    const asking = { agentId, agentName: definition.agent.name, answerNow: mustAnswerNow(request) };
    const answer = askPersonUnder(made.answer, asking);
    const spec = { ...made, answer, ...(isUnheard === true ? { hooks: new Map() } : {}) };
    const cwd = request.cwd ?? parent.session.cwd;
    const session = openSubagentSession(spec, {
      id: agentId,
      parent: parent.session,
      cwd,
      resume,
      startedBy: request.toolUseId,
    });
    if (request.cwd !== undefined || !existsSync(session.cwd)) session.moveTo(cwd);
    const before = left === undefined ? session.messages.length : 0;
    for (const message of notices) parent.emit({ type: 'notice', message });
    const both = releasableSignal(parent.lifetime, request.signal);
    const started = this.#startSubagent(spec, {
      session,
      ...taskOf(parent.session, beginning),
      signal: both.signal,
      emit: (event) => forward(parent, event, { agentId, request }),
      parentRun: {
        parent,
        agentId,
        permissions: this.#permissions(session, { ...beginning, request }),
        skill: request.skill,
        stay: request.stay,
        onIdle: request.onIdle?.bind(request),
      },
    });
    return {
      agentId,
      type: definition.agent.name,
      transcript: session.place.file,
      result: started.result
        .finally(both.release)
        .then((result) => subagentResult(agentId, { result, said: session.messages.slice(before) })),
      send: started.send,
      interrupt: started.interrupt,
    };
  }

  #permissions({ header }: OpenSession, { definition: { agent, edge }, request }: Beginning): SubagentPermissions {
    return new SubagentPermissions(this.#run.permissions, {
      name: agent.name,
      answerNow: mustAnswerNow(request),
      mode: narrower(request.mode, agent.permissions.mode),
      rules: agent.permissions.rules,
      grants: edge?.grants ?? [],
      cwd: request.cwd,
      artifactDir: header.artifactDir,
    });
  }

  #ended(agentId: string): void {
    this.#running.delete(agentId);
    this.#taken.delete(agentId);
  }

  #unknown(name: string): never {
    const available = [...this.#definitions.keys()];
    throw errors.SUBAGENT_UNKNOWN({ name, nearest: nearest(name, available), available });
  }
}

interface Beginning {
  readonly definition: SubagentDefinition;
  readonly request: SubagentRequest;
  readonly isUnheard?: boolean;
  /** The agent of an earlier process, which continues. */
  readonly left?: LeftAgent | undefined;
}

/** Returns whether no call waits for the agent, or the call cannot continue it: nothing waits for an answer that comes later. */
const mustAnswerNow = ({ survives, inBackground }: SubagentRequest): boolean => survives !== true || inBackground === true;

/** Returns the task of an agent. An agent of an earlier process has its task on record. */
function taskOf({ id }: OpenSession, { request, left }: Beginning): Pick<Started, 'prompt' | 'by'> {
  if (left !== undefined) return {};
  const { prompt, survives, toolUseId: call, inBackground } = request;
  const isKnown = survives === true && call !== undefined;
  return { prompt, by: isKnown ? { session: id, call, ...(inBackground === true ? { inBackground } : {}) } : undefined };
}

function idOf(resume: string | undefined): string {
  if (resume === undefined) return `agent_${randomBytes(6).toString('hex')}`;
  if (!/^agent_[0-9a-f]{12}$/.test(resume)) throw errors.SUBAGENT_GONE({ id: resume });
  return resume;
}

/** Returns the narrower of the modes in the call and in the definition. */
const narrower = (a: PermissionMode | undefined, b: PermissionMode | undefined) => (b === undefined ? a : boundMode(a, b));

/**
 * Forwards an event to the parent, except pieces of text, which the messages repeat. This keeps the events of many agents
 * readable.
 */
function forward(parent: Pick<RunContext, 'emit'>, event: AgentEvent, from: { agentId: string; request: SubagentRequest }): void {
  if (isPiece(event)) return;
  const { toolUseId, inBackground } = from.request;
  if (event.type === 'subagent') parent.emit({ ...event, path: [from.agentId, ...event.path] });
  else parent.emit({ type: 'subagent', path: [from.agentId], toolUseId, inBackground, event });
}

/** Returns the type of a resumed agent, as of its first start. Source: AGENT-10. */
const earlierType = (parent: OpenSession, id: string): string => headerOf(parent, id).agent;

/**
 * Returns the folder that the agent was started in, if it differs from the parent's and still exists. The folder is again the
 * agent's only one.
 */
function earlierPlace(parent: OpenSession, id: string): string | undefined {
  const { cwd } = headerOf(parent, id);
  return cwd !== parent.cwd && existsSync(cwd) ? cwd : undefined;
}

function headerOf(parent: OpenSession, id: string) {
  const store = agentsOf(parent);
  const place = store.place(id);
  if (!store.has(place)) throw errors.SUBAGENT_GONE({ id });
  return replayRecords(store.read(place)).header;
}
