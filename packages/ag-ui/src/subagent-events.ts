import { type DoorEvent, failureOf } from '@loadout/serve';
import { type AgUiEvent, callEvents, resultEvents } from './call-events.js';

type SubagentEvent = Extract<DoorEvent, { type: 'subagent' }>;
type Ended = Extract<DoorEvent, { type: 'result' }>;

/** The agents that a run starts, each with a beginning and an end, and its calls in between. Its texts are in the result of its call. */
export class SubagentTelling {
  /** The ids of the agents that work, by the agent's own id. */
  readonly #open = new Map<string, string>();
  readonly #starts = new Map<string, number>();
  /** The calls that an earlier run has told. */
  readonly #told: readonly string[];

  constructor(told: readonly string[]) {
    this.#told = told;
  }

  of({ path, toolUseId, event }: SubagentEvent): readonly AgUiEvent[] {
    // The other events have no place in the protocol, so an agent does not begin with one of them.
    if (!['init', 'tool_call', 'tool_result', 'result'].includes(event.type)) return [];
    const [above, agent = ''] = [path.at(-2), path.at(-1)];
    const name = event.type === 'init' ? event.init.agent : agent;
    const begin = this.#open.has(agent) ? [] : [this.#begin({ agent, name, above, toolUseId })];
    return [...begin, ...this.#own(event, agent)];
  }

  /** The ends of agents that are still at work when the run ends. */
  end(): readonly AgUiEvent[] {
    const ids = [...this.#open.values()];
    this.#open.clear();
    return ids.map((subagentRunId) => failed(subagentRunId, 'The run ended before this agent did.'));
  }

  /** An agent that goes on after its end counts as a new one, since AG-UI uses no id twice. */
  #begin({ agent, name, above, toolUseId }: Beginning): AgUiEvent {
    const number = (this.#starts.get(agent) ?? 0) + 1;
    this.#starts.set(agent, number);
    const subagentRunId = number === 1 ? agent : `${agent}-${number}`;
    this.#open.set(agent, subagentRunId);
    const parent = above === undefined ? undefined : this.#open.get(above);
    return {
      type: 'SUBAGENT_STARTED',
      subagentRunId,
      name,
      ...(parent === undefined ? {} : { parentSubagentRunId: parent }),
      ...(toolUseId === undefined ? {} : { parentToolCallId: callId(toolUseId, above) }),
    };
  }

  #own(event: SubagentEvent['event'], agent: string): readonly AgUiEvent[] {
    const subagentRunId = this.#open.get(agent) ?? agent;
    if (event.type === 'tool_call') {
      const toolCallId = callId(event.id, agent);
      return this.#told.includes(toolCallId) ? [] : callEvents({ ...event, id: toolCallId }, { subagentRunId });
    }
    if (event.type === 'tool_result') return resultEvents({ ...event, id: callId(event.id, agent) }, { subagentRunId });
    if (event.type !== 'result') return [];
    this.#open.delete(agent);
    return [endOf(event, subagentRunId)];
  }
}

interface Beginning {
  readonly agent: string;
  readonly name: string;
  /** The agent that started it. Absent: the agent of the run. */
  readonly above: string | undefined;
  readonly toolUseId: string | undefined;
}

/** The calls of two agents may have the same id. Interrupts have the same names. */
const callId = (id: string, agent: string | undefined): string => (agent === undefined ? id : `${agent}/${id}`);

const failed = (subagentRunId: string, message: string, code?: string): AgUiEvent => ({
  type: 'SUBAGENT_ERROR',
  subagentRunId,
  message,
  ...(code === undefined ? {} : { code }),
});

function endOf({ result }: Ended, subagentRunId: string): AgUiEvent {
  const failure = failureOf(result);
  if (failure !== undefined) return failed(subagentRunId, failure.message, failure.code);
  const outcome = { type: result.outcome === 'deferred' ? 'suspended' : 'success' };
  return { type: 'SUBAGENT_FINISHED', subagentRunId, result: { outcome: result.outcome, text: result.text }, outcome };
}
