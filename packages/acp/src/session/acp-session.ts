import { type ContentBlock, methods, type PromptResponse, type SessionUpdate } from '@agentclientprotocol/sdk';
import { Session, slashCommand } from '@loadout/command/chat';
import { isLoadoutError } from '@loadout/core';
import { type Block, isText } from '@loadout/core/model';
import { type Agent, type AgentEvent, holdingSecrets, type RunResult, redactor, type SessionChoice } from '@loadout/runner';
import { errors } from '../errors.js';
import { unlessAborted } from '../unless-aborted.js';
import { message, Updates } from '../updates/updates.js';
import { firstChoices } from './choices.js';
import { availableCommands, EDITOR_COMMANDS } from './commands.js';
import { type AgentParts, prepareAgent } from './prepare-agent.js';
import { promptBlocks } from './prompt-blocks.js';
import { promptResponse } from './prompt-response.js';
import { Settings } from './settings.js';

export interface SessionParts extends AgentParts {
  readonly choice: SessionChoice;
  /** Further working directories. */
  readonly directories: readonly string[];
}

/** One prompt from its start to its answer. */
interface Turn {
  readonly abort: AbortController;
  readonly ended: Promise<unknown>;
}

/** A session of an editor: its prompts go to a conversation, and the events of the conversation to the editor. */
export class AcpSession {
  readonly #parts: SessionParts;
  readonly updates: Updates;
  readonly #settings: Settings;
  #agent: Promise<Agent> | undefined;
  #opening: Promise<Session> | undefined;
  #session: Session | undefined;
  #whole = (event: AgentEvent): readonly AgentEvent[] => [event];
  #turn: Turn | undefined;
  readonly #ending = new AbortController();

  constructor(parts: SessionParts) {
    this.#parts = parts;
    this.updates = new Updates({ cwd: parts.cwd, shows: parts.client.capabilities.session });
    this.#settings = new Settings(firstChoices(parts.project, parts), (update) => this.send(update));
  }

  /** The modes and options, as the answer to session/new has them. */
  get offered(): Settings['offered'] {
    return this.#settings.offered;
  }

  /** Prepares all that needs no question: the client knows its session only from the answer. Throws what prevents the session. */
  async start(): Promise<void> {
    const { servers, choice } = this.#parts;
    if (servers.length > 0) return;
    const { signal } = this.#ending;
    await (choice.resume === undefined ? this.#prepared(signal) : this.#opened(signal));
  }

  /** Tells the client what can be typed, and what is off. */
  announce(): void {
    const { plan, waits } = this.#parts.project;
    this.send({ sessionUpdate: 'available_commands_update', availableCommands: availableCommands(plan) });
    if (waits !== undefined) this.send(this.updates.notice(waits));
  }

  send(update: SessionUpdate): void {
    const { context, sessionId } = this.#parts.client;
    // A lost client ends the connection, which ends the session.
    context.notify(methods.client.session.update, { sessionId, update }).catch(() => {});
  }

  /** Runs a prompt. An abort in any phase is an answer. Throws ACP_BUSY, ACP_PROMPT and what prevents the answer. */
  async prompt(blocks: readonly ContentBlock[]): Promise<PromptResponse> {
    const before = this.#turn;
    if (before !== undefined && !before.abort.signal.aborted) throw errors.ACP_BUSY({ id: this.#parts.client.sessionId });
    const abort = new AbortController();
    const answer = this.#answer(blocks, { signal: abort.signal, before });
    const turn: Turn = { abort, ended: answer.catch(() => {}) };
    this.#turn = turn;
    try {
      return await answer;
    } finally {
      if (this.#turn === turn) this.#turn = undefined;
    }
  }

  /** Ends the prompt that is under way, in whatever phase it is. */
  cancel(): void {
    this.#turn?.abort.abort();
  }

  /** Throws ACP_OPTION, MODE_REFUSED. */
  setMode(value: unknown): void {
    const mode = this.#settings.mode(value);
    this.#session?.conversation.setPermissionMode(mode);
    this.#settings.choose({ mode });
  }

  /** Throws ACP_OPTION, and MODEL_NONE for a model that cannot be used here. */
  async setModel(value: unknown): Promise<void> {
    const model = this.#settings.model(value);
    await (await this.#agent?.catch(() => undefined))?.spec.modelFor(model);
    this.#session?.conversation.setModel(model);
    this.#settings.choose({ model });
  }

  /** Ends the session with all that it started. It can be loaded again. */
  async close(): Promise<void> {
    this.cancel();
    this.#ending.abort();
    await this.#turn?.ended;
    await (await this.#opening?.catch(() => undefined))?.close();
    await (await this.#agent?.catch(() => undefined))?.close();
  }

  async #answer(blocks: readonly ContentBlock[], { signal, before }: Answering): Promise<PromptResponse> {
    await before?.ended;
    const prompt = promptBlocks(blocks);
    try {
      // The opening for a cancelled prompt may end with its cancel, which is nothing of this prompt.
      await unlessAborted(Promise.resolve(this.#opening?.catch(() => {})), signal);
      const session = await unlessAborted(this.#opened(signal), signal);
      if (session === undefined || signal.aborted) return CANCELLED;
      const stop = () => session.conversation.interrupt();
      signal.addEventListener('abort', stop, { once: true });
      const result = await work(session, prompt).finally(() => signal.removeEventListener('abort', stop));
      this.#settings.heard({ model: session.conversation.choices.model });
      return signal.aborted ? CANCELLED : promptResponse(result, (text) => this.send(message(text)));
    } catch (error) {
      if (isLoadoutError(error) && error.code === 'ACP_SERVER_UNANSWERED') return CANCELLED;
      throw error;
    }
  }

  /** The agent. After a failure, the next prompt prepares it again. */
  #prepared(signal: AbortSignal): Promise<Agent> {
    this.#agent ??= this.#prepare(signal).catch((error: unknown) => {
      this.#agent = undefined;
      throw error;
    });
    return this.#agent;
  }

  async #prepare(signal: AbortSignal): Promise<Agent> {
    const tell = (text: string) => this.send(this.updates.notice(text));
    const shows = (call: string, terminal: string) => this.send(this.updates.inTerminal(call, terminal));
    const agent = await prepareAgent(this.#parts, { cwd: () => this.updates.cwd, tell, shows, signal });
    const { secrets } = agent.spec;
    this.#whole = holdingSecrets({ secrets, redact: redactor(secrets) });
    this.#settings.took(agent);
    return agent;
  }

  #opened(signal: AbortSignal): Promise<Session> {
    this.#opening ??= this.#open(signal).catch((error: unknown) => {
      this.#opening = undefined;
      throw error;
    });
    return this.#opening;
  }

  async #open(signal: AbortSignal): Promise<Session> {
    const agent = await this.#prepared(signal);
    const { choice, directories } = this.#parts;
    const view = {
      begin: () => {},
      event: (event: AgentEvent) => this.#tell(event),
      print: (text: string, { isAside = false } = {}) => {
        if (!isAside && !this.#ending.signal.aborted) this.send(message(text));
      },
    };
    const parts = { agent, view, agrees: async () => false, checkReload: async () => {} };
    const session = await Session.open(parts, { ...(begun(choice, agent) ?? choice), signal });
    const { conversation } = session;
    if (directories.length > 0) conversation.updatePermissions([{ type: 'addDirectories', directories, destination: 'session' }]);
    this.#settings.apply(conversation);
    this.#session = session;
    return session;
  }

  #tell(event: AgentEvent): void {
    for (const one of this.#whole(event)) for (const update of this.updates.of(one)) this.send(update);
    if (event.type === 'permissions') this.#settings.heard({ mode: event.mode });
    if (event.type === 'turn') this.#tellUsage(event.totals.costUsd);
  }

  #tellUsage(costUsd: number | null): void {
    const { window: size, total: used } = this.#session?.conversation.contextUsage() ?? {};
    if (size === undefined || used === undefined) return;
    const cost = costUsd === null ? {} : { cost: { amount: costUsd, currency: 'USD' } };
    this.send({ sessionUpdate: 'usage_update', used, size, ...cost });
  }
}

/** The choice for a session that an earlier prompt has begun to record, before something prevented it. */
function begun({ id }: SessionChoice, { spec }: Agent): SessionChoice | undefined {
  const { store } = spec.sessions;
  return id !== undefined && store.has(store.place(id)) ? { resume: id } : undefined;
}

interface Answering {
  readonly signal: AbortSignal;
  /** The cancelled prompt before this one. */
  readonly before: Turn | undefined;
}

const CANCELLED: PromptResponse = { stopReason: 'cancelled' };

/** Runs a prompt to its end, or one of the commands of the editor, which may run none. */
async function work(session: Session, prompt: readonly Block[]): Promise<RunResult | undefined> {
  const [first] = prompt;
  const text = prompt.length === 1 && first !== undefined && isText(first) ? first.text : '';
  const slash = slashCommand(text, { skills: session.skills, commands: EDITOR_COMMANDS });
  const before = session.lastResult;
  if (slash !== undefined) await slash.command.run(slash.rest, session);
  else await session.turn((conversation) => conversation.ask(prompt));
  while (session.conversation.hasNews && session.lastResult?.outcome === 'success')
    await session.turn((conversation) => conversation.goOn());
  return session.lastResult === before ? undefined : session.lastResult;
}
