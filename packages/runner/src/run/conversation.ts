import { randomUUID } from 'node:crypto';
import { BackgroundTasks } from '@loadout/core';
import { type Block, sendableBlocks, userMessage } from '@loadout/core/model';
import { onAbort } from '@loadout/core/run';
import type { RunResult } from '@loadout/sessions';
import { type EarlierWork, newExchange } from '../context/exchange.js';
import { observed } from '../observe/observed.js';
import { traced } from '../observe/traced.js';
import { checkMode } from '../permissions/run-permissions.js';
import { errors } from '../report/errors.js';
import { EventQueue } from '../report/event-queue.js';
import type { AgentEvent } from '../report/events.js';
import { inSession, openSession, type SessionChoice } from '../session/open-session.js';
import type { AgentSpec } from '../spec/agent-spec.js';
import type { Asked } from './answer-prompt.js';
import { type Begun, beginRun } from './begin-run.js';
import { checkPrompt } from './check-prompt.js';
import { beginCheckpoint } from './checkpoints.js';
import { endConversation } from './end-run.js';
import { RunControls } from './run-controls.js';
import { earlierWork, exchange, startSubagent } from './run-prompt.js';
import { setUpRun } from './run-setup.js';
import type { RunState } from './run-state.js';

export interface OpenOptions extends SessionChoice {
  /** Called with each event at once, in place of `events`. Contract: never throws. */
  readonly onEvent?: ((event: AgentEvent) => void) | undefined;
  /** The uuid of the prompt that cleared the session before this one. SessionStart hooks then have the source `clear`. Source: GAP-D5. */
  readonly clearedBy?: string | undefined;
  /** Aborted to give up the opening, for example while a hook of the start runs. Has no effect once the conversation is open. */
  readonly signal?: AbortSignal | undefined;
}

interface CloseOptions {
  /** The uuid of the prompt that clears the session. SessionEnd hooks then have the reason `clear`. Source: GAP-D5. */
  readonly clearedBy?: string | undefined;
}

export interface PromptOptions {
  /** The uuid of the prompt's record. Default: a new uuid. */
  readonly id?: string | undefined;
  /** If true, the prompt is sent unchanged: `/name` starts no skill. */
  readonly isVerbatim?: boolean | undefined;
}

/**
 * A session for several prompts: its tools, MCP servers and background work live from the first prompt to `close`. One prompt
 * runs at a time, and interrupting it does not end the session. Source: LOOP-16, LOOP-29.
 */
export class Conversation extends RunControls {
  /** All events, with one `result` for each prompt. Ends with `close`. */
  readonly events: AsyncIterable<AgentEvent>;
  readonly #state: RunState;
  readonly #queue: EventQueue;
  readonly #lifetime: AbortController;
  #begun: Begun | undefined;
  #isFirst = true;
  #running: Promise<RunResult> | undefined;
  #closed: Promise<void> | undefined;

  constructor(parts: { state: RunState; queue: EventQueue; lifetime: AbortController; begun: Begun }) {
    super(parts.state);
    this.#state = parts.state;
    this.#queue = parts.queue;
    this.#lifetime = parts.lifetime;
    this.#begun = parts.begun;
    this.events = parts.queue;
  }

  /** True while a prompt is being handled. */
  get isBusy(): boolean {
    return this.#running !== undefined;
  }

  /** Runs a prompt. Contract: never rejects for a failure on the way; throws CONVERSATION_BUSY, CONVERSATION_CLOSED, PROMPT_SHAPE. */
  ask(prompt: string | readonly Block[], options: PromptOptions = {}): Promise<RunResult> {
    checkPrompt(prompt);
    return this.#exchange({ prompt, isVerbatim: options.isVerbatim }, options.id);
  }

  /** Continues with open or deferred calls, or with messages from background work. */
  goOn(): Promise<RunResult> {
    return this.#exchange({});
  }

  /** Replaces the conversation by a summary that follows the instructions. Source: COMPACT-08. */
  compact(instructions = ''): Promise<RunResult> {
    return this.#exchange({ compact: instructions });
  }

  /** Adds content that the model reads with the next prompt. No request is made now. */
  append(content: readonly Block[], id?: string): void {
    this.#checkFree();
    const message = userMessage(sendableBlocks(content));
    const uuid = id ?? randomUUID();
    this.#state.session.addPrompt(message, { uuid });
    beginCheckpoint(this.#state, uuid);
  }

  /** Ends the current prompt soon, with every open call answered. The session continues. */
  interrupt(): void {
    this.#state.exchange.controller.abort(errors.RUN_INTERRUPTED({}));
  }

  /** True if a message waits for the next prompt or for `goOn`. */
  get hasNews(): boolean {
    return this.#state.inbox.texts.length > 0;
  }

  /** Sets a listener that is called when a message arrives. */
  set onNews(listener: (() => void) | undefined) {
    this.#state.inbox.onAdd = listener;
  }

  /** True while background work runs that will bring a message. */
  get isWaiting(): boolean {
    return this.#state.inbox.isHeld;
  }

  /** True while any background work runs, including commands, which may run forever and bring no message. */
  get hasTasks(): boolean {
    return (
      this.#state.services
        .find(BackgroundTasks)
        ?.list()
        .some((task) => task.status().state === 'running') === true
    );
  }

  /** Interrupts running work and ends everything that the session started, and its events. */
  close(options: CloseOptions = {}): Promise<void> {
    this.#closed ??= this.#end(options);
    return this.#closed;
  }

  async #exchange(asked: Asked, id?: string): Promise<RunResult> {
    this.#checkFree();
    const state = this.#state;
    state.exchange = newExchange({ id, before: state.exchange, earlier: this.#earlier(asked) });
    // The texts of SessionStart hooks are sent with the first prompt.
    const begun = asked.compact === undefined ? this.#begun : undefined;
    if (begun !== undefined) this.#begun = undefined;
    this.#running = exchange(state, { ...asked, begun });
    try {
      return await this.#running;
    } finally {
      this.#running = undefined;
    }
  }

  /** Returns the work of earlier processes, if the conversation begins where they stopped. */
  #earlier({ prompt, compact }: Asked): EarlierWork | undefined {
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    if (!isFirst || compact !== undefined) return undefined;
    return earlierWork(this.#state.session, { prompt, spec: this.#state.spec });
  }

  #checkFree(): void {
    if (this.#closed !== undefined) throw errors.CONVERSATION_CLOSED({ id: this.sessionId });
    if (this.#running !== undefined) throw errors.CONVERSATION_BUSY({ id: this.sessionId });
  }

  async #end({ clearedBy }: CloseOptions): Promise<void> {
    this.interrupt();
    await this.#running;
    this.#lifetime.abort(errors.RUN_INTERRUPTED({}));
    const isCleared = clearedBy !== undefined;
    if (isCleared) this.#state.exchange = newExchange({ id: clearedBy, before: this.#state.exchange });
    await endConversation(this.#state, { outcome: 'success', text: '', ...(isCleared ? { reason: 'clear' } : {}) });
    this.#queue.close();
  }
}

/**
 * Opens a conversation. Throws the reason if it cannot start: an unknown or busy session, a refused mode, a missing required
 * server, or a hook that stops it.
 */
export async function openConversation(spec: AgentSpec, choice: OpenOptions): Promise<Conversation> {
  checkMode(spec.permissions.mode, spec);
  const session = openSession(spec, choice);
  const lifetime = new AbortController();
  const queue = new EventQueue();
  const state = inSession(session, () =>
    setUpRun({
      spec,
      session,
      lifetime: lifetime.signal,
      // No prompt has come yet, so the hooks of the start name none.
      exchange: { ...newExchange(), promptId: choice.clearedBy },
      ...observed(spec, session, traced(spec, session, choice.onEvent ?? queue.push)),
      startSubagent,
      isConversation: true,
    }),
  );
  const giveUp = () => {
    state.exchange.controller.abort(errors.RUN_INTERRUPTED({}));
    lifetime.abort(errors.RUN_INTERRUPTED({}));
  };
  const forget = choice.signal === undefined ? undefined : onAbort(choice.signal, giveUp);
  try {
    const begun = await beginRun(state, choice.clearedBy === undefined ? session.source : 'clear');
    lifetime.signal.throwIfAborted();
    return new Conversation({ state, queue, lifetime, begun });
  } catch (error) {
    lifetime.abort(error);
    await endConversation(state, { outcome: 'error_during_execution', text: '' });
    throw error;
  } finally {
    forget?.();
  }
}
