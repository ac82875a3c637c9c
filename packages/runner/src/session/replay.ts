import { readFileSync } from 'node:fs';
import { isToolUse, type Message, type PermissionUpdate, type ToolResultBlock, type ToolUseBlock } from '@loadout/core';
import { errors } from '../errors.js';
import { contextTokens } from '../usage.js';
import { pushUser } from './push-user.js';
import type { SessionHeader, SessionRecord } from './records.js';

/** What a session file says: the conversation so far, and what was under way when its last process ended. */
export interface ReplayedSession {
  readonly header: SessionHeader;
  readonly messages: Message[];
  readonly cwd: string;
  /** What the last turn's request and answer held; 0 when that is not known. */
  readonly contextTokens: number;
  /** The calls of a last message that were never answered together; empty when the conversation is whole. */
  readonly pending: readonly PendingCall[];
  /** What was granted while it ran, in that order. */
  readonly grants: readonly PermissionUpdate[];
  /** The last run came to its end. */
  readonly ended: boolean;
  /** How much of the file is whole; a last line that was cut off is left out. */
  readonly wholeBytes: number;
}

export interface PendingCall {
  readonly use: ToolUseBlock;
  /** `ended` has its answer; `interrupted` may have run and is not run again; `open` is to be run. */
  readonly state: 'ended' | 'interrupted' | 'open';
  readonly block?: ToolResultBlock | undefined;
}

export function replaySession(file: string): ReplayedSession {
  const { records, wholeBytes } = readRecords(file);
  const [header] = records;
  if (header?.t !== 'session') throw errors.SESSION_DAMAGED({ file, line: 1 });
  const state = {
    messages: [] as Message[],
    cwd: header.cwd,
    contextTokens: 0,
    started: new Map<string, boolean>(),
    blocks: new Map<string, ToolResultBlock>(),
    grants: [] as PermissionUpdate[],
    ended: false,
  };
  for (const record of records.slice(1)) apply(state, record);
  return {
    header,
    messages: state.messages,
    cwd: state.cwd,
    contextTokens: state.contextTokens,
    pending: pendingCalls(state),
    grants: state.grants,
    ended: state.ended,
    wholeBytes,
  };
}

interface ReplayState {
  readonly messages: Message[];
  cwd: string;
  contextTokens: number;
  /** id -> repeatable. */
  readonly started: Map<string, boolean>;
  readonly blocks: Map<string, ToolResultBlock>;
  readonly grants: PermissionUpdate[];
  ended: boolean;
}

function apply(state: ReplayState, record: SessionRecord): void {
  state.ended = record.t === 'end';
  switch (record.t) {
    case 'message':
      if (record.message.role === 'user') pushUser(state.messages, Object.freeze(record.message));
      else state.messages.push(Object.freeze(record.message));
      if (record.usage !== undefined) state.contextTokens = contextTokens(record.usage);
      // Calls of a message that was thrown away must not answer for those of this one.
      if (record.message.role === 'assistant') keepOnly(state, record.message);
      break;
    case 'started':
      state.started.set(record.id, record.repeatable);
      break;
    case 'ended':
      state.blocks.set(record.id, record.block);
      break;
    case 'results':
      pushUser(
        state.messages,
        Object.freeze({
          role: 'user' as const,
          content: record.ids.map((id) => state.blocks.get(id)).filter((block) => block !== undefined),
        }),
      );
      state.started.clear();
      state.blocks.clear();
      break;
    case 'compact':
      state.messages.splice(0, state.messages.length, ...record.messages.map((message) => Object.freeze(message)));
      state.contextTokens = 0;
      break;
    case 'permissions':
      state.grants.push(...record.updates);
      break;
    case 'cwd':
      state.cwd = record.cwd;
  }
}

function keepOnly(state: ReplayState, message: Message): void {
  const ids = new Set(message.content.filter(isToolUse).map((use) => use.id));
  for (const id of state.started.keys()) if (!ids.has(id)) state.started.delete(id);
  for (const id of state.blocks.keys()) if (!ids.has(id)) state.blocks.delete(id);
}

function pendingCalls(state: ReplayState): PendingCall[] {
  const last = state.messages.at(-1);
  if (last?.role !== 'assistant') return [];
  return last.content.filter(isToolUse).map((use) => {
    const block = state.blocks.get(use.id);
    if (block !== undefined) return { use, state: 'ended', block };
    return { use, state: state.started.get(use.id) === false ? 'interrupted' : 'open' };
  });
}

/** A last line without its end was being written when the process was killed: it never happened. */
function readRecords(file: string): { records: SessionRecord[]; wholeBytes: number } {
  const bytes = readFileSync(file);
  const wholeBytes = bytes.lastIndexOf(10) + 1;
  const lines = bytes.subarray(0, wholeBytes).toString('utf8').split('\n').slice(0, -1);
  const records = lines.map((line, index) => {
    try {
      return JSON.parse(line) as SessionRecord;
    } catch (cause) {
      throw errors.SESSION_DAMAGED({ file, line: index + 1 }, { cause });
    }
  });
  return { records, wholeBytes };
}
