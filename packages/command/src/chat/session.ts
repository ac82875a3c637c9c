import { existsSync, rmSync } from 'node:fs';
import { isText, textOf } from '@loadout/core/model';
import type { SkillPlan } from '@loadout/core/run';
import type { Agent, AgentEvent, Conversation, OpenOptions, RunResult, SessionChoice } from '@loadout/runner';
import { replaySession } from '@loadout/sessions';
import { oneLine } from '../printable.js';

/** The conversation that another process continues. */
export interface Continued {
  /** Absent: nothing was said, so that a new session begins. */
  readonly sessionId?: string | undefined;
}

/** Shows a conversation. */
export interface SessionView {
  /** A prompt begins. Until its result, all events belong to it. */
  begin(): void;
  event(event: AgentEvent): void;
  /** Shows a text of the chat itself. `isAside`: it is only for orientation. */
  print(text: string, options?: { readonly isAside?: boolean }): void;
}

export interface SessionParts {
  readonly agent: Agent;
  readonly view: SessionView;
  /** Asks a question with the answers yes and no. */
  readonly agrees: (question: string) => Promise<boolean>;
  /** Checks whether another process can continue the chat. Throws the reason why not. */
  readonly checkReload: () => Promise<void>;
  /** The command as the person called it, for the line that continues the chat. Absent: nobody types one. */
  readonly called?: string;
}

/** The current conversation, and the parts of it that the commands of a chat use. */
export class Session {
  readonly #parts: SessionParts;
  #conversation: Conversation;
  #prompts: { readonly uuid: string; readonly text: string }[] = [];
  #lastResult: RunResult | undefined;
  #isOver = false;
  #reloads = false;

  private constructor(parts: SessionParts, conversation: Conversation) {
    this.#parts = parts;
    this.#conversation = conversation;
  }

  /** Starts or continues a conversation. Throws if it cannot start. */
  static async open(parts: SessionParts, choice: Omit<OpenOptions, 'onEvent'>): Promise<Session> {
    const early: AgentEvent[] = [];
    let session: Session | undefined;
    const onEvent = (event: AgentEvent) => (session === undefined ? void early.push(event) : session.#tell(event));
    session = new Session(parts, await parts.agent.open({ ...choice, onEvent }));
    for (const event of early) session.#tell(event);
    if (choice.resume !== undefined) session.#showWhereItStands();
    return session;
  }

  get agent(): Agent {
    return this.#parts.agent;
  }

  get conversation(): Conversation {
    return this.#conversation;
  }

  get skills(): readonly SkillPlan[] {
    return Object.values(this.agent.spec.plan.skills ?? {});
  }

  /** The person's prompts, in order. */
  get prompts(): readonly { readonly uuid: string; readonly text: string }[] {
    return this.#prompts;
  }

  get lastResult(): RunResult | undefined {
    return this.#lastResult;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  print(text: string): void {
    this.#parts.view.print(text);
  }

  agrees(question: string): Promise<boolean> {
    return this.#parts.agrees(question);
  }

  /** Runs one turn of the conversation and shows it until it ends. */
  async turn(work: (conversation: Conversation) => Promise<RunResult>): Promise<void> {
    const conversation = this.#conversation;
    // The model should know why its work was interrupted.
    if (this.#lastResult?.outcome === 'interrupted' && this.#prompts.length > 0)
      conversation.append([{ type: 'text', text: '[Interrupted by the person.]' }]);
    this.#parts.view.begin();
    this.#lastResult = await work(conversation);
  }

  /** Begins a new session, and shows how to come back to this one. */
  async clear(): Promise<void> {
    await this.close();
    await this.#begin({});
  }

  /** Goes on in another session. If it cannot be opened, this one goes on. */
  async renew(choice: SessionChoice): Promise<void> {
    const { sessionId } = this.#conversation;
    const isKept = await this.#leave();
    try {
      await this.#begin(choice);
    } catch (error) {
      this.#conversation = await this.#open(isKept ? { resume: sessionId } : {});
      throw error;
    }
  }

  async #begin(choice: SessionChoice): Promise<void> {
    this.#conversation = await this.#open(choice);
    this.#prompts = [];
    this.#lastResult = undefined;
    if (choice.resume !== undefined && choice.forkBefore === undefined) this.#showWhereItStands();
  }

  #open(choice: SessionChoice): Promise<Conversation> {
    return this.#parts.agent.open({ ...choice, onEvent: (event) => this.#tell(event) });
  }

  /** Goes on in a copy of the session that ends before a prompt. */
  async renewBefore(prompt: string): Promise<void> {
    const { sessionId } = this.#conversation;
    const before = this.#prompts.slice(
      0,
      this.#prompts.findIndex(({ uuid }) => uuid === prompt),
    );
    await this.renew({ resume: sessionId, forkBefore: prompt });
    this.#prompts = before;
  }

  end(): void {
    this.#isOver = true;
  }

  /** Ends the chat in this process, so that another one continues it. */
  async reload(): Promise<void> {
    await this.#parts.checkReload();
    this.#reloads = true;
    this.end();
  }

  /** The conversation that another process continues, once this one is closed. Absent: the chat is over. */
  get continued(): Continued | undefined {
    const { sessionId, transcript } = this.#conversation;
    return this.#reloads ? { sessionId: existsSync(transcript) ? sessionId : undefined } : undefined;
  }

  /** Closes the conversation and shows how to continue it. */
  async close(): Promise<void> {
    const { sessionId } = this.#conversation;
    const isKept = await this.#leave();
    const { called } = this.#parts;
    if (isKept && !this.#reloads && called !== undefined) this.print(`Continue: ${called} chat --resume ${sessionId}\n`);
  }

  /** Closes the conversation. False: it has no prompt, so it cannot be continued. */
  async #leave(): Promise<boolean> {
    await this.#conversation.close();
    if (this.#prompts.length > 0) return true;
    removeIfEmpty(this.#conversation.transcript);
    return false;
  }

  #tell(event: AgentEvent): void {
    if (event.type === 'prompt') {
      const text = event.message.content.find(isText)?.text ?? '';
      // The model went on with news of work in the background, and nobody asked anything.
      if (!text.startsWith('<system-reminder>')) this.#prompts.push({ uuid: event.uuid, text });
    }
    this.#parts.view.event(event);
  }

  /** Shows the last message, so that the person finds the way back in. */
  #showWhereItStands(): void {
    const { messages, ended, prompts } = replaySession(this.#conversation.transcript);
    this.#prompts = [...prompts];
    const last = messages.findLast((message) => message.role === 'assistant' && textOf(message).trim() !== '');
    const { view } = this.#parts;
    if (last !== undefined) view.print(`said last: ${oneLine(textOf(last), 400)}\n`, { isAside: true });
    if (!ended) view.print('The answer was cut off. The next prompt continues from there.\n', { isAside: true });
  }
}

function removeIfEmpty(transcript: string): void {
  try {
    if (replaySession(transcript).messages.length === 0) rmSync(transcript);
  } catch {
    // The session is gone or cannot be read. The next reader reports the problem.
  }
}
