import { isObject } from '@loadout/core';
import { type Block, isToolUse, type Message, type StopReason, type ToolResultBlock, type Usage } from '@loadout/core/model';
import type { RecordBody, SessionRecord } from '@loadout/sessions';

type Fields = Readonly<Record<string, unknown>>;

/** A line of a transcript of Claude Code. */
export interface ClaudeEntry extends Fields {
  readonly type: string;
}

/** Parses a line. `undefined` for a line that is no entry. */
export function claudeEntry(line: string): ClaudeEntry | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) && typeof value.type === 'string' ? (value as ClaudeEntry) : undefined;
  } catch {
    return undefined;
  }
}

export const claudeText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** The id of the message that an entry is a part of: an answer has one line for each of its blocks. */
export const claudeMessageId = ({ type, message }: ClaudeEntry): string | undefined =>
  type === 'assistant' && isObject(message) ? claudeText(message.id) : undefined;

/** The records of one line, or of the lines of one answer. A line that is no part of the conversation has none. */
export function claudeRecords(entries: readonly ClaudeEntry[]): readonly SessionRecord[] {
  const [first] = entries;
  const last = entries.at(-1);
  if (first === undefined || last === undefined) return [];
  const at = Date.parse(claudeText(last.timestamp) ?? '');
  return bodiesOf(first, entries).map((body) => ({ ...body, ...(Number.isNaN(at) ? {} : { at }) }));
}

function bodiesOf(first: ClaudeEntry, entries: readonly ClaudeEntry[]): readonly RecordBody[] {
  if (first.type === 'assistant') return [answerOf(entries)];
  if (first.type === 'user') return first.isMeta === true ? [] : userOf(first);
  if (first.type !== 'system' || first.subtype !== 'compact_boundary') return [];
  const { trigger, preTokens } = isObject(first.compactMetadata) ? first.compactMetadata : {};
  const tokens = typeof preTokens === 'number' ? preTokens : 0;
  return [{ t: 'compact', trigger: trigger === 'manual' ? 'manual' : 'auto', preTokens: tokens, messages: [] }];
}

function answerOf(entries: readonly ClaudeEntry[]): RecordBody {
  const messages = entries.map(({ message }) => (isObject(message) ? message : {}));
  const last = messages.at(-1) ?? {};
  const message: Message = { role: 'assistant', content: messages.flatMap(blocksOf) };
  return {
    t: 'message',
    message,
    model: claudeText(last.model),
    usage: isObject(last.usage) ? (last.usage as unknown as Usage) : undefined,
    stopReason: claudeText(last.stop_reason) as StopReason | undefined,
  };
}

function userOf({ message }: ClaudeEntry): readonly RecordBody[] {
  const blocks = isObject(message) ? blocksOf(message) : [];
  const results = blocks.filter((block): block is ToolResultBlock => block.type === 'tool_result');
  const said = blocks.filter((block) => block.type !== 'tool_result');
  const ended = results.map((block) => ({ t: 'ended' as const, id: block.tool_use_id, outcome: outcomeOf(block), block }));
  return [
    ...ended,
    ...(results.length === 0 ? [] : [{ t: 'results' as const, ids: results.map((block) => block.tool_use_id) }]),
    ...(said.length === 0 ? [] : [{ t: 'message' as const, message: { role: 'user' as const, content: said } }]),
  ];
}

/** The words with which Claude Code answers a call that did not run, and who stopped it. */
const REFUSED = {
  person: /^The user doesn't want to (?:proceed|take this action)/,
  rule: /^Permission to use \S+ .*has been denied/s,
  nobody: /^Claude requested permissions/,
};
const INTERRUPTED = /^\[Request interrupted by user/;

/** The one who stopped a call: a person, a rule, or nobody, since there was nobody to ask. `undefined`: the call was not stopped. */
export function claudeRefusal({ is_error: isError, content }: ToolResultBlock): keyof typeof REFUSED | undefined {
  if (isError !== true) return undefined;
  const text = claudeResult(content);
  return (['person', 'rule', 'nobody'] as const).find((by) => REFUSED[by].test(text));
}

const claudeResult = (content: ToolResultBlock['content']): string =>
  typeof content === 'string' ? content : JSON.stringify(content ?? '');

function outcomeOf(block: ToolResultBlock): string {
  if (block.is_error !== true) return 'done';
  if (claudeRefusal(block) !== undefined) return 'denied';
  return INTERRUPTED.test(claudeResult(block.content)) ? 'interrupted' : 'failed';
}

/** The blocks of a message. A block of no known form would break what reads it, and is left out. */
function blocksOf({ content }: Fields): readonly Block[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  if (!Array.isArray(content)) return [];
  return content.filter(isObject).filter(isSound) as unknown as readonly Block[];
}

function isSound(block: Fields): boolean {
  if (typeof block.type !== 'string') return false;
  if (block.type === 'text') return typeof block.text === 'string';
  if (block.type === 'tool_use') return typeof block.id === 'string' && typeof block.name === 'string';
  return block.type !== 'tool_result' || typeof block.tool_use_id === 'string';
}

/** The prompts of the calls of an answer, which begin with the same words as the subagents that they start. */
export function claudePrompts(
  record: SessionRecord,
): readonly { readonly id: string; readonly prompt: string; readonly name: string }[] {
  if (record.t !== 'message') return [];
  return record.message.content.filter(isToolUse).flatMap(({ id, input }) => {
    const { prompt, subagent_type: name } = isObject(input) ? input : {};
    return typeof prompt === 'string' ? [{ id, prompt, name: claudeText(name) ?? 'subagent' }] : [];
  });
}
