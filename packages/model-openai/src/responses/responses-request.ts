import type { ApiTool, Message, ModelRequest } from '@loadout/core/model';
import { CHAT_LIMITS, toolFor } from '@loadout/model-apis';
import { serverToolEntries, withExtra } from '@loadout/models';
import { ConversationBytes, gathered } from '@loadout/node/http';
import type { Compat } from '../connection/compat.js';
import { elements, ListJson } from '../request/list-json.js';
import { cacheKey, systemText } from '../request/system-text.js';
import { outwardName } from '../request/tool-names.js';
import { responsesItems } from './responses-input.js';

/** The API refuses a smaller limit. */
const LEAST_TOKENS = 16;

/** Models that do not reason refuse to be asked for their reasoning. */
const NO_REASONING = /^(gpt-3|gpt-4|chatgpt)/;

/** The body of a request of the Responses API, as pieces of bytes that nobody changes. The server keeps nothing: each request holds the whole conversation. */
export class ResponsesRequests {
  readonly #compat: Compat;
  readonly #items = new ConversationBytes((message: Message) => elements(responsesItems(message)));
  readonly #tools = new ListJson((tools: readonly ApiTool[]) =>
    tools.map((tool) => JSON.stringify(toolOf(toolFor(tool, CHAT_LIMITS)))).join(','),
  );

  constructor(compat: Compat) {
    this.#compat = compat;
  }

  bodyOf(request: ModelRequest): readonly Buffer[] {
    const fields = withExtra(this.#fields(request), request.extra);
    const own = this.#tools.of(request.tools);
    const tools = [...(own === '' ? [] : [own]), ...serverToolEntries(request.extra).map((tool) => JSON.stringify(tool))];
    const listed = tools.length === 0 ? '' : `,"tools":[${tools.join(',')}]`;
    const head = `${JSON.stringify(fields).slice(0, -1)}${listed},"input":[`;
    const { buffer, length } = this.#items.of(request.messages);
    return gathered([Buffer.from(head), buffer.subarray(0, Math.max(0, length - 1)), END]);
  }

  #fields(request: ModelRequest): Readonly<Record<string, unknown>> {
    const { model, maxOutputTokens, temperature, parallelCalls, promptCache } = request;
    const { promptCacheKey, encryptedReasoning = !NO_REASONING.test(model) } = this.#compat;
    const instructions = systemText(request.system);
    const reasoning = reasoningOf(request);
    return {
      model,
      stream: true,
      store: false,
      ...(encryptedReasoning ? { include: ['reasoning.encrypted_content'] } : {}),
      ...(instructions === '' ? {} : { instructions }),
      ...(maxOutputTokens === undefined ? {} : { max_output_tokens: Math.max(LEAST_TOKENS, maxOutputTokens) }),
      ...(temperature === undefined ? {} : { temperature }),
      ...(Object.keys(reasoning).length === 0 ? {} : { reasoning }),
      ...(parallelCalls === undefined || request.tools.length === 0 ? {} : { parallel_tool_calls: parallelCalls }),
      ...(promptCacheKey && promptCache !== 'off' ? { prompt_cache_key: cacheKey(request) } : {}),
    };
  }
}

const END = Buffer.from(']}');

/** A summary is asked for where thinking is: the API shows none by itself. */
function reasoningOf({ effort, thinking }: ModelRequest): object {
  const summary = thinking === undefined || thinking.type === 'disabled' ? {} : { summary: 'auto' };
  return { ...(effort === undefined ? {} : { effort }), ...summary };
}

/** A missing `strict` would mean true, which changes what a schema allows. */
const toolOf = ({ name, description, input_schema: schema }: ApiTool): object => ({
  type: 'function',
  name: outwardName(name),
  description,
  parameters: { properties: {}, ...schema },
  strict: false,
});
