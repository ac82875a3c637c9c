import { isObject } from '@loadout/core';

/** Returns the problems for which the Messages API would refuse a request, one sentence each. */
export function validateRequest(body: unknown): string[] {
  if (!isObject(body)) return ['the body is not an object'];
  const problems: string[] = [];
  if (typeof body.model !== 'string' || body.model === '') problems.push('model is missing');
  if (!Number.isInteger(body.max_tokens) || Number(body.max_tokens) < 1)
    problems.push('max_tokens is not a whole number above 0');
  const names = list(body.tools).map((tool) => (isObject(tool) ? tool.name : undefined));
  for (const name of new Set(names.filter((name, index) => names.indexOf(name) !== index)))
    problems.push(`two tools are called ${String(name)}`);
  for (const [index, block] of list(body.system).entries()) problems.push(...emptyText(block, `system block ${index}`));
  const markers = count(body.system) + count(body.tools) + list(body.messages).reduce<number>((sum, one) => sum + marked(one), 0);
  if (markers > 4) problems.push(`it has ${markers} cache_control markers, at most 4 are allowed`);
  return [...problems, ...validateMessages(body.messages)];
}

/**
 * Returns the problems for which the Messages API would refuse a conversation, one sentence each; empty if it is valid. Source:
 * LOOP-28.
 */
export function validateMessages(messages: unknown): string[] {
  if (!Array.isArray(messages) || messages.length === 0) return ['messages is empty'];
  const run: Run = { problems: [], ids: new Set(), open: [] };
  for (const [index, message] of messages.entries()) validateMessage(message, { index, run });
  if (run.open.length > 0) run.problems.push(`the conversation ends with tool_use ${run.open.join(', ')} unanswered`);
  return run.problems;
}

interface Run {
  readonly problems: string[];
  readonly ids: Set<string>;
  /** The tool uses of the message before, not answered yet. */
  open: string[];
}

function validateMessage(message: unknown, { index, run }: { index: number; run: Run }): void {
  const at = `message ${index}`;
  const role = isObject(message) ? message.role : undefined;
  const expected = index % 2 === 0 ? 'user' : 'assistant';
  if (role !== expected) run.problems.push(`${at} has the role ${JSON.stringify(role)} where ${expected} is expected`);
  const content = isObject(message) ? message.content : undefined;
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : list(content);
  if (blocks.length === 0) run.problems.push(`${at} has no content`);
  validateResults(blocks, { at, run });
  for (const [number, block] of blocks.entries()) validateBlock(block, { at: `${at}, block ${number}`, role, run });
}

/** Every tool use is answered once, in the very next message, before anything else in it. */
function validateResults(blocks: readonly unknown[], { at, run }: { at: string; run: Run }): void {
  const results = blocks.filter((block) => isObject(block) && block.type === 'tool_result') as Record<string, unknown>[];
  const answered = results.map((result) => String(result.tool_use_id));
  for (const id of run.open) if (!answered.includes(id)) run.problems.push(`${at} does not answer tool_use ${id}`);
  for (const [number, id] of answered.entries()) {
    if (!run.open.includes(id)) run.problems.push(`${at} answers tool_use ${id}, which the message before does not have`);
    if (answered.indexOf(id) !== number) run.problems.push(`${at} answers tool_use ${id} more than once`);
  }
  if (blocks.slice(0, results.length).some((block) => !isObject(block) || block.type !== 'tool_result'))
    run.problems.push(`${at} has other blocks before its tool results`);
  run.open = [];
}

function validateBlock(block: unknown, { at, role, run }: { at: string; role: unknown; run: Run }): void {
  if (!isObject(block) || typeof block.type !== 'string') {
    run.problems.push(`${at} has no type`);
    return;
  }
  run.problems.push(...emptyText(block, at));
  if (block.type === 'tool_use') validateToolUse(block, { at, role, run });
  if (block.type === 'tool_result') {
    if (role !== 'user') run.problems.push(`${at} is a tool_result outside of a user message`);
    if (block.is_error === true && isEmpty(block.content)) run.problems.push(`${at} is an error result without content`);
    for (const [number, part] of list(block.content).entries()) run.problems.push(...emptyText(part, `${at}, part ${number}`));
  }
  if (block.type === 'thinking' && (typeof block.signature !== 'string' || block.signature === ''))
    run.problems.push(`${at} is thinking without a signature`);
}

function validateToolUse(block: Record<string, unknown>, { at, role, run }: { at: string; role: unknown; run: Run }): void {
  const id = String(block.id);
  if (role !== 'assistant') run.problems.push(`${at} is a tool_use outside of an assistant message`);
  if (!/^[\w-]+$/.test(id)) run.problems.push(`${at} has the id ${JSON.stringify(block.id)}`);
  if (run.ids.has(id)) run.problems.push(`${at} repeats the id ${id}`);
  if (!/^[\w-]{1,128}$/.test(String(block.name))) run.problems.push(`${at} has the tool name ${JSON.stringify(block.name)}`);
  if (!isObject(block.input)) run.problems.push(`${at} has an input that is not an object`);
  run.ids.add(id);
  run.open.push(id);
}

const emptyText = (block: unknown, at: string) =>
  isObject(block) && block.type === 'text' && (typeof block.text !== 'string' || block.text.trim() === '')
    ? [`${at} is an empty text`]
    : [];

const isEmpty = (content: unknown) => content === undefined || content === '' || (Array.isArray(content) && content.length === 0);
const count = (blocks: unknown) => list(blocks).filter((block) => isObject(block) && block.cache_control !== undefined).length;
const marked = (message: unknown) => (isObject(message) ? count(message.content) : 0);
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
