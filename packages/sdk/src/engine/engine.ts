import { randomUUID } from 'node:crypto';
import type { AgentEvent, Conversation, RunResult } from '@loadout/runner';
import { errors } from '../errors.js';
import type { Frame } from '../frames/frame.js';
import { Framer } from '../frames/framer.js';
import { startFailure } from '../frames/start-failure.js';
import { informational } from '../frames/status-frames.js';
import type { ModelLimits } from '../frames/usage.js';
import type { Env } from '../models.js';
import { keepAbout } from '../sessions/about-agent.js';
import { isOn } from '../setup/is-on.js';
import type { Planned } from '../setup/planned.js';
import { type Prepared, planned, prepare } from '../setup/prepare.js';
import { withPromptTool } from '../setup/prompt-tool.js';
import { keptPermissions } from '../setup/save-permissions.js';
import { withSettings } from '../setup/with-settings.js';
import type { ControlRequest, InitializeResult } from '../types/control.js';
import type { SDKMessage, SDKUserMessage } from '../types/messages.js';
import type { Options } from '../types/options.js';
import { carryOut } from './commands/carry-out.js';
import { commandIn } from './commands/command-in.js';
import { answerControl } from './control/answers.js';
import type { Controlled, SessionState } from './control/controlled.js';
import { initFrame } from './init-frame.js';
import { initializeResult } from './initialize-result.js';
import { blocksOf, originOf, PromptQueue } from './prompt-queue.js';
import { takeUp } from './take-up.js';

export interface EngineHost {
  /** Receives each message at the moment of its event, in order. Contract: never throws. */
  send(message: SDKMessage): void;
  /** Sends each prompt back when its turn starts, under the uuid of its record. */
  readonly replaysPrompts?: boolean | undefined;
}

/**
 * One query: takes prompts, sends messages, and answers requests meanwhile. Serves a program in this process and a program behind
 * a pipe alike.
 */
export class Engine implements Controlled {
  readonly #options: Options;
  readonly #host: EngineHost;
  readonly #queue = new PromptQueue();
  readonly #planned: Promise<Planned>;
  readonly #prepared: Promise<Prepared>;
  readonly #framer: Framer;
  /** Settles to `undefined` once the session is open, or to the error that prevents it. */
  readonly #opened: Promise<unknown>;
  #endOpening: (failure?: unknown) => void = () => {};
  #conversation: Conversation | undefined;
  #sessionId: string;
  #state: SessionState = 'idle';
  #inputEnded = false;
  #closed = false;
  #wake: (() => void) | undefined;
  #lastResult: RunResult | undefined;
  #ready: Prepared | undefined;

  constructor(given: Options, host: EngineHost) {
    const options = withSettings(given);
    this.#options = askedVisibly(
      withPromptTool(options, () => this.conversation()),
      (from, to) => {
        if (this.#state === from) this.#become(to);
      },
    );
    this.#host = host;
    this.#opened = new Promise((resolve) => {
      this.#endOpening = resolve;
    });
    this.#sessionId = options.sessionId ?? options.resume ?? randomUUID();
    this.#planned = planned(this.#options);
    this.#prepared = this.#planned.then((plan) => prepare(this.#options, { planned: plan, send: (frame) => this.#send(frame) }));
    this.#prepared.catch(() => {});
    this.#framer = new Framer({
      includePartialMessages: options.includePartialMessages === true,
      forwardSubagentText: options.forwardSubagentText === true,
      limitsOf: (model) => this.#limitsOf(model),
      waiting: () => this.#queue.size,
      init: () => this.#init(),
      now: () => performance.now(),
    });
  }

  get options(): Options {
    return this.#options;
  }

  get state(): SessionState {
    return this.#state;
  }

  get queue(): PromptQueue {
    return this.#queue;
  }

  /** The result of the last turn. */
  get lastResult(): RunResult | undefined {
    return this.#lastResult;
  }

  prepared(): Promise<Prepared> {
    return this.#prepared;
  }

  /** Waits until the session is open. Throws the error that prevented it. */
  async conversation(): Promise<Conversation> {
    if (this.#conversation !== undefined) return this.#conversation;
    const failure = await this.#opened;
    if (this.#conversation === undefined) throw failure ?? errors.SDK_CLOSED({});
    return this.#conversation;
  }

  submit(message: SDKUserMessage): void {
    this.#queue.add(message);
    this.#wake?.();
  }

  /** Announces that no more prompts follow. The engine finishes the current turn and the waiting prompts, then ends. */
  endInput(): void {
    this.#inputEnded = true;
    this.#wake?.();
  }

  /** Interrupts the current turn, and ends everything that it started. */
  close(): void {
    this.#closed = true;
    this.#queue.clear();
    this.#conversation?.interrupt();
    this.#wake?.();
  }

  interrupt(): void {
    this.#conversation?.interrupt();
  }

  /** Answers a request. Contract: rejects if the request is invalid or fails. */
  control(request: ControlRequest): Promise<unknown> {
    return answerControl(request, this);
  }

  /** Waits for the session that the program resumes, so that an unknown one fails here and not with the prompt (W9). */
  async initialization(): Promise<InitializeResult> {
    if (this.#options.resume !== undefined) await this.conversation();
    return initializeResult(await this.#planned, { options: this.#options, state: this.#state });
  }

  /** Runs from the first prompt to the last. Throws if the query cannot start. */
  async run(): Promise<void> {
    const { agent, flush, dispose } = await this.#start();
    try {
      while (true) {
        const next = await this.#next();
        if (next === 'end') break;
        if (next === 'news') await this.#turn(undefined);
        else if (next.shouldQuery === false) this.#conversation?.append(blocksOf(next), this.#replayed(next));
        else await this.#turn(next);
      }
    } finally {
      await this.#conversation?.close();
      await agent.close();
      await flush();
      dispose();
    }
  }

  async #start(): Promise<Prepared> {
    try {
      this.#ready = await this.#prepared;
      const { agent, choice, notices } = this.#ready;
      for (const notice of notices) this.#send(informational(notice, 'warning'));
      await titled(this.#adopt(await agent.open({ ...choice, onEvent: (event) => this.#tell(event) })), this.#options);
      return this.#ready;
    } catch (error) {
      this.#send({ ...startFailure(error) });
      this.#endOpening(error);
      await this.#ready?.agent.close();
      throw error;
    } finally {
      this.#endOpening();
    }
  }

  /** Takes a conversation as that of the query, with a cost of its own. */
  #adopt(conversation: Conversation): Conversation {
    this.#conversation = conversation;
    this.#sessionId = conversation.sessionId;
    this.#lastResult = undefined;
    conversation.onNews = () => this.#wake?.();
    return conversation;
  }

  async #next(): Promise<SDKUserMessage | 'news' | 'end'> {
    while (!this.#closed) {
      const conversation = this.#conversation;
      const message = this.#queue.next();
      if (message !== undefined) return message;
      if (conversation?.hasNews === true) return 'news';
      const waits = conversation?.isWaiting === true;
      if (!waits) this.#become('idle');
      if (this.#inputEnded && !waits && conversation?.hasTasks !== true) return 'end';
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      this.#wake = undefined;
    }
    return 'end';
  }

  async #turn(message: SDKUserMessage | undefined): Promise<void> {
    const conversation = this.#conversation;
    if (conversation === undefined) return;
    this.#become('running');
    this.#framer.begin(message === undefined ? { kind: 'task-notification' } : originOf(message));
    const isVerbatim = message?.client_composed === true || this.#options.verbatimPrompts === true;
    const id = message === undefined ? undefined : this.#replayed(message);
    const command = message === undefined || isVerbatim ? undefined : commandIn(message, (name) => this.#hasSkill(name));
    if (command !== undefined)
      return carryOut(command, {
        id: id ?? randomUUID(),
        engine: this,
        framer: this.#framer,
        send: (frame) => this.#send(frame),
        reopen: async ({ agent }, choice) => this.#adopt(await agent.open({ ...choice, onEvent: (event) => this.#tell(event) })),
      });
    this.#lastResult = await takeUp(conversation, { message, id, isVerbatim });
  }

  /** `model` is the provider's name. */
  #limitsOf(model: string): ModelLimits {
    const { models = {} } = this.#ready?.plan ?? {};
    return models[model] ?? Object.values(models).find(({ id }) => id === model) ?? {};
  }

  #hasSkill = (name: string): boolean => this.#ready?.plan.skills?.[name]?.userInvocable === true;

  /** Returns the uuid under which the prompt is recorded. Sends the prompt back if the host asked for that. */
  #replayed(prompt: SDKUserMessage): string {
    const { message, parent_tool_use_id = null, uuid = randomUUID() } = prompt;
    const origin = originOf(prompt);
    const more = origin === undefined ? {} : { origin };
    if (this.#host.replaysPrompts === true)
      this.#send({ type: 'user', message, parent_tool_use_id, uuid, isReplay: true, ...more });
    return uuid;
  }

  #tell(event: AgentEvent): void {
    if (event.type === 'init') this.#sessionId = event.init.sessionId;
    if (event.type === 'permissions') for (const frame of keptPermissions(event.updates, this.#options)) this.#send(frame);
    if (event.type === 'task') this.#wake?.();
    if (event.type === 'subagent') keepAbout(event);
    for (const frame of this.#framer.frames(event)) this.#send(frame);
  }

  #send(frame: Frame): void {
    this.#host.send({ ...frame, uuid: frame.uuid ?? randomUUID(), session_id: this.#sessionId } as unknown as SDKMessage);
  }

  /** Changes the state, and sends it to a program that asked for states. */
  #become(state: SessionState): void {
    if (state === this.#state) return;
    this.#state = state;
    const frame = stateFrame(state, this.#options.env ?? process.env);
    if (frame !== undefined) this.#send(frame);
  }

  #init(): Frame {
    if (this.#ready === undefined || this.#conversation === undefined) throw errors.SDK_CLOSED({});
    return initFrame({ options: this.#options, prepared: this.#ready, conversation: this.#conversation });
  }
}

/** Wraps the callbacks that ask somebody, so that the state shows when an answer is awaited. An answer may come after its turn. */
function askedVisibly(options: Options, move: (from: SessionState, to: SessionState) => void): Options {
  const { canUseTool } = options;
  if (canUseTool === undefined) return options;
  return {
    ...options,
    canUseTool: async (...question) => {
      move('running', 'requires_action');
      try {
        return await canUseTool(...question);
      } finally {
        move('requires_action', 'running');
      }
    },
  };
}

/**
 * The message about a new state, for a program whose environment asks for it (W2). A program that asked itself sees the message;
 * a host such as the official SDK asks to read it alone, and keeps its end of the pipe open until the state is `idle` (CTRL-15).
 */
function stateFrame(state: SessionState, env: Env): Frame | undefined {
  const frame = { type: 'system', subtype: 'session_state_changed', state };
  if (isOn(env.CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS)) return frame;
  return isOn(env.CLAUDE_CODE_SDK_READS_SESSION_STATE) ? { ...frame, sdk_host_only: true } : undefined;
}

/** Writes the title that a program gives its session into the session's file. */
async function titled({ sessionId, transcript }: Conversation, { title, persistSession }: Options): Promise<void> {
  if (title === undefined || title.trim() === '' || persistSession === false) return;
  const { titleSession } = await import('../sessions/change-session.js');
  await titleSession(transcript, { sessionId, title });
}
