import { isObject } from '@loadout/core';
import { jsonIn } from '@loadout/node';
import type { SessionStoreEntry } from '../types/sessions.js';

/** A line of the conversation: it has a uuid, and names the line before it. */
export interface Entry extends SessionStoreEntry {
  readonly uuid: string;
  readonly parentUuid?: string | null;
  readonly isSidechain?: boolean;
  readonly message?: EntryMessage;
  /** Fields that only this package writes: see `claude-writer.ts`. `maker`: the origin of a message of a model. */
  readonly loadout?: unknown;
  readonly maker?: unknown;
  /** Other engines: the model as it was requested. */
  readonly requestedModel?: unknown;
}

export interface EntryMessage {
  readonly role?: string;
  readonly id?: string;
  readonly model?: string;
  readonly content?: unknown;
  readonly stop_reason?: string | null;
  readonly usage?: unknown;
}

export const isEntry = (value: unknown): value is SessionStoreEntry => isObject(value) && typeof value.type === 'string';

const LINKED: ReadonlySet<string> = new Set(['user', 'assistant', 'system', 'attachment', 'progress']);

export const isLinked = (entry: SessionStoreEntry): entry is Entry => LINKED.has(entry.type) && typeof entry.uuid === 'string';

export interface LooseBlock {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** The content of a message as blocks. In the file, it is text or blocks. */
export function blocksOf(message: unknown): readonly LooseBlock[] {
  if (!isObject(message)) return [];
  const { content } = message;
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  if (!Array.isArray(content)) return [];
  return content.filter((block): block is LooseBlock => isObject(block) && typeof block.type === 'string');
}

/** The ids in `field` of the blocks of this type. */
export const idsIn = (entry: Entry, type: 'tool_use' | 'tool_result', field: 'id' | 'tool_use_id'): readonly string[] =>
  blocksOf(entry.message).flatMap((block) => {
    const id = block.type === type ? block[field] : undefined;
    return typeof id === 'string' ? [id] : [];
  });

/** Parses lines of JSON. An invalid line is left out. */
export function parseEntries(lines: Iterable<string>): SessionStoreEntry[] {
  const entries: SessionStoreEntry[] = [];
  for (const line of lines) {
    const value = jsonIn(line);
    if (isEntry(value)) entries.push(value);
  }
  return entries;
}

/**
 * The prompt that a person sent while the model was working. An engine stores it as an attachment, and the uuid from the host
 * inside it. `undefined` for any other line.
 */
export function queuedPrompt(entry: Entry): { readonly uuid: string; readonly prompt: unknown } | undefined {
  const { attachment } = entry;
  if (entry.type !== 'attachment' || !isObject(attachment) || attachment.type !== 'queued_command') return undefined;
  if (attachment.isMeta === true) return undefined;
  const { source_uuid: source, prompt } = attachment;
  return { uuid: typeof source === 'string' && source !== '' ? source : entry.uuid, prompt };
}
