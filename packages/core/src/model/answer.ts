import type { Block, Message, TextBlock, ToolUseBlock } from '../contract/model/message.js';
import type { Usage } from '../contract/model/provider.js';
import { isObject } from '../names/json.js';

/** The `api` of providers that speak the Messages API, on every transport. A message without an origin counts as theirs. */
export const MESSAGES_API = 'anthropic';

const COUNTS = ['input_tokens', 'output_tokens'] as const;
const CACHE_COUNTS = ['cache_creation_input_tokens', 'cache_read_input_tokens'] as const;

/**
 * Returns the usage of one answer as a provider reports it, or `undefined` if a figure that costs money is missing or is no
 * count: a text, a fraction, a negative number, or a request of no tokens. Such usage is unknown, never zero. Source: COST-02.
 */
export function readUsage(reported: unknown): Usage | undefined {
  if (!isObject(reported)) return undefined;
  if (!COUNTS.every((name) => isCount(reported[name]))) return undefined;
  if (!CACHE_COUNTS.every((name) => isAbsent(reported[name]) || isCount(reported[name]))) return undefined;
  if (!hasCounts(reported.cache_creation)) return undefined;
  const usage = reported as unknown as Usage;
  return sentTokens(usage) === 0 ? undefined : withoutOddDetails(usage);
}

/** Returns the tokens of one request, cached or not. */
const sentTokens = (usage: Usage): number =>
  usage.input_tokens + (usage.cache_creation_input_tokens ?? 0) + (usage.cache_read_input_tokens ?? 0);

/** Removes details that are no map of counts. Details have no cost of their own. */
function withoutOddDetails(usage: Usage): Usage {
  const { server_tool_use: tools, output_tokens_details: details, ...rest } = usage;
  return {
    ...rest,
    ...(isObject(tools) && hasCounts(tools) ? { server_tool_use: tools } : {}),
    ...(isObject(details) && hasCounts(details) ? { output_tokens_details: details } : {}),
  };
}

const hasCounts = (value: unknown): boolean =>
  isAbsent(value) || (isObject(value) && Object.values(value).every((one) => isAbsent(one) || isCount(one)));

const isAbsent = (value: unknown): boolean => value === undefined || value === null;
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;

export const isText = (block: Block): block is TextBlock => block.type === 'text';
export const isToolUse = (block: Block): block is ToolUseBlock => block.type === 'tool_use';

/** Returns the text of all text blocks of a message or a result, in order. Source: DEF-16. */
export function textOf(message: Pick<Message, 'content'>): string {
  return message.content
    .filter(isText)
    .map((block) => block.text)
    .join('');
}

/** About how many tokens a text of this length has, not rounded. No provider is asked, so it is not a count. */
export const tokensOfChars = (chars: number): number => chars / 4;

/** The estimate in words, beside its figures. */
export const TOKEN_ESTIMATE = 'tokens = characters / 4';

/** Returns the tokens in the window after a turn: the whole request, cached or not, and the answer. */
export const contextTokens = (usage: Usage): number => sentTokens(usage) + usage.output_tokens;

/** Returns a message to the model: a prompt, results, or words of the loop. */
export const userMessage = (content: readonly Block[]): Message =>
  Object.freeze({ role: 'user', content: Object.freeze(content) });

/** Adds a user message. Two user messages in a row become one, since the API refuses them after an interrupted turn. */
export function pushUser(messages: Message[], message: Message): void {
  const last = messages.at(-1);
  if (last?.role === 'user') messages[messages.length - 1] = userMessage([...last.content, ...message.content]);
  else messages.push(message);
}
