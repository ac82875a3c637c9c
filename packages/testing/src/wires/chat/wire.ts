import { openAiError } from '../openai/reply-parts.js';
import type { Wire } from '../wire.js';
import type { ChatDialect } from './dialect.js';
import { chatFrames, chatMessage, dataLine } from './frames.js';
import { chatOddities } from './oddities.js';
import { validateChat } from './validate-chat.js';

/** Chat Completions with the habits of one server. */
export const chatWireOf = (dialect: ChatDialect): Wire => ({
  name: dialect.name ?? 'chat',
  takes: (path) => path.endsWith('/chat/completions'),
  lookUp: (path) => dialect.lookUp?.[path],
  streams: ({ body }) => body.stream === true,
  contentType: 'text/event-stream; charset=utf-8',
  requestIdHeader: 'x-request-id',
  frames: (reply, answering) => chatFrames(reply, answering, dialect),
  message: (reply, answering) => chatMessage(reply, answering, dialect),
  errorBody: (error) => ({ error: openAiError(error) }),
  errorFrame: (error) => dataLine({ error: openAiError(error) }),
  comment: ': OPENROUTER PROCESSING\n\n',
  oddities: chatOddities,
  validate: ({ body }) => validateChat(body, dialect),
});

/** Chat Completions as OpenAI speaks it, with the thinking that other servers add. */
export const chatWire: Wire = chatWireOf({});

const modelList = (...ids: readonly string[]) => ({ object: 'list', data: ids.map((id) => ({ id, object: 'model' })) });
const OPENAI_ONLY = ['developer role', 'strict', 'parallel_tool_calls'] as const;

/** Ollama: whole calls that all have the index 0, and models with a small context. */
export const ollamaWire: Wire = chatWireOf({
  name: 'ollama',
  indexes: 'same',
  wholeCalls: true,
  reasoning: 'reasoning',
  alwaysStop: true,
  refuses: ['developer role'],
  lookUp: {
    '/api/version': { version: '0.13.0' },
    '/api/tags': { models: [{ name: 'qwen3:8b', model: 'qwen3:8b' }] },
    '/api/ps': { models: [{ name: 'qwen3:8b', model: 'qwen3:8b', context_length: 4096 }] },
    '/v1/models': modelList('qwen3:8b'),
  },
});

/** The server of llama.cpp: parses the arguments of each earlier call, and shows the context in its properties. */
export const llamacppWire: Wire = chatWireOf({
  name: 'llamacpp',
  usage: 'with finish',
  refuses: OPENAI_ONLY.filter((one) => one !== 'parallel_tool_calls'),
  lookUp: {
    '/health': { status: 'ok' },
    '/props': { default_generation_settings: { n_ctx: 8192 } },
    '/v1/models': modelList('gpt-oss-20b.gguf'),
  },
});

/** vLLM: ids of 46 characters, and the name of a call behind its id. */
export const vllmWire: Wire = chatWireOf({
  name: 'vllm',
  ids: 'long',
  nameAfterId: true,
  reasoning: 'reasoning',
  longestId: 64,
  refuses: ['developer role'],
  lookUp: {
    '/health': {},
    '/v1/models': { object: 'list', data: [{ id: 'Qwen/Qwen3-8B', object: 'model', max_model_len: 40_960 }] },
  },
});

/** LM Studio: ids of digits, and no usage. */
export const lmstudioWire: Wire = chatWireOf({
  name: 'lmstudio',
  usage: 'never',
  refuses: OPENAI_ONLY,
  lookUp: {
    '/v1/models': modelList('qwen/qwen3-8b'),
    '/api/v0/models': {
      data: [{ id: 'qwen/qwen3-8b', state: 'loaded', max_context_length: 32_768, loaded_context_length: 4096 }],
    },
  },
});
