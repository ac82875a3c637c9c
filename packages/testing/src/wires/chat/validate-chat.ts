import { type Fields, fields, functionProblems, isObjectJson, list, repeated, unknownFields } from '../openai/problems.js';
import type { ChatDialect, ChatRefusal } from './dialect.js';

const REQUEST = new Set(
  `model messages tools tool_choice parallel_tool_calls stream stream_options max_tokens max_completion_tokens temperature top_p
  stop seed reasoning_effort response_format prompt_cache_key prompt_cache_retention service_tier store metadata user n verbosity
  frequency_penalty presence_penalty logprobs top_logprobs logit_bias modalities prediction safety_identifier`.split(/\s+/),
);
const MESSAGE: Readonly<Record<string, ReadonlySet<string>>> = {
  system: new Set(['role', 'content', 'name']),
  developer: new Set(['role', 'content', 'name']),
  user: new Set(['role', 'content', 'name']),
  assistant: new Set(['role', 'content', 'name', 'refusal', 'tool_calls', 'reasoning_content', 'reasoning', 'reasoning_details']),
  tool: new Set(['role', 'content', 'tool_call_id', 'name']),
};
const CALL = new Set(['id', 'type', 'function', 'extra_content', 'index']);

/** Returns the problems for which a server of Chat Completions would refuse a request, one sentence each. */
export function validateChat(body: Fields, dialect: ChatDialect = {}): string[] {
  const check = new ChatCheck(dialect);
  check.request(body);
  check.messages(list(body.messages));
  return check.problems;
}

class ChatCheck {
  readonly problems: string[] = [];
  readonly #dialect: ChatDialect;
  /** The calls of the last assistant message that have no result yet. */
  #open: string[] = [];

  constructor(dialect: ChatDialect) {
    this.#dialect = dialect;
  }

  request(body: Fields): void {
    this.problems.push(...unknownFields(body, { known: REQUEST, at: 'the request' }));
    this.#if(typeof body.model !== 'string' || body.model === '', 'model is missing');
    this.#if(body.stream_options !== undefined && body.stream !== true, 'stream_options is only allowed with stream');
    this.#if(body.max_tokens !== undefined && body.max_completion_tokens !== undefined, 'it has two limits of tokens');
    const tools = list(body.tools).map(fields);
    this.#if(body.tools !== undefined && tools.length === 0, 'tools is empty');
    for (const name of ['parallel_tool_calls', 'tool_choice'])
      this.#if(body[name] !== undefined && tools.length === 0, `${name} is only allowed with tools`);
    for (const name of [
      'parallel_tool_calls',
      'stream_options',
      'reasoning_effort',
      'max_completion_tokens',
      'max_tokens',
    ] as const)
      this.#refused(name, body[name] !== undefined);
    for (const [index, tool] of tools.entries()) this.#tool(fields(tool.function), `tool ${index}`);
    for (const name of repeated(tools.map((tool) => fields(tool.function).name)))
      this.problems.push(`two tools are called ${String(name)}`);
  }

  messages(messages: readonly unknown[]): void {
    this.#if(messages.length === 0, 'messages is empty');
    let before: Fields = {};
    for (const [index, message] of messages.map(fields).entries()) {
      const at = `message ${index}`;
      const role = String(message.role);
      const known = MESSAGE[role];
      if (known === undefined) this.problems.push(`${at} has the role ${JSON.stringify(message.role)}`);
      else this.problems.push(...unknownFields(message, { known, at }));
      this.#refused('developer role', role === 'developer');
      this.#refused('system role', role === 'system');
      this.#refused('user behind tool', role === 'user' && before.role === 'tool');
      if (role === 'tool') this.#result(message, at);
      else {
        this.#unanswered(at);
        if (role === 'assistant') this.#assistant(message, at);
        else this.#content(message.content, { at, isUser: role === 'user' });
      }
      before = message;
    }
    this.#unanswered('the end');
  }

  #tool(tool: Fields, at: string): void {
    this.#refused('strict', tool.strict !== undefined);
    this.problems.push(...functionProblems(tool, { at, strict: tool.strict === true }));
  }

  #assistant(message: Fields, at: string): void {
    const calls = list(message.tool_calls).map(fields);
    const hasContent = typeof message.content === 'string' ? message.content !== '' : list(message.content).length > 0;
    this.#if(!hasContent && calls.length === 0, `${at} has neither content nor tool_calls`);
    this.#if(message.tool_calls !== undefined && calls.length === 0, `${at} has an empty list of tool_calls`);
    this.#refused('reasoning_content', message.reasoning_content !== undefined);
    this.#refused('calls without reasoning_content', calls.length > 0 && typeof message.reasoning_content !== 'string');
    for (const [number, call] of calls.entries()) this.#call(call, `${at}, call ${number}`);
    const [first] = calls;
    const signature = fields(fields(first?.extra_content).google).thought_signature;
    this.#refused('calls without a thought signature', first !== undefined && typeof signature !== 'string');
    this.#open = calls.map((call) => String(call.id));
    for (const id of repeated(this.#open)) this.problems.push(`${at} has two calls with the id ${String(id)}`);
  }

  #call(call: Fields, at: string): void {
    const { name, arguments: json } = fields(call.function);
    const id = String(call.id);
    const longest = this.#dialect.longestId ?? 40;
    this.problems.push(...unknownFields(call, { known: CALL, at }));
    this.#if(call.type !== 'function', `${at} has the type ${JSON.stringify(call.type)}`);
    this.#if(typeof call.id !== 'string' || id === '', `${at} has no id`);
    this.#if(id.length > longest, `${at} has an id of ${id.length} characters, at most ${longest} are allowed`);
    this.#refused('ids that are not 9 letters and digits', !/^[a-zA-Z0-9]{9}$/.test(id));
    this.#if(!/^[\w-]{1,64}$/.test(String(name)), `${at} has the name ${JSON.stringify(name)}`);
    this.#if(typeof json !== 'string' || !isObjectJson(json), `${at} has arguments that are not the JSON of an object`);
  }

  #result(message: Fields, at: string): void {
    const id = String(message.tool_call_id);
    this.#if(!this.#open.includes(id), `${at} answers the call ${id}, which is not open`);
    this.#open = this.#open.filter((one) => one !== id);
    if (typeof message.content === 'string') return;
    const isText = list(message.content).length > 0 && list(message.content).every((part) => fields(part).type === 'text');
    this.#if(!isText, `${at} is a result that is not text`);
  }

  #unanswered(at: string): void {
    for (const id of this.#open) this.problems.push(`${at} comes before a result of the call ${id}`);
    this.#open = [];
  }

  #content(content: unknown, { at, isUser }: { readonly at: string; readonly isUser: boolean }): void {
    if (typeof content === 'string') return;
    const parts = list(content).map(fields);
    this.#if(parts.length === 0, `${at} has no content`);
    for (const [number, part] of parts.entries()) {
      const isPicture = isUser && part.type === 'image_url' && typeof fields(part.image_url).url === 'string';
      const isFile = isUser && part.type === 'file';
      this.#refused('pictures', isPicture);
      const isText = part.type === 'text' && typeof part.text === 'string' && part.text !== '';
      this.#if(!isPicture && !isFile && !isText, `${at}, part ${number} is ${JSON.stringify(part).slice(0, 60)}`);
    }
  }

  #refused(what: ChatRefusal, isThere: boolean): void {
    this.#if(isThere && this.#dialect.refuses?.includes(what) === true, `the server refuses ${what}`);
  }

  #if(isProblem: boolean, sentence: string): void {
    if (isProblem) this.problems.push(sentence);
  }
}
