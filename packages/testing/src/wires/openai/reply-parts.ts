import type { RawBlock, Reply, ReplyTool } from '../reply.js';
import { cutText } from '../reply.js';
import type { WireError } from '../wire.js';

/** A call of a reply: its JSON in the pieces in which it is sent. */
export interface CallPart {
  readonly type: 'call';
  readonly id: string;
  readonly name: string;
  readonly json: readonly string[];
  readonly extra: Readonly<Record<string, unknown>>;
}

/** A part of a reply in the terms of OpenAI's APIs. */
export type ReplyPart = { readonly type: 'text' | 'thinking'; readonly deltas: readonly string[] } | CallPart;

/** The parts of a reply in the order thinking, text, tools, blocks. Blocks that these APIs do not have are left out. */
export function replyParts(reply: Reply, id: string): readonly ReplyPart[] {
  const cut = (text: string) => cutText(text, reply.chunkChars);
  const { thinking, text, tools = [], blocks = [] } = reply;
  const callOf = (tool: ReplyTool, index: number): CallPart => {
    const raw = tool.rawInput ?? JSON.stringify(tool.input ?? {});
    const json = typeof raw === 'string' ? cut(raw) : raw;
    return { type: 'call', id: tool.id ?? `call_${id}_${index}`, name: tool.name, json, extra: tool.extra ?? {} };
  };
  const partOf = (block: RawBlock, index: number): readonly ReplyPart[] => {
    if (block.type === 'text') return [{ type: 'text', deltas: cut(String(block.text)) }];
    if (block.type === 'thinking') return [{ type: 'thinking', deltas: cut(String(block.thinking)) }];
    return block.type === 'tool_use' ? [callOf(block as unknown as ReplyTool, tools.length + index)] : [];
  };
  return [
    ...(thinking === undefined
      ? []
      : partOf({ type: 'thinking', ...(typeof thinking === 'string' ? { thinking } : thinking) }, 0)),
    ...(text === undefined ? [] : [{ type: 'text' as const, deltas: typeof text === 'string' ? cut(text) : text }]),
    ...tools.map(callOf),
    ...blocks.flatMap(partOf),
  ];
}

/** The stop reason of a reply in the terms of the Messages API. */
export const stopReasonOf = (reply: Reply): string =>
  reply.stopReason ?? (replyParts(reply, '').some(({ type }) => type === 'call') ? 'tool_use' : 'end_turn');

const TYPES: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'invalid_request_error',
  403: 'permission_error',
  404: 'invalid_request_error',
  429: 'requests',
};
const CODES: Readonly<Record<number, string>> = {
  401: 'invalid_api_key',
  402: 'insufficient_quota',
  404: 'model_not_found',
  413: 'context_length_exceeded',
  429: 'rate_limit_exceeded',
  503: 'server_is_overloaded',
};

/** The error object of OpenAI's APIs. */
export const openAiError = ({ status, type, message }: WireError) => ({
  message,
  type: type ?? TYPES[status] ?? 'server_error',
  param: null,
  code: CODES[status] ?? null,
});

/** The counts of a reply as OpenAI's APIs count: cached input is part of the input. */
interface SpentTokens {
  readonly input: number;
  readonly cached: number;
  readonly output: number;
  readonly reasoning: number;
}

/** Returns `undefined` for a server that reports no usage. */
export function spentTokens({ usage }: Reply): SpentTokens | undefined {
  if (usage === null) return undefined;
  const { output_tokens_details: details } = usage ?? {};
  const number = (name: string, otherwise: number) => Number(usage?.[name] ?? otherwise);
  const cached = number('cache_read_input_tokens', 0);
  return {
    input: number('input_tokens', 100) + number('cache_creation_input_tokens', 0) + cached,
    cached,
    output: number('output_tokens', 20),
    reasoning: Number((details as { thinking_tokens?: number } | undefined)?.thinking_tokens ?? 0),
  };
}
