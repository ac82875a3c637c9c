import type { MockApi, RequestBlock } from '@loadout/testing';

type Request = MockApi['requests'][number] | undefined;

/** The new tool results of a request. */
export const toolResults = (request: Request): readonly RequestBlock[] =>
  (request?.body.messages.at(-1)?.content ?? []).filter((block) => block.type === 'tool_result');

/** The text of each result, by the id of its call. */
export const resultsIn = (request: Request): Readonly<Record<string, string>> =>
  Object.fromEntries(toolResults(request).map((block) => [String(block.tool_use_id), textIn(block.content)]));

export function textIn(content: unknown): string {
  if (typeof content === 'string') return content;
  return Array.isArray(content) ? content.map((block: { text?: string }) => block.text ?? '').join('\n') : '';
}

/** The whole system prompt. */
export const systemOf = (request: Request): string => textIn(request?.body.system);

/** The whole text of a request, for a search. */
export const wholeOf = (request: Request): string => JSON.stringify(request?.body.messages);
