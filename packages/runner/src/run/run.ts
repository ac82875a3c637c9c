import type { AnyTool } from '@loadout/core';
import type { Block } from '@loadout/core/model';
import type { RunResult } from '@loadout/sessions';
import { newExchange } from '../context/exchange.js';
import { observed } from '../observe/observed.js';
import { traced } from '../observe/traced.js';
import { checkMode } from '../permissions/run-permissions.js';
import { errors } from '../report/errors.js';
import { EventQueue } from '../report/event-queue.js';
import type { AgentEvent } from '../report/events.js';
import { inSession, openSession, type SessionChoice } from '../session/open-session.js';
import type { OpenSession } from '../session/session.js';
import type { AgentSpec, AskPerson } from '../spec/agent-spec.js';
import { poolAnd } from '../tools/find-tools.js';
import { type OutputWish, outputOf } from '../tools/structured-output.js';
import { checkPrompt } from './check-prompt.js';
import { RunControls } from './run-controls.js';
import { earlierWork, runPrompt, startSubagent } from './run-prompt.js';
import { setUpRun } from './run-setup.js';
import type { RunState } from './run-state.js';

export interface RunOptions extends SessionChoice {
  /** Aborting this signal interrupts the run: every open call is answered, and the session can continue. */
  readonly signal?: AbortSignal | undefined;
  /** The form of the answer of this run alone. Default: that of the agent. */
  readonly output?: OutputWish | undefined;
  /** Answers the model's questions of this run alone. Default: as the agent was made. */
  readonly answer?: AskPerson | undefined;
  /** Tools of this run alone, beside those of the agent. The run does not start if the agent has one of the same name. */
  readonly tools?: readonly AnyTool[] | undefined;
}

/** A text, or the blocks of a message, such as pictures. */
export type Prompt = string | readonly Block[];

/** One run of an agent: read its events, or wait for its result. The run continues without a reader. */
export class Run extends RunControls implements AsyncIterable<AgentEvent> {
  /** Never rejects: the result contains the error. */
  readonly result: Promise<RunResult>;
  readonly #queue: EventQueue;
  readonly #interrupt: () => void;

  constructor(parts: { state: RunState; queue: EventQueue; interrupt: () => void; result: Promise<RunResult> }) {
    super(parts.state);
    this.result = parts.result;
    this.#queue = parts.queue;
    this.#interrupt = parts.interrupt;
  }

  interrupt(): void {
    this.#interrupt();
  }

  [Symbol.asyncIterator](): AsyncIterator<AgentEvent> {
    return this.#queue[Symbol.asyncIterator]();
  }
}

/**
 * Starts a run. Throws only if the run cannot start: an unknown or busy session, a folder that cannot be written, a forbidden
 * mode.
 */
export function startRun(agent: AgentSpec, prompt: Prompt | undefined, options: RunOptions): Run {
  checkPrompt(prompt);
  const output = options.output === undefined ? agent.output : outputOf(options.output);
  const poolWith: AgentSpec['poolWith'] = (found) => poolAnd(agent.poolWith(found), options.tools);
  const spec = { ...agent, output, answer: options.answer ?? agent.answer, poolWith };
  checkMode(spec.permissions.mode, spec);
  const session = openSession(spec, options);
  return inSession(session, () => runIn(session, { spec, prompt, options }));
}

interface Wanted {
  readonly spec: AgentSpec;
  readonly prompt: Prompt | undefined;
  readonly options: RunOptions;
}

function runIn(session: OpenSession, { spec, prompt, options }: Wanted): Run {
  const exchange = newExchange({ earlier: earlierWork(session, { prompt, spec }), signal: options.signal });
  const { controller } = exchange;
  const queue = new EventQueue();
  const { emit, observer } = observed(spec, session, traced(spec, session, queue.push));
  const state = setUpRun({ spec, session, lifetime: controller.signal, exchange, emit, observer, startSubagent });
  const result = runPrompt(state, { prompt }).finally(() => {
    controller.release();
    queue.close();
  });
  return new Run({ state, queue, interrupt: () => controller.abort(errors.RUN_INTERRUPTED({})), result });
}
