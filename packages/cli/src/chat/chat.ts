import { ownName } from '@loadout/command';
import { type CheckedChange, type Continued, Session, slashCommand } from '@loadout/command/chat';
import { releasableSignal } from '@loadout/node';
import type { Agent, SessionChoice } from '@loadout/runner';
import type { Person } from '../ask/person.js';
import type { Io } from '../io.js';
import { tellFailure } from '../render/tell-failure.js';
import { ChatView } from './chat-view.js';
import type { Keyboard } from './keyboard.js';

interface ChatParts {
  readonly io: Io;
  readonly agent: Agent;
  readonly person: Person;
  readonly keyboard: Keyboard;
  readonly verbose: boolean;
  readonly choice: SessionChoice;
  /** Checks whether another process can continue the chat. Throws the reason why not. */
  readonly checkReload: () => Promise<void>;
  readonly change: CheckedChange;
}

/** The number of Ctrl+C without an effect that end the process. */
const PATIENCE = 3;

/** Takes one prompt after the other, until the person ends the conversation. */
export class Chat {
  readonly #io: Io;
  readonly #keyboard: Keyboard;
  readonly #session: Session;
  readonly #change: CheckedChange;
  /** The number of Ctrl+C since the last line. */
  #interrupts = 0;
  /** Whether an automatic turn failed. If so, the chat waits for the person. */
  #hasFailed = false;
  #stopped = new AbortController();

  private constructor(parts: ChatParts, session: Session) {
    this.#io = parts.io;
    this.#keyboard = parts.keyboard;
    this.#session = session;
    this.#change = parts.change;
  }

  /** Opens the conversation. Throws if it cannot start. */
  static async open(parts: ChatParts): Promise<Chat> {
    const { io, agent, person, keyboard, verbose, choice, checkReload } = parts;
    const view = new ChatView({ io, agent, verbose, keyboard });
    person.view = view;
    for (const message of agent.notices) view.event({ type: 'notice', message });
    const agrees = async (question: string) => {
      person.show([`${question} Type y to agree.`]);
      return /^y(?:es)?$/i.test((await person.line(new AbortController().signal))?.trim() ?? '');
    };
    return new Chat(parts, await Session.open({ agent, view, agrees, checkReload, called: ownName(io.env) }, choice));
  }

  /** The agent's current working directory. */
  get cwd(): string {
    return this.#session.conversation.inspect().cwd;
  }

  /** Interrupts the current work and takes no more prompts. */
  stop(): void {
    this.#session.end();
    this.#session.conversation.interrupt();
    this.#stopped.abort();
  }

  /** Returns the conversation that another process continues, if the person asked for that. */
  async run(): Promise<Continued | undefined> {
    const session = this.#session;
    this.#keyboard.onInterrupt = () => this.interrupt();
    this.#io.screen.tell(`${this.#io.paint('dim', '/help lists the commands.')}\n`);
    try {
      while (!session.isOver) {
        if (await this.#takeChange()) continue;
        const text = await this.#read();
        if (text === undefined) break;
        if (text === '' && this.#isChanged) continue;
        this.#interrupts = 0;
        if (text !== '') this.#hasFailed = false;
        await this.#take(text);
      }
    } finally {
      await session.close();
    }
    return session.continued;
  }

  /** Handles Ctrl+C during a turn. */
  interrupt(): void {
    this.#interrupts += 1;
    this.#session.conversation.interrupt();
    if (this.#interrupts === PATIENCE - 1)
      this.#io.tell('\nEnding the current work. Press Ctrl+C once more to end this process.\n');
    if (this.#interrupts < PATIENCE) return;
    this.#keyboard.stop();
    process.exit(130);
  }

  /** Whether the chat can continue with a changed configuration now. Neither work nor what was typed is lost. */
  get #isChanged(): boolean {
    const { hasTasks, hasNews } = this.#session.conversation;
    return this.#change.mark !== undefined && !hasTasks && !hasNews && !this.#keyboard.hasTypedAhead;
  }

  /** Ends the chat in this process if its configuration has changed and is right. Returns whether there was a change. */
  async #takeChange(): Promise<boolean> {
    const { mark } = this.#change;
    if (mark === undefined || !this.#isChanged) return false;
    this.#change.take(mark);
    this.#io.tell(`${mark.changed} changed. The chat continues with the files as they are now.\n`);
    try {
      await this.#session.reload();
    } catch (error) {
      await tellFailure(error, this.#io);
    }
    return true;
  }

  async #take(text: string): Promise<void> {
    const session = this.#session;
    try {
      if (text === '') await this.#goOn();
      else {
        const slash = slashCommand(text, session);
        if (slash === undefined) await session.turn((conversation) => conversation.ask(text));
        else await slash.command.run(slash.rest, session);
      }
    } catch (error) {
      await tellFailure(error, this.#io);
    }
  }

  async #goOn(): Promise<void> {
    const session = this.#session;
    await session.turn((conversation) => conversation.goOn());
    const { outcome } = session.lastResult ?? {};
    // A person may have said no.
    this.#hasFailed = outcome !== 'success' && outcome !== 'denied';
  }

  /** Returns the next prompt. An empty prompt means that the model should hear of an event; `undefined` means the end. */
  async #read(): Promise<string | undefined> {
    let text = '';
    for (;;) {
      const typed = await this.#line(text);
      if (typed.kind === 'line') {
        text += typed.text;
        if (text.trim() === '') text = '';
        else if (!text.endsWith('\\')) return text;
        else text = `${text.slice(0, -1)}\n`;
      } else if (typed.kind === 'interrupt') {
        this.#interrupts = typed.wasEmpty && text === '' ? this.#interrupts + 1 : 0;
        if (this.#interrupts > 1) return undefined;
        if (this.#interrupts === 1) this.#io.tell('Press Ctrl+C again, Ctrl+D, or type /exit to end the chat.\n');
        text = '';
      } else return typed.kind === 'withdrawn' && !this.#stopped.signal.aborted ? '' : undefined;
    }
  }

  /** Reads a line. An empty prompt is withdrawn when background work brings an event, or the configuration has changed. */
  async #line(before: string) {
    const { conversation } = this.#session;
    const prompt = before === '' ? '> ' : '… ';
    const news = releasableSignal(this.#stopped.signal);
    const giveWay = () => {
      if (before !== '' || this.#keyboard.isTyping) return;
      if ((conversation.hasNews && !this.#hasFailed) || this.#isChanged) news.abort();
    };
    conversation.onNews = giveWay;
    const unwatch = this.#change.watch(giveWay);
    giveWay();
    try {
      return await this.#keyboard.line({ prompt, signal: news.signal, isPrompt: true });
    } finally {
      news.release();
      unwatch();
      conversation.onNews = undefined;
    }
  }
}
