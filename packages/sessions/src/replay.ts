import type { PermissionMode } from '@loadout/core';
import {
  contextTokens,
  isText,
  isToolUse,
  type Message,
  pushUser,
  type StopReason,
  type ToolResultBlock,
  type ToolUseBlock,
  userMessage,
} from '@loadout/core/model';
import type { PermissionUpdate } from '@loadout/core/run';
import { readRecords } from './file-store.js';
import { type AskingCall, endedBlocks, type SessionHeader, type SessionRecord } from './records.js';
import { type WorkOnRecord, workOnRecord } from './work-on-record.js';

/** The contents of a session file: the conversation so far, and the open work when its last process ended. */
export interface ReplayedSession {
  readonly header: SessionHeader;
  readonly messages: Message[];
  /** The answers of the model, with those whose messages a summary replaced. */
  readonly turns: number;
  /** The uuids of the remaining messages, which `cut` may name. */
  readonly uuids: ReadonlySet<string>;
  /** The prompts of a person, in order. What a host appended, or the model read by itself, is none. */
  readonly prompts: readonly { readonly uuid: string; readonly text: string }[];
  readonly cwd: string;
  readonly surroundings: string;
  /** The permission mode that was in force when the newest message for the model was made. */
  readonly toldMode?: PermissionMode | undefined;
  /** The name that a person gave the session. */
  readonly name?: string | undefined;
  /** The tokens of the last turn's request and answer; 0 if unknown. */
  readonly contextTokens: number;
  /** The calls of a last message that were never answered together. Empty if the conversation is complete. */
  readonly pending: readonly PendingCall[];
  /** The permissions granted during the session, in order. */
  readonly grants: readonly PermissionUpdate[];
  /** True if the last run came to its end. */
  readonly ended: boolean;
  /** The result of the newest run that came to its end. Its cost is that of the session so far. */
  readonly lastResult?: Extract<SessionRecord, { t: 'end' }>['result'] | undefined;
  /** A recorded prompt that was never sent. */
  readonly asked?: AskedBefore | undefined;
  /** The skills in use when the last process ended, in the order in which they began. */
  readonly skills: readonly string[];
  /** The call that gave a subagent its newest task, if the subagent survives its process. */
  readonly by?: AskingCall | undefined;
  /** The work that limits count. */
  readonly work: WorkOnRecord;
}

export type AskedBefore = Extract<SessionRecord, { t: 'asked' }>;

export interface PendingCall {
  readonly use: ToolUseBlock;
  /** `ended`: has an answer. `interrupted`: may have run and is not run again. `open`: will be run. */
  readonly state: 'ended' | 'interrupted' | 'open';
  readonly block?: ToolResultBlock | undefined;
  /** The stop reason of the message that asks for the call. */
  readonly stopReason?: StopReason | undefined;
}

/** Replays a file in the runner's own format. */
export const replaySession = (file: string): ReplayedSession =>
  replayRecords(readRecords({ path: file, isOfAgent: false }).records);

/** Replays records. Contract: the first record is the header. */
export function replayRecords(records: readonly SessionRecord[]): ReplayedSession {
  const [header] = records;
  if (header?.t !== 'session') throw new Error('The records of a session begin with its header.');
  const state: ReplayState = {
    messages: [],
    summarised: 0,
    marks: new Map(),
    prompts: new Map(),
    cwd: header.cwd,
    surroundings: '',
    contextTokens: 0,
    started: new Map(),
    blocks: new Map(),
    grants: [],
    ended: false,
    skills: [],
    isAsked: false,
  };
  for (const record of records.slice(1)) apply(state, record);
  return {
    ...state,
    header,
    turns: state.summarised + answersIn(state.messages),
    uuids: new Set(state.marks.keys()),
    prompts: [...state.prompts].map(([uuid, text]) => ({ uuid, text })),
    pending: pendingCalls(state),
    work: workOnRecord(records),
  };
}

/** A session while its records are read: its own fields so far, and what only the records that follow need. */
interface ReplayState {
  readonly messages: Message[];
  cwd: string;
  surroundings: string;
  toldMode?: PermissionMode | undefined;
  name?: string | undefined;
  contextTokens: number;
  readonly grants: PermissionUpdate[];
  ended: boolean;
  lastResult?: ReplayedSession['lastResult'];
  asked?: AskedBefore | undefined;
  by?: AskingCall | undefined;
  skills: string[];
  /** The answers whose messages a summary replaced. */
  summarised: number;
  /**
   * By uuid: the number of messages right after the message, and the number of blocks in the last one, which later blocks may
   * have joined.
   */
  readonly marks: Map<
    string,
    { readonly messages: number; readonly blocks: number; readonly toldMode: PermissionMode | undefined }
  >;
  /** The texts of prompts by uuid. */
  readonly prompts: Map<string, string>;
  mode?: PermissionMode;
  /** Started calls by id, with their `repeatable`. */
  readonly started: Map<string, boolean>;
  readonly blocks: Map<string, ToolResultBlock>;
  /** Whether a prompt waits for its first answer. The calls that the prompt before left open end under the skills of that prompt. */
  isAsked: boolean;
  /** The stop reason of the newest message of the model. */
  stopReason?: StopReason | undefined;
}

function apply(state: ReplayState, record: SessionRecord): void {
  state.ended = record.t === 'end';
  if (record.t === 'end') state.lastResult = record.result;
  keepPrompt(state, record);
  keepSkills(state, record);
  switch (record.t) {
    case 'message':
      addMessage(state, record);
      break;
    case 'started':
      state.started.set(record.id, record.repeatable);
      // A call of the same id was refused, with a message that broke off.
      state.blocks.delete(record.id);
      break;
    case 'deferred':
      state.started.delete(record.id);
      break;
    case 'ended':
      for (const block of endedBlocks(record)) state.blocks.set(block.tool_use_id, block);
      break;
    case 'results':
      addResults(state, record);
      break;
    case 'cut':
      cutAt(state, record.uuid);
      break;
    case 'compact':
      state.summarised += answersIn(state.messages) - answersIn(record.messages);
      state.messages.splice(0, state.messages.length, ...record.messages.map((message) => Object.freeze(message)));
      state.marks.clear();
      state.contextTokens = 0;
      break;
    case 'permissions':
      state.grants.push(...record.updates);
      break;
    case 'cwd':
      state.cwd = record.cwd;
      break;
    case 'name':
      state.name = record.name;
      break;
    case 'run':
      state.mode = record.mode;
      break;
    case 'surroundings':
      state.surroundings = record.text;
  }
}

const answersIn = (messages: readonly Message[]): number => messages.filter(({ role }) => role === 'assistant').length;

function addMessage(state: ReplayState, record: Extract<SessionRecord, { t: 'message' }>): void {
  const message = Object.freeze(record.message);
  if (message.role === 'user') pushUser(state.messages, message);
  else state.messages.push(message);
  mark(state, record.uuid);
  if ((record.isText === true || record.isBlocks === true) && record.uuid !== undefined)
    state.prompts.set(record.uuid, message.content.find(isText)?.text ?? '');
  if (record.usage !== undefined) state.contextTokens = contextTokens(record.usage);
  // Calls of a discarded message must not answer for calls of this message.
  if (message.role === 'assistant') {
    keepOnly(state, message);
    state.stopReason = record.stopReason;
  }
}

function addResults(state: ReplayState, { ids, uuid }: Extract<SessionRecord, { t: 'results' }>): void {
  const content = ids.map((id) => state.blocks.get(id)).filter((block) => block !== undefined);
  pushUser(state.messages, userMessage(content));
  mark(state, uuid);
  state.started.clear();
  state.blocks.clear();
}

/** Keeps a prompt until it was sent, also over an interrupt. Any other end, such as that of a hook which blocks it, drops it. */
function keepPrompt(state: ReplayState, record: SessionRecord): void {
  if (record.t === 'asked') {
    state.asked = record;
    state.by = record.by;
  } else if (isOfUser(record) || (record.t === 'end' && record.result.outcome !== 'interrupted')) state.asked = undefined;
}

const isOfUser = (record: SessionRecord): boolean => record.t === 'message' && record.message.role === 'user';

/** Returns whether the last run was killed or waits for an answer. */
export const isBroken = ({ ended, lastResult }: ReplayedSession): boolean => !ended || lastResult?.outcome === 'deferred';

/** Keeps the skills of a prompt that has not come to its end. */
function keepSkills(state: ReplayState, record: SessionRecord): void {
  if (record.t === 'skill') state.skills.push(record.name);
  if (record.t === 'asked') state.isAsked = true;
  const isNext = state.isAsked && record.t === 'message' && record.message.role === 'assistant';
  if (isNext || (record.t === 'end' && (record.result.outcome === 'success' || record.result.outcome === 'denied')))
    state.skills = [];
  if (isNext) state.isAsked = false;
}

function mark(state: ReplayState, uuid: string | undefined): void {
  const { messages, marks, mode } = state;
  const last = messages.at(-1);
  if (last?.role === 'user') state.toldMode = mode;
  if (uuid !== undefined && last !== undefined)
    marks.set(uuid, { messages: messages.length, blocks: last.content.length, toldMode: state.toldMode });
}

function cutAt(state: ReplayState, uuid: string): void {
  const { messages, marks, prompts } = state;
  const kept = marks.get(uuid);
  if (kept === undefined) return;
  messages.length = Math.min(messages.length, kept.messages);
  state.toldMode = kept.toldMode;
  const last = messages.at(-1);
  if (last !== undefined && last.content.length > kept.blocks)
    messages[messages.length - 1] = Object.freeze({ ...last, content: last.content.slice(0, kept.blocks) });
  let isLater = false;
  for (const [id] of marks) {
    if (isLater) {
      marks.delete(id);
      prompts.delete(id);
    }
    isLater ||= id === uuid;
  }
  state.started.clear();
  state.blocks.clear();
  // The calls of the message have already run and are not run again.
  for (const use of last?.content.filter(isToolUse) ?? []) state.started.set(use.id, false);
  state.contextTokens = 0;
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
    const { stopReason } = state;
    const block = state.blocks.get(use.id);
    if (block !== undefined) return { use, state: 'ended', block, stopReason };
    return { use, state: state.started.get(use.id) === false ? 'interrupted' : 'open', stopReason };
  });
}
