import { join } from 'node:path';
import { problemOf } from '@loadout/command';
import { type CheckedChange, type PersonalRules, Session, type SessionView, slashCommand } from '@loadout/command/chat';
import { stateDir } from '@loadout/node';
import { type AgentEvent, holdingSecrets } from '@loadout/runner';
import type { ChatEnd, ChatHost, CommandEnd, Loaded } from '../chat-host.js';
import { chatCommands } from '../commands/chat-commands.js';
import type { Surface } from '../commands/surface.js';
import { pastedImage } from '../files/image.js';
import { mentionOf } from '../files/mention.js';
import { mayRead, offeredFiles } from '../files/offered-files.js';
import { History } from '../input/history.js';
import { asksOf } from '../questions/asks.js';
import type { Block } from '../text/line.js';
import { saidBlock, stacked } from '../text/said.js';
import { problemBlock } from '../transcript/end-block.js';
import { workingBlock } from '../transcript/running.js';
import { Transcript } from '../transcript/transcript.js';
import type { Ahead } from './ahead.js';
import { Coming } from './coming.js';
import type { Completions } from './completion.js';
import { nextMode } from './next-mode.js';
import { openFolded } from './open-folded.js';
import { promptBlocks } from './prompt-blocks.js';
import { runCommand } from './run-command.js';
import { shownPrompt } from './shown-prompt.js';
import { StatusTeller } from './status-teller.js';

interface TalkParts {
  readonly host: ChatHost;
  readonly surface: Surface;
  readonly ahead: Ahead;
}

/** How often what takes time is drawn anew while it lasts. */
const PULSE_MS = 100;

/** A conversation: its events on the surface, and what the person types to it, one after the other. */
export class Talk implements SessionView {
  readonly surface: Surface;
  readonly host: ChatHost;
  readonly history: History;
  readonly #ahead: Ahead;
  readonly #whole: (event: AgentEvent) => readonly AgentEvent[];
  readonly #status: StatusTeller;
  readonly #change: CheckedChange;
  readonly #coming: Coming;
  #session: Session | undefined;
  #transcript: Transcript;
  #cwd: string;
  #pulse: NodeJS.Timeout | undefined;
  #work: AbortController | undefined;
  #turnSince: number | undefined;

  private constructor({ host, surface, ahead }: TalkParts, { agent, change, redact }: Loaded) {
    this.host = host;
    this.surface = surface;
    this.#ahead = ahead;
    this.#change = change;
    this.#coming = new Coming({ ahead, surface, change, session: () => this.session });
    this.history = new History({
      file: join(stateDir(host.terminal.env), 'chat-history.jsonl'),
      isSecret: (text) => agent.spec.secrets().some((secret) => secret !== '' && text.includes(secret)),
    });
    this.#cwd = agent.spec.roots[0];
    this.#whole = holdingSecrets({ secrets: agent.spec.secrets, redact });
    this.#status = new StatusTeller({ surface, agent, version: host.version, env: host.terminal.env });
    this.#transcript = this.#newTranscript(agent.spec.output !== undefined);
  }

  /** Loads the configuration and opens the conversation. Throws the reason if it cannot start. */
  static async open(parts: TalkParts): Promise<Talk> {
    const { host, surface } = parts;
    const told: { talk?: Talk; project?: PersonalRules | undefined; redact: (text: string) => string } = {
      redact: (text) => text,
    };
    const asks = asksOf({
      questions: surface.questions,
      cwd: () => told.talk?.cwd ?? process.cwd(),
      project: () => told.project,
      redact: (text) => told.redact(text),
      tell: (text) => surface.commit(saidBlock(text, 'dim')),
    });
    const loaded = await host.load(asks);
    told.project = loaded.project;
    told.redact = loaded.redact ?? told.redact;
    const talk = new Talk(parts, loaded);
    told.talk = talk;
    const { agent, choice } = loaded;
    for (const message of agent.notices) talk.event({ type: 'notice', message });
    const agrees = async (question: string) => (await asks.confirm({ lines: [question], choices: YES_NO })) === 'y';
    talk.#session = await Session.open(
      { agent, view: talk, agrees, checkReload: () => host.checkReload(), called: host.called },
      choice,
    );
    talk.refresh();
    return talk;
  }

  get session(): Session {
    if (this.#session === undefined) throw new Error('The conversation is not open yet.');
    return this.#session;
  }

  get cwd(): string {
    return this.#cwd;
  }

  /** Whether work goes on that can be interrupted. */
  get isBusy(): boolean {
    return this.#work !== undefined;
  }

  get completions(): Completions {
    return {
      commands: () =>
        [...chatCommands, ...this.session.skills.filter((skill) => skill.userInvocable)].map((one) => ({
          value: one.name,
          text: one.name,
          note: 'summary' in one ? one.summary : one.description,
        })),
      files: () => offeredFiles(this.#place),
    };
  }

  /** The words that name an image, for a pasted path of one. */
  imageOf(pasted: string): string | undefined {
    const path = pastedImage(pasted, { cwd: this.#cwd, home: this.host.terminal.env.HOME ?? '' });
    return path === undefined ? undefined : mentionOf(path);
  }

  get #place() {
    return { conversation: this.session.conversation, cwd: this.#cwd, env: this.host.terminal.env };
  }

  live(): Block {
    const live = this.#transcript.live();
    if (this.#turnSince === undefined || this.surface.questions.open !== undefined) return live;
    const canSend = this.#session?.conversation.canSendToBackground === true;
    return stacked(live, workingBlock(performance.now() - this.#turnSince, canSend));
  }

  /** Takes what the person types, until they end the chat. */
  async run(): Promise<ChatEnd> {
    const { session } = this;
    try {
      for (;;) {
        const next = await this.#coming.next();
        if (next === undefined) break;
        if (next === 'changed') await this.#takeChange();
        else await this.#take(next);
      }
    } finally {
      clearInterval(this.#pulse);
      this.#status.close();
      await session.close();
    }
    return { exitCode: 0, continues: session.continued };
  }

  /** The person has typed a text, which is the last of those that wait. */
  typed(): void {
    this.#coming.wake();
  }

  command(words: readonly string[]): Promise<CommandEnd> {
    return this.host.command(words, this.#work?.signal ?? this.host.stopped);
  }

  /** Ends the work that goes on; the session continues. */
  interrupt(): void {
    this.#work?.abort();
    this.#session?.conversation.interrupt();
  }

  /** Ends the work and takes no more prompts. */
  stop(): void {
    this.#session?.end();
    this.interrupt();
    this.#coming.stop();
  }

  /** Lets the commands and agents that calls wait for go on in the background. */
  toBackground(): void {
    if (this.isBusy && !this.session.conversation.sendToBackground())
      this.print('Nothing that is running can continue in the background.\n', { isAside: true });
  }

  nextMode(): void {
    nextMode(this);
    this.refresh();
  }

  openOutput(): Promise<void> {
    return openFolded(this.#transcript.folded, this);
  }

  chooseRewind(): void {
    this.#ahead.add('/rewind');
    this.#coming.wake();
  }

  begin(): void {
    this.#turnSince = performance.now();
    this.#transcript.begin();
  }

  print(text: string, { isAside = false }: { readonly isAside?: boolean } = {}): void {
    this.surface.commit(isAside ? saidBlock(text, 'dim') : saidBlock(text));
  }

  event(event: AgentEvent): void {
    for (const one of this.#whole(event)) this.#show(one);
  }

  #show(event: AgentEvent): void {
    if (event.type === 'init') this.#cwd = event.init.cwd;
    for (const block of this.#transcript.event(event)) this.surface.commit(block);
    if (event.type === 'tool_result' && this.#work?.signal.aborted === false) this.#steer();
    if (event.type === 'turn' || event.type === 'result' || event.type === 'permissions') this.refresh();
    this.#beat();
    this.surface.changed();
  }

  /** Gives what was typed during the work to the model, which reads it at its next step. */
  #steer(): void {
    for (const text of this.#ahead.takePrompts(isCommand)) {
      const onDelivered = () => this.surface.commit(shownPrompt(text, '  (while it works)'));
      this.session.conversation.send(text, { isOfPerson: true, onDelivered });
    }
  }

  /** Draws what takes time again and again, while something does. */
  #beat(): void {
    const isQuiet = !this.isBusy && this.#transcript.isQuiet;
    if (isQuiet) {
      clearInterval(this.#pulse);
      this.#pulse = undefined;
    } else this.#pulse ??= setInterval(() => this.surface.changed(), PULSE_MS).unref();
  }

  /** The status line is told what holds now. */
  refresh(): void {
    const { conversation, lastResult } = this.session;
    this.#status.refresh(conversation, lastResult);
    const { cwd } = conversation.inspect();
    this.#cwd = cwd;
  }

  /** Ends the chat in this process, so that another one continues it with the changed configuration. */
  async #takeChange(): Promise<void> {
    const { mark } = this.#change;
    if (mark === undefined) return;
    this.#change.take(mark);
    this.print(`${mark.changed} changed. The chat continues with the files as they are now.\n`, { isAside: true });
    try {
      await this.session.reload();
    } catch (error) {
      this.surface.commit(problemBlock(problemOf(error)));
    }
  }

  async #take(next: { readonly text: string } | 'news'): Promise<void> {
    this.#work = new AbortController();
    this.#beat();
    try {
      if (next === 'news') await this.#goOn();
      else await this.#worked(next.text, this.#work.signal);
    } catch (error) {
      this.surface.commit(problemBlock(problemOf(error)));
    } finally {
      this.#work = undefined;
      this.#turnSince = undefined;
      if (this.#session?.isOver !== true) this.refresh();
      this.#beat();
      this.surface.changed();
    }
  }

  /** Lets the model hear of work in the background. */
  async #goOn(): Promise<void> {
    await this.session.turn((conversation) => conversation.goOn());
    const { outcome } = this.session.lastResult ?? {};
    // A person may have said no.
    this.#coming.hasFailed = outcome !== 'success' && outcome !== 'denied';
  }

  async #worked(text: string, signal: AbortSignal): Promise<void> {
    const { session } = this;
    this.#coming.hasFailed = false;
    this.surface.commit(shownPrompt(text));
    if (text.startsWith('!')) return runCommand(text.slice(1).trim(), { talk: this, signal });
    const slash = slashCommand(text, {
      skills: session.skills,
      commands: chatCommands.map(({ name, summary }) => ({ name, summary, run: () => {} })),
    });
    if (slash === undefined)
      await session.turn((conversation) =>
        conversation.ask(promptBlocks(text, { cwd: this.#cwd, isOffered: mayRead(this.#place) })),
      );
    else await chatCommands.find(({ name }) => name === slash.command.name)?.run(slash.rest, this);
  }

  #newTranscript(structured: boolean): Transcript {
    return new Transcript({ cwd: () => this.#cwd, now: () => performance.now(), structured });
  }
}

const YES_NO = [
  { key: 'y', text: 'yes' },
  { key: 'n', text: 'no' },
];

const isCommand = (text: string) => /^[/!]/.test(text);
