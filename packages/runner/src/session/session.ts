import {
  contextTokens,
  isToolUse,
  type Message,
  type Origin,
  pushUser,
  type ToolResultBlock,
  userMessage,
} from '@loadout/core/model';
import type { PermissionUpdate } from '@loadout/core/run';
import {
  type AskedBefore,
  isBroken,
  type PendingCall,
  type RecordBody,
  type RecordedRule,
  type ReplayedSession,
  type SessionHeader,
  type SessionJournal,
  type SessionPlace,
  type SessionRecord,
  type SessionStore,
  type ShownCall,
  type WorkOnRecord,
} from '@loadout/sessions';
import { redactValue } from '../secrets/redact.js';

/** The work that an earlier process of a session did not end. */
interface LeftWork {
  readonly calls: readonly PendingCall[];
  /** The skills that were in use. */
  readonly skills: readonly string[];
  /** If true, the last run was killed or waits for an answer, so that its background work ended with it. */
  readonly isBroken: boolean;
}

const NOTHING_LEFT: LeftWork = { calls: [], skills: [], isBroken: false };

/** An open conversation: messages in memory, records on disk. Append-only, except for compaction. */
export class OpenSession {
  readonly place: SessionPlace;
  readonly header: SessionHeader;
  readonly store: SessionStore;
  readonly source: 'startup' | 'resume' | 'fork';
  /** The state of the session when it was opened. */
  readonly before: Pick<ReplayedSession, 'grants' | 'toldMode'>;
  /** The ids of the calls that an earlier process left open. */
  readonly left: ReadonlySet<string>;
  /** The work on record when the session was opened. */
  readonly work: WorkOnRecord;
  /** Notes for a person about the opening of the session. */
  readonly notes: readonly string[];
  #left: LeftWork;
  #messages: Message[];
  #contextTokens: number;
  readonly #journal: SessionJournal;
  readonly #redact: ((text: string) => string) | undefined;
  #promptId: string | undefined;
  #asked: AskedBefore | undefined;
  #cwd: string;
  #surroundings: string;
  #failure: unknown;
  /** Called once, when a record could not be written. A run must not continue without its records. */
  onFailure: ((error: unknown) => void) | undefined;

  constructor(parts: {
    place: SessionPlace;
    source: OpenSession['source'];
    store: SessionStore;
    journal: SessionJournal;
    redact?: ((text: string) => string) | undefined;
    replayed: ReplayedSession;
    notes?: readonly string[] | undefined;
  }) {
    const { replayed, source } = parts;
    this.place = parts.place;
    this.header = replayed.header;
    this.source = source;
    this.store = parts.store;
    this.#journal = parts.journal;
    this.#redact = parts.redact;
    this.before = replayed;
    this.work = replayed.work;
    this.left = new Set(replayed.pending.map(({ use }) => use.id));
    this.notes = parts.notes ?? [];
    this.#left = { calls: replayed.pending, skills: replayed.skills, isBroken: source === 'resume' && isBroken(replayed) };
    this.#messages = replayed.messages;
    this.#asked = replayed.asked;
    this.#contextTokens = replayed.contextTokens;
    this.#cwd = replayed.cwd;
    this.#surroundings = replayed.surroundings;
  }

  get id(): string {
    return this.place.id;
  }

  get messages(): readonly Message[] {
    return this.#messages;
  }

  /** Whether the conversation contains a text, such as one that an earlier process told the model. */
  holds(text: string): boolean {
    return this.#messages.length > 0 && JSON.stringify(this.#messages).includes(JSON.stringify(text).slice(1, -1));
  }

  /** The tokens of the last turn's request and answer, as its model counted; 0 if unknown. */
  get contextTokens(): number {
    return this.#contextTokens;
  }

  /** The ids of the tool uses of this conversation. A provider accepts each id once. */
  readonly toolUseIds = new ToolUseIds(() => this.#messages);
  readonly #plain = new PlainMessages();

  /** Whether the model of this origin made all answers, and all else is text, so that nothing has to be prepared for it. */
  isPlainFor(origin: Origin): boolean {
    return this.#plain.isFor(this.#messages, origin);
  }

  /** Returns the work that an earlier process left, once. */
  takeLeft(): LeftWork {
    const left = this.#left;
    this.#left = NOTHING_LEFT;
    return left;
  }

  /** Returns the prompt that an earlier process did not send, once. */
  takeAsked(): AskedBefore | undefined {
    const asked = this.#asked;
    this.#asked = undefined;
    return asked;
  }

  /** Resolves when all records survive a loss of power. Throws as `record` does. */
  async sync(): Promise<void> {
    await this.#noticed(this.#journal.sync?.());
  }

  /** Waits until an engine has all records. `undefined`: there is nothing to wait for. Rejects as `record` throws. */
  settled(): Promise<void> | undefined {
    return this.#noticed(this.#journal.settled?.());
  }

  /** Waits until an engine has all answers of models, as `settled` does for all records. */
  answered(): Promise<void> | undefined {
    return this.#noticed(this.#journal.answered?.());
  }

  #noticed(wait: Promise<void> | undefined): Promise<void> | undefined {
    return wait?.catch((error: unknown) => Promise.reject(this.#failed(error)));
  }

  get cwd(): string {
    return this.#cwd;
  }

  /** A description of the workspace at the start of the session; may be empty. */
  get surroundings(): string {
    return this.#surroundings;
  }

  surround(text: string): void {
    this.#surroundings = text;
    this.record({ t: 'surroundings', text });
  }

  moveTo(cwd: string): void {
    if (cwd === this.#cwd) return;
    this.#cwd = cwd;
    this.record({ t: 'cwd', cwd });
  }

  grant(updates: readonly PermissionUpdate[]): void {
    this.record({ t: 'permissions', updates });
  }

  /** The error of the first record that could not be written; `undefined` if there is no failure. */
  get failure(): unknown {
    return this.#failure;
  }

  /** Writes a record. Throws SESSION_NOT_WRITTEN, and any error of a custom store. */
  record(record: RecordBody): void {
    try {
      this.#journal.append({ ...redactValue(record, this.#redact), at: Date.now() });
    } catch (error) {
      throw this.#failed(error);
    }
  }

  #lastRules = '';

  /** Records the rules of a run, if they are not those that were recorded last. */
  recordRules(run: Omit<Extract<RecordBody, { t: 'run' }>, 't' | 'rules'>, rules: readonly RecordedRule[]): void {
    const written = JSON.stringify([run, rules]);
    if (written === this.#lastRules) return;
    this.#lastRules = written;
    this.record({ t: 'run', ...run, rules });
  }

  /** Writes a record that only readers need. A failure has been told to the run, which ends, and stops nothing here. */
  note(record: RecordBody): void {
    try {
      this.record(record);
    } catch {
      // `onFailure` has heard of it.
    }
  }

  /** Offers the result of a call to a file that other programs read. */
  show(call: ShownCall): void {
    this.#journal.show?.(redactValue(call, this.#redact));
  }

  #failed(error: unknown): unknown {
    if (this.#failure !== undefined) return error;
    this.#failure = error;
    this.onFailure?.(error);
    return error;
  }

  /** The uuid of the last prompt of a person or a program. */
  get promptId(): string | undefined {
    return this.#promptId;
  }

  /** `given`: the form of a prompt. Absent: nobody asked anything. */
  addPrompt(message: Message, { uuid, given }: { readonly uuid: string; readonly given?: 'text' | 'blocks' | undefined }): void {
    this.#promptId = uuid;
    const form = { text: { isText: true }, blocks: { isBlocks: true } } as const;
    this.record({ t: 'message', message, uuid, ...(given === undefined ? {} : form[given]) });
    pushUser(this.#messages, message);
  }

  addAssistant(message: Message, details: Omit<Extract<SessionRecord, { t: 'message' }>, 't' | 'message'>): void {
    this.record({ t: 'message', message, ...details });
    this.#messages.push(message);
    this.toolUseIds.add(message);
    if (details.usage !== undefined) this.#contextTokens = contextTokens(details.usage);
  }

  addUser(message: Message, uuid: string): void {
    this.record({ t: 'message', message, uuid });
    pushUser(this.#messages, message);
  }

  /** Adds the message with the results. The journal already has the blocks, one record per call. */
  addResults(blocks: readonly ToolResultBlock[], uuid: string): Message {
    this.record({ t: 'results', ids: blocks.map((block) => block.tool_use_id), uuid });
    const message = userMessage([...blocks]);
    pushUser(this.#messages, message);
    return message;
  }

  /** Replaces the messages with a new array, so that a request under way keeps the old array. */
  replaceMessages(messages: readonly Message[], why: { readonly trigger: 'manual' | 'auto'; readonly preTokens: number }): void {
    this.record({ t: 'compact', ...why, messages });
    this.#messages = [...messages];
    this.#contextTokens = 0;
  }

  close(): void {
    this.#journal.close();
  }
}

/** The ids of all tool uses of one conversation, collected on first use. */
class ToolUseIds {
  readonly #messages: () => readonly Message[];
  #ids: Set<string> | undefined;

  constructor(messages: () => readonly Message[]) {
    this.#messages = messages;
  }

  /** Adds the ids of a message that joins the conversation. */
  add(message: Message): void {
    if (this.#ids !== undefined) for (const block of message.content) if (isToolUse(block)) this.#ids.add(block.id);
  }

  /** Returns the ids for a message that is still arriving. Its own ids are not kept, since the message may be discarded. */
  inMessage(): { has(id: string): boolean; add(id: string): void } {
    this.#ids ??= new Set(this.#messages().flatMap(({ content }) => content.filter(isToolUse).map(({ id }) => id)));
    const [known, own] = [this.#ids, new Set<string>()];
    return { has: (id) => known.has(id) || own.has(id), add: (id) => own.add(id) };
  }
}

/** Knows whether one model made all answers of a conversation and all else is text. Looks at each message once. */
class PlainMessages {
  #source: readonly Message[] = [];
  #of: string | undefined;
  #checked = 0;
  #isPlain = true;

  isFor(messages: readonly Message[], { api, model }: Origin): boolean {
    const of = `${api} ${model}`;
    if (this.#source !== messages || this.#of !== of) {
      this.#source = messages;
      this.#of = of;
      this.#checked = 0;
      this.#isPlain = true;
    }
    // The last message of the last call may have grown.
    for (let at = Math.max(0, this.#checked - 1); at < messages.length && this.#isPlain; at++) {
      const { role, content, origin } = messages[at] ?? { role: 'user', content: [] };
      this.#isPlain = role === 'user' ? content.every(isPlain) : origin?.api === api && origin.model === model;
    }
    this.#checked = messages.length;
    return this.#isPlain;
  }
}

const isPlain = (block: unknown): boolean => {
  const { type, content } = block as { readonly type?: unknown; readonly content?: unknown };
  if (type !== 'tool_result') return type === 'text';
  return !Array.isArray(content) || content.every((part: unknown) => (part as { readonly type?: unknown }).type === 'text');
};
