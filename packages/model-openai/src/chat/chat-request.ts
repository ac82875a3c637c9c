import type { ApiTool, Message, ModelRequest, SystemBlock } from '@loadout/core/model';
import { CHAT_LIMITS, toolFor } from '@loadout/model-apis';
import { serverToolEntries, withExtra } from '@loadout/models';
import { ConversationBytes, gathered, wellFormed } from '@loadout/node/http';
import type { Compat } from '../connection/compat.js';
import { elements, ListJson } from '../request/list-json.js';
import { cacheKey, systemText } from '../request/system-text.js';
import { outwardName } from '../request/tool-names.js';
import { chatMessages } from './chat-messages.js';

/** The body of a request of Chat Completions, as pieces of bytes that nobody changes. All that was sent before stays the same, byte for byte. Source: POOL-17. */
export class ChatRequests {
  readonly #compat: Compat;
  readonly #messages: ConversationBytes<Message>;
  readonly #tools: ListJson<readonly ApiTool[]>;
  readonly #system: ListJson<readonly SystemBlock[]>;

  constructor(compat: Compat) {
    this.#compat = compat;
    this.#messages = new ConversationBytes((message) => elements(chatMessages(message, compat)));
    this.#tools = new ListJson((tools) =>
      tools.map((tool) => JSON.stringify(toolOf(toolFor(tool, CHAT_LIMITS), compat))).join(','),
    );
    const role = compat.developerRole ? 'developer' : 'system';
    this.#system = new ListJson((system) => messageJson(role, systemText(system)));
  }

  bodyOf(request: ModelRequest): readonly Buffer[] {
    const fields = withExtra(this.#fields(request), request.extra);
    const own = this.#tools.of(request.tools);
    const tools = [...(own === '' ? [] : [own]), ...serverToolEntries(request.extra).map((tool) => JSON.stringify(tool))];
    const listed = tools.length === 0 ? '' : `,"tools":[${tools.join(',')}]`;
    const system = this.#system.of(request.system);
    const head = `${JSON.stringify(fields).slice(0, -1)}${listed},"messages":[${system}`;
    const { buffer, length } = this.#messages.of(request.messages);
    const comma = system === '' || length === 0 ? '' : ',';
    // The last message's comma stays behind.
    return gathered([Buffer.from(head + comma), buffer.subarray(0, Math.max(0, length - 1)), END]);
  }

  #fields(request: ModelRequest): Readonly<Record<string, unknown>> {
    const { model, maxOutputTokens, temperature, effort, parallelCalls, promptCache } = request;
    const { maxTokensField, streamUsage, promptCacheKey, ...compat } = this.#compat;
    const hasTools = request.tools.length > 0;
    return {
      model,
      stream: true,
      ...(streamUsage ? { stream_options: { include_usage: true } } : {}),
      ...(maxOutputTokens === undefined ? {} : { [maxTokensField]: maxOutputTokens }),
      ...(temperature === undefined ? {} : { temperature }),
      ...(effort === undefined || compat.effort === 'none' ? {} : effortField(effort, compat.effort)),
      ...(parallelCalls === undefined || !compat.parallelCalls || !hasTools ? {} : { parallel_tool_calls: parallelCalls }),
      ...(promptCacheKey && promptCache !== 'off' ? { prompt_cache_key: cacheKey(request) } : {}),
    };
  }
}

const END = Buffer.from(']}');

const effortField = (effort: string, field: 'reasoning_effort' | 'reasoning'): object =>
  field === 'reasoning' ? { reasoning: { effort } } : { reasoning_effort: effort };

const messageJson = (role: string, content: string): string =>
  content === '' ? '' : wellFormed(JSON.stringify({ role, content }));

function toolOf({ name, description, input_schema: schema }: ApiTool, { strict }: Compat): object {
  const body = { name: outwardName(name), description, parameters: { properties: {}, ...schema } };
  return { type: 'function', function: strict ? { ...body, strict: false } : body };
}
