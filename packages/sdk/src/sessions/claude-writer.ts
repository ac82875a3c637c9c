import { randomUUID } from 'node:crypto';
import type { Block, Message, ToolResultBlock } from '@loadout/core/model';
import { defined, gitHead } from '@loadout/node';
import type { RunResult } from '@loadout/runner';
import { endedBlocks, type SessionHeader, type SessionRecord, type Written } from '@loadout/sessions';
import type { SessionStoreEntry } from '../types/sessions.js';
import { apiError } from './api-errors.js';
import { blockUuid, derivedUuid } from './block-uuid.js';
import { ENGINE_VERSION } from './engine-version.js';
import { type LineNote, tips, UNNAMED_MODEL, type WriterContext } from './line-note.js';
import { ShownResults } from './tool-use-result.js';

type MessageRecord = Extract<SessionRecord, { t: 'message' }>;
type CompactRecord = Extract<SessionRecord, { t: 'compact' }>;

const LAST_PROMPT_CHARS = 200;

/**
 * Converts records to entries. Messages become the lines that every reader of the format knows, chained by `parentUuid`. A record
 * without a counterpart is stored unchanged: in a line of the type `loadout`, which other readers skip, or in a line that tells
 * them its effect on the chain.
 */
export class ClaudeWriter {
  readonly #context: WriterContext;
  readonly #ended = new Map<string, ToolResultBlock>();
  readonly #shown = new ShownResults();
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

  entries(record: Written): readonly SessionStoreEntry[] {
    switch (record.t) {
      case 'session':
        this.#noteHeader = record;
        this.#moveTo(record.cwd);
        return [this.#own(record)];
      case 'message':
        return this.#message(record);
      case 'ended':
        for (const block of endedBlocks(record)) this.#ended.set(block.tool_use_id, block);
        return [this.#own(record)];
      case 'results':
        return this.#results(record);
      case 'shown':
        this.#shown.add(record.call);
        return [];
      case 'cut':
        return [this.#cut(record)];
      case 'compact':
        return this.#compact(record);
      case 'cwd':
        this.#moveTo(record.cwd);
        return [this.#own(record)];
      case 'end':
        return [...this.#failure(record), ...this.#prompt(), this.#own(record)];
      default:
        return [this.#own(record)];
    }
  }

  #moveTo(cwd: string): void {
    this.#cwd = cwd;
    const head = gitHead(cwd);
    // Readers of the format know a commit without a branch as `HEAD`.
    this.#branch = head === undefined ? undefined : (head.branch ?? 'HEAD');
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
    const { asked, notes } = promptParts(message.content);
    const content = record.isText === true ? textOnly(asked) : asked;
    const line = this.#user(content, { uuid, tip: tips.get(record), note: { t: 'message' } });
    return notes.length === 0 ? [line] : [line, this.#notes(notes, { of: uuid, tip: tips.get(record) })];
  }

  /** The notes that the engine adds to a prompt: a line of their own, which other readers send but do not show. */
  #notes(notes: readonly Block[], { of, tip }: { readonly of: string; readonly tip: string | undefined }): SessionStoreEntry {
    const uuid = blockUuid(of, 1);
    const entry = this.#user(notes, { uuid, note: { t: 'notes' }, more: { isMeta: true } });
    this.#reach(of, tip ?? uuid);
    return entry;
  }

  #keepOnly(message: Message): void {
    const ids = new Set(message.content.map((block) => (block.type === 'tool_use' ? block.id : undefined)));
    for (const id of this.#ended.keys()) if (!ids.has(id)) this.#ended.delete(id);
  }

  /** One line for each result, under the uuid of its frame. */
  #results({ ids, uuid = randomUUID() }: Extract<SessionRecord, { t: 'results' }>): readonly SessionStoreEntry[] {
    const content = ids.map((id) => this.#ended.get(id)).filter((block) => block !== undefined);
    this.#ended.clear();
    const blocks = content.length === 0 ? [[]] : content.map((block) => [block]);
    const lines = blocks.map((some, index) => {
      const note: LineNote = index === 0 ? { t: 'results', blocks: blocks.length } : { t: 'block' };
      const more = some[0] === undefined ? undefined : this.#shown.about(some[0].tool_use_id);
      return this.#user(some, { uuid: blockUuid(uuid, index), note, more });
    });
    if (this.#tip !== null) this.#reach(uuid, this.#tip);
    return lines;
  }

  /** The message about a failure of the API, which readers show and never send. */
  #failure({ result }: Extract<SessionRecord, { t: 'end' }>): readonly SessionStoreEntry[] {
    if (result.outcome !== 'error_model' || result.error === undefined || this.#tip === null) return [];
    const uuid = derivedUuid(`${this.#tip}/failed`);
    const entry = this.#line('assistant', { uuid, ...failureFields(result.error, uuid), note: { t: 'told' } });
    this.#reach(uuid, uuid);
    return [entry];
  }

  #user(
    content: string | readonly Block[],
    { uuid, tip = uuid, note, more }: { uuid: string; tip?: string | undefined; note: LineNote; more?: object | undefined },
  ): SessionStoreEntry {
    const entry = this.#line('user', { uuid, message: { role: 'user', content }, ...more, note });
    this.#reach(uuid, tip);
    return entry;
  }

  #assistant(
    record: MessageRecord,
    { uuid, t }: { readonly uuid: string; readonly t: 'message' | 'compacted' },
  ): readonly SessionStoreEntry[] {
    const { content, origin } = record.message;
    this.#shown.nextMessage();
    const blocks = content.length === 0 ? [[]] : content.map((block) => [block]);
    const shared = {
      id: record.apiId ?? `msg_${uuid}`,
      type: 'message',
      role: 'assistant',
      model: record.model ?? UNNAMED_MODEL,
      stop_reason: record.stopReason ?? null,
      stop_sequence: null,
      ...defined({ usage: record.usage }),
    };
    return blocks.map((some, index) => {
      const id = blockUuid(uuid, index);
      const note: LineNote = index === 0 ? { t, blocks: blocks.length } : { t: t === 'message' ? 'block' : t };
      const named = {
        ...defined({ requestId: record.requestId, maker: origin }),
      };
      this.#shown.line(some, id);
      const entry = this.#line('assistant', { uuid: id, message: { ...shared, content: some }, ...named, note });
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
      return [this.#user(message.content, { uuid: id, note: { t: 'compacted' }, more })];
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
      ...defined({ agentId }),
      type,
      ...fields,
      timestamp: now(),
      userType: 'external',
      entrypoint,
      cwd: this.#cwd,
      sessionId,
      version: ENGINE_VERSION,
      ...(this.#branch === undefined ? {} : { gitBranch: this.#branch }),
      ...(note === undefined ? {} : { loadout: header === undefined ? note : { ...note, header } }),
    };
  }

  #reach(uuid: string, tip: string): void {
    this.#tipOf.set(uuid, tip);
    this.#tip = tip;
  }
}

const now = () => new Date().toISOString();

const NO_USAGE = { input_tokens: 0, output_tokens: 0, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };

/** The fields of the line about a failure of the API, which readers show and never send (W20). */
function failureFields({ code, message: said, fix, values }: NonNullable<RunResult['error']>, id: string): object {
  const { error, status } = apiError({ code, values });
  const start = { id, type: 'message', role: 'assistant', model: '<synthetic>' };
  const content = [{ type: 'text', text: `API Error: ${status === null ? '' : `${status}. `}${said} ${fix}` }];
  return {
    message: { ...start, stop_reason: 'stop_sequence', stop_sequence: '', usage: NO_USAGE, content },
    error,
    isApiErrorMessage: true,
    ...(status === null ? {} : { apiErrorStatus: status }),
  };
}

/** Divides the content of a prompt into what was asked and the notes that the engine put behind it. */
function promptParts(content: readonly Block[]): { readonly asked: readonly Block[]; readonly notes: readonly Block[] } {
  const last = content.findLastIndex((block) => !isNote(block));
  const end = Math.max(last, 0) + 1;
  return { asked: content.slice(0, end), notes: content.slice(end) };
}

const isNote = (block: Block): boolean =>
  block.type === 'text' && typeof block.text === 'string' && /^<system-reminder>.*<\/system-reminder>\s*$/s.test(block.text);

/** A single text as the text itself, as it was sent. */
const textOnly = (asked: readonly Block[]): string | readonly Block[] => {
  const [only, ...others] = asked;
  const isText = others.length === 0 && only?.type === 'text' && typeof only.text === 'string' && Object.keys(only).length === 2;
  return isText ? String(only.text) : asked;
};
