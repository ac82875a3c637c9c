import { randomUUID } from 'node:crypto';
import type { Message, ToolResultBlock } from '@loadout/core';
import type { SessionHeader, SessionRecord } from '@loadout/runner';
import type { SessionStoreEntry } from '../types/sessions.js';
import { blockUuid, derivedUuid } from './block-uuid.js';
import { OWN_VERSION } from './content-sum.js';
import { gitBranch } from './git-branch.js';

type MessageRecord = Extract<SessionRecord, { t: 'message' }>;
type CompactRecord = Extract<SessionRecord, { t: 'compact' }>;

export interface WriterContext {
  readonly sessionId: string;
  /** The id of the agent, for an agent's own file. */
  readonly agentId?: string | undefined;
  /** The program that began the session, in the terms of the format: `sdk-ts`, `sdk-cli`, `cli`. */
  readonly entrypoint: string;
}

/**
 * The uuid of the last line of a record that was read, if it cannot be derived from the record's uuid. In files of another
 * engine, each line of a message has its own uuid.
 */
export const tips = new WeakMap<SessionRecord, string>();

/**
 * Our own note on a message line, in addition to the format's fields. `blocks`: the number of consecutive lines that form the
 * message.
 */
export interface LineNote {
  readonly t: 'message' | 'results' | 'block' | 'compacted';
  readonly blocks?: number;
  /** On the first line. A copy that contains only the message lines still records the session's origin. */
  readonly header?: SessionHeader | undefined;
}

const LAST_PROMPT_CHARS = 200;

/**
 * Converts records to entries. Messages become the lines that every reader of the format knows, chained by `parentUuid`. A record
 * without a counterpart is stored unchanged: in a line of the type `loadout`, which other readers skip, or in a line that tells
 * them its effect on the chain.
 */
export class ClaudeWriter {
  readonly #context: WriterContext;
  readonly #ended = new Map<string, ToolResultBlock>();
  /** The uuid of each record, with the uuid of its last line. */
  readonly #tipOf = new Map<string, string>();
  #noteHeader: SessionHeader | undefined;
  #tip: string | null = null;
  #cwd = '';
  #branch: string | undefined;
  #compactions = 0;
  #lastPrompt = '';

  constructor(context: WriterContext) {
    this.#context = context;
  }

  entries(record: SessionRecord): readonly SessionStoreEntry[] {
    switch (record.t) {
      case 'session':
        this.#noteHeader = record;
        this.#moveTo(record.cwd);
        return [this.#own(record)];
      case 'message':
        return this.#message(record);
      case 'ended':
        this.#ended.set(record.id, record.block);
        return [this.#own(record)];
      case 'results':
        return [this.#results(record)];
      case 'cut':
        return [this.#cut(record)];
      case 'compact':
        return this.#compact(record);
      case 'cwd':
        this.#moveTo(record.cwd);
        return [this.#own(record)];
      case 'end':
        return [...this.#prompt(), this.#own(record)];
      default:
        return [this.#own(record)];
    }
  }

  #moveTo(cwd: string): void {
    this.#cwd = cwd;
    this.#branch = gitBranch(cwd);
  }

  #own(record: SessionRecord): SessionStoreEntry {
    const { sessionId, agentId, entrypoint } = this.#context;
    const side = agentId === undefined ? {} : { isSidechain: true, agentId };
    const listed = record.t === 'session' ? { entrypoint, cwd: record.cwd } : {};
    return { type: 'loadout', ...side, uuid: randomUUID(), sessionId, timestamp: now(), ...listed, record };
  }

  #message(record: MessageRecord): readonly SessionStoreEntry[] {
    const { message } = record;
    const uuid = record.uuid ?? randomUUID();
    if (message.role === 'assistant') {
      this.#keepOnly(message);
      return this.#assistant(record, { uuid, t: 'message' });
    }
    const text = message.content.map((block) => (block.type === 'text' && typeof block.text === 'string' ? block.text : ''));
    if (text.some((one) => one.trim() !== '')) this.#lastPrompt = text.join(' ').replace(/\s+/g, ' ').trim();
    return [this.#user(message, { uuid, tip: tips.get(record), note: { t: 'message' } })];
  }

  #keepOnly(message: Message): void {
    const ids = new Set(message.content.map((block) => (block.type === 'tool_use' ? block.id : undefined)));
    for (const id of this.#ended.keys()) if (!ids.has(id)) this.#ended.delete(id);
  }

  #results({ ids, uuid = randomUUID() }: Extract<SessionRecord, { t: 'results' }>): SessionStoreEntry {
    const content = ids.map((id) => this.#ended.get(id)).filter((block) => block !== undefined);
    this.#ended.clear();
    return this.#user({ role: 'user', content }, { uuid, note: { t: 'results' } });
  }

  #user(
    message: Message,
    { uuid, tip = uuid, note, more }: { uuid: string; tip?: string | undefined; note: LineNote; more?: object | undefined },
  ): SessionStoreEntry {
    const entry = this.#line('user', { uuid, message: { role: 'user', content: message.content }, ...more, note });
    this.#reach(uuid, tip);
    return entry;
  }

  #assistant(
    record: MessageRecord,
    { uuid, t }: { readonly uuid: string; readonly t: 'message' | 'compacted' },
  ): readonly SessionStoreEntry[] {
    const { content } = record.message;
    const blocks = content.length === 0 ? [[]] : content.map((block) => [block]);
    const shared = {
      id: record.apiId ?? `msg_${uuid}`,
      type: 'message',
      role: 'assistant',
      model: record.model ?? UNNAMED_MODEL,
      stop_reason: record.stopReason ?? null,
      stop_sequence: null,
      ...(record.usage === undefined ? {} : { usage: record.usage }),
    };
    return blocks.map((some, index) => {
      const id = blockUuid(uuid, index);
      const note: LineNote = index === 0 ? { t, blocks: blocks.length } : { t: t === 'message' ? 'block' : t };
      const entry = this.#line('assistant', { uuid: id, message: { ...shared, content: some }, note });
      this.#reach(id, id);
      if (index === blocks.length - 1) this.#reach(uuid, tips.get(record) ?? id);
      return entry;
    });
  }

  /** A line at the point where the conversation continues. Readers of the format follow the newest branch. */
  #cut(record: Extract<SessionRecord, { t: 'cut' }>): SessionStoreEntry {
    const tip = this.#tipOf.get(record.uuid);
    this.#ended.clear();
    if (tip === undefined) return this.#own(record);
    this.#tip = tip;
    const uuid = derivedUuid(`${tip}/cut/${this.#tipOf.size}`);
    const text = { subtype: 'informational', content: 'The conversation went back to here.', level: 'info' };
    const entry = this.#line('system', { uuid, ...text, loadout: record });
    this.#reach(uuid, uuid);
    return entry;
  }

  #compact(record: CompactRecord): readonly SessionStoreEntry[] {
    const seed = `${this.#context.sessionId}/compact/${++this.#compactions}`;
    const uuid = derivedUuid(seed);
    const before = this.#tip;
    this.#tip = null;
    const boundary = this.#line('system', {
      uuid,
      subtype: 'compact_boundary',
      content: 'Conversation compacted',
      level: 'info',
      logicalParentUuid: before,
      compactMetadata: { trigger: record.trigger, preTokens: record.preTokens },
      loadout: record,
    });
    this.#tipOf.clear();
    this.#reach(uuid, uuid);
    const rest = record.messages.flatMap((message, index) => {
      const id = derivedUuid(`${seed}/${index}`);
      if (message.role === 'assistant') return this.#assistant({ t: 'message', message }, { uuid: id, t: 'compacted' });
      const more = index === 0 ? { isCompactSummary: true } : undefined;
      return [this.#user(message, { uuid: id, note: { t: 'compacted' }, more })];
    });
    return [boundary, ...rest];
  }

  /** The last prompt, so that a listing finds it near the end of a long file. */
  #prompt(): readonly SessionStoreEntry[] {
    const lastPrompt = this.#lastPrompt.slice(0, LAST_PROMPT_CHARS);
    if (this.#tip === null || lastPrompt === '') return [];
    return [{ type: 'last-prompt', lastPrompt, leafUuid: this.#tip, sessionId: this.#context.sessionId }];
  }

  #line(
    type: string,
    { note, ...fields }: { readonly uuid: string; readonly note?: LineNote; readonly [field: string]: unknown },
  ) {
    const { sessionId, agentId, entrypoint } = this.#context;
    const header = note === undefined ? undefined : this.#noteHeader;
    if (note !== undefined) this.#noteHeader = undefined;
    return {
      parentUuid: this.#tip,
      isSidechain: agentId !== undefined,
      ...(agentId === undefined ? {} : { agentId }),
      type,
      ...fields,
      timestamp: now(),
      userType: 'external',
      entrypoint,
      cwd: this.#cwd,
      sessionId,
      version: OWN_VERSION,
      ...(this.#branch === undefined ? {} : { gitBranch: this.#branch }),
      ...(note === undefined ? {} : { loadout: header === undefined ? note : { ...note, header } }),
    };
  }

  #reach(uuid: string, tip: string): void {
    this.#tipOf.set(uuid, tip);
    this.#tip = tip;
  }
}

/** The model of a message without a known model. */
export const UNNAMED_MODEL = 'unknown';

const now = () => new Date().toISOString();
