import type { ApiTool, ClearToolUses, ModelRequest, SystemBlock } from '@loadout/core/model';
import { MESSAGES_LIMITS, toolFor } from '@loadout/model-apis';
import { serverToolEntries, withExtra } from '@loadout/models';
import { ConversationBytes, gathered } from '@loadout/node/http';
import { messageJson } from './message-json.js';
import { SameList } from './same-list.js';
import { knowsTypedTools, typedTool } from './typed-tool.js';

/** The default for the longest answer of a model. Thinking has its own budget in addition. */
const MAX_TOKENS = 16_384;

/**
 * The body of a request to the Messages API, as pieces of bytes that nobody changes. Fields come in a fixed order and all of the
 * system prompt, the tools and the earlier messages is the same, byte for byte, in each turn. Source: LOOP-01, POOL-17.
 */
export function serialiseRequest(request: ModelRequest): readonly Buffer[] {
  const marker = markerOf(request.promptCache);
  const serverTools = serverToolEntries(request.extra);
  const parts: Buffer[] = [Buffer.from(headOf(request))];
  if (request.system.some((block) => block.text !== ''))
    parts.push(COMMA_SYSTEM, systemBytes(systems.of(request.system), marker));
  if (request.tools.length > 0) parts.push(COMMA_TOOLS, toolsBytes(request, marker));
  if (serverTools.length > 0) appendTools(parts, { tools: serverTools, after: request.tools.length > 0 });
  parts.push(COMMA_MESSAGES, ...messageParts(request, marker), END);
  return gathered(parts);
}

/** Source: COMPACT-03. */
const CONTEXT_MANAGEMENT = 'context-management-2025-06-27';

/** The betas that the request needs in addition to those it names. */
export const betasOf = ({ betas = [], clearToolUses }: ModelRequest): readonly string[] =>
  clearToolUses === undefined ? betas : [...betas, CONTEXT_MANAGEMENT];

const COMMA_SYSTEM = Buffer.from(',"system":');
const COMMA_TOOLS = Buffer.from(',"tools":');
const COMMA_MESSAGES = Buffer.from(',"messages":[');
const END = Buffer.from(']}');
const asJson = (value: unknown) => JSON.stringify(value);

const markerOf = (cache: ModelRequest['promptCache']): string | undefined =>
  cache === 'off' ? undefined : `,"cache_control":{"type":"ephemeral"${cache === '1h' ? ',"ttl":"1h"' : ''}}`;

/** Serialises the small parts of the request, without the closing brace. */
function headOf(request: ModelRequest): string {
  const { thinking, effort, temperature } = request;
  const isSingle = request.parallelCalls === false && request.tools.length > 0;
  const budget = thinking?.type === 'enabled' ? thinking.budget_tokens : 0;
  const fields = {
    model: request.model,
    max_tokens: request.maxOutputTokens ?? MAX_TOKENS + budget,
    stream: true,
    ...(thinking === undefined ? {} : { thinking }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(isSingle ? { tool_choice: { type: 'auto', disable_parallel_tool_use: true } } : {}),
    ...(effort === undefined ? {} : { output_config: { effort } }),
    ...(request.clearToolUses === undefined ? {} : { context_management: { edits: [clearing(request.clearToolUses)] } }),
  };
  return JSON.stringify(withExtra(fields, request.extra)).slice(0, -1);
}

/** Clearing keeps the newest calls, and the calls of tools that cannot be repeated. Source: COMPACT-03. */
const clearing = ({ trigger = 100_000, keep = 3, clearAtLeast, excludeTools = [] }: ClearToolUses) => ({
  type: 'clear_tool_uses_20250919',
  trigger: { type: 'input_tokens', value: trigger },
  keep: { type: 'tool_uses', value: keep },
  ...(clearAtLeast === undefined ? {} : { clear_at_least: { type: 'input_tokens', value: clearAtLeast } }),
  ...(excludeTools.length === 0 ? {} : { exclude_tools: excludeTools }),
});

/** Tools that run at the provider's side (`extra.tools`) join those of the agent. Source: LOOP-31. */
function appendTools(parts: Buffer[], { tools, after }: { tools: readonly unknown[]; after: boolean }): void {
  const json = tools.map(asJson).join(',');
  const own = after ? parts.pop() : undefined;
  if (own === undefined) parts.push(Buffer.from(`,"tools":[${json}]`));
  else parts.push(own.subarray(0, -1), Buffer.from(`,${json}]`));
}

/** A block without any other field: a block with one is compared by its identity. */
const isText = (block: SystemBlock): boolean =>
  Object.keys(block).every((key) => key === 'type' || key === 'text' || key === 'volatile');

const systems = new SameList<SystemBlock>(
  (one, other) => one === other || (one.text === other?.text && one.volatile === other.volatile && isText(one) && isText(other)),
);
const toolLists = new SameList<ApiTool>((one, other) => one === other);

interface ListParts {
  readonly marker: string | undefined;
  /** Further settings that the bytes depend on. */
  readonly form?: string;
  readonly make: () => string[];
  readonly behind?: () => string[];
}

/** A list's bytes by the list's identity: it is the same object in every turn of a session. */
const lists = new WeakMap<object, Map<string, Buffer>>();

function listBytes(list: object, { marker = '', form = '', make, behind = () => [] }: ListParts): Buffer {
  const known = lists.get(list) ?? new Map<string, Buffer>();
  lists.set(list, known);
  const key = `${form}${marker}`;
  const bytes = known.get(key) ?? Buffer.from(`[${[`${make().join(',').slice(0, -1)}${marker}}`, ...behind()].join(',')}]`);
  known.set(key, bytes);
  return bytes;
}

/**
 * Serialises the system prompt. Text that is specific to one session comes after the cache marker, so the next session finds the
 * text before it in the cache. Source: LOOP-22.
 */
function systemBytes(system: ModelRequest['system'], marker: string | undefined): Buffer {
  const jsonOf = (isVolatile: boolean) =>
    system
      .filter((block) => block.text !== '' && (block.volatile === true) === isVolatile)
      .map(({ volatile: _, ...block }) => asJson(block));
  const hasStable = system.some((block) => block.text !== '' && block.volatile !== true);
  if (!hasStable) return listBytes(system, { marker, make: () => jsonOf(true) });
  return listBytes(system, { marker, make: () => jsonOf(false), behind: () => jsonOf(true) });
}

/**
 * Serialises the tools. Deferred tools come after the cache marker, because they are not part of the cached prefix. Source:
 * POOL-14.
 */
function toolsBytes(request: Pick<ModelRequest, 'model' | 'tools'>, marker: string | undefined): Buffer {
  const tools = toolLists.of(request.tools);
  const isClaude = knowsTypedTools(request.model);
  const form = isClaude ? 'typed' : '';
  const json = (tool: ApiTool) => (isClaude ? typedTool(tool) : undefined) ?? toolJson(tool);
  const jsonOf = (isDeferred: boolean) => tools.filter((tool) => (tool.defer_loading === true) === isDeferred).map(json);
  if (tools.every((tool) => tool.defer_loading === true))
    return listBytes(tools, { marker: undefined, form, make: () => jsonOf(true) });
  return listBytes(tools, { marker, form, make: () => jsonOf(false), behind: () => jsonOf(true) });
}

/** `annotations` are for hosts; the API knows no such field. */
const toolJson = ({ annotations: _, ...tool }: ApiTool) => JSON.stringify(toolFor(tool, MESSAGES_LIMITS));

const conversations = new ConversationBytes(messageJson);

/**
 * The last message carries a marker, so that the next turn finds it cached, and so does the user message before it, which
 * had it in the turn before: the API looks back only some twenty blocks from a marker.
 */
function messageParts(request: ModelRequest, marker: string | undefined): Buffer[] {
  const { buffer, length, markAt } = conversations.of(request.messages);
  const last = markAt.length - 1;
  const places = marker === undefined ? [] : [last - 2, last].map((index) => markAt[index] ?? -1).filter((at) => at >= 0);
  const parts: Buffer[] = [];
  let from = 0;
  for (const at of places) {
    parts.push(buffer.subarray(from, at), Buffer.from(marker ?? ''));
    from = at;
  }
  // The last message's comma stays behind.
  parts.push(buffer.subarray(from, Math.max(from, length - 1)));
  return parts;
}
