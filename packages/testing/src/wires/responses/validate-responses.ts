import { type Fields, fields, functionProblems, list, repeated, unknownFields } from '../openai/problems.js';

const REQUEST = new Set(
  `model input instructions tools tool_choice parallel_tool_calls stream stream_options store include max_output_tokens temperature
  top_p reasoning text truncation prompt_cache_key prompt_cache_retention service_tier metadata user safety_identifier
  max_tool_calls previous_response_id background conversation`.split(/\s+/),
);
const ITEMS: Readonly<Record<string, ReadonlySet<string>>> = {
  message: new Set(['type', 'role', 'content', 'id', 'status', 'phase']),
  reasoning: new Set(['type', 'id', 'summary', 'content', 'encrypted_content', 'status']),
  function_call: new Set(['type', 'id', 'call_id', 'name', 'arguments', 'status']),
  function_call_output: new Set(['type', 'id', 'call_id', 'output', 'status']),
};
const USER_PARTS = new Set(['input_text', 'input_image', 'input_file']);

/** Returns the problems for which the Responses API would refuse a request, one sentence each. */
export function validateResponses(body: Fields): string[] {
  const check = new ResponsesCheck(body.store === false);
  check.request(body);
  check.input(list(body.input).map(fields));
  return check.problems;
}

class ResponsesCheck {
  readonly problems: string[] = [];
  readonly #isStateless: boolean;
  readonly #calls: string[] = [];
  readonly #results: string[] = [];

  constructor(isStateless: boolean) {
    this.#isStateless = isStateless;
  }

  request(body: Fields): void {
    this.problems.push(...unknownFields(body, { known: REQUEST, at: 'the request' }));
    this.#if(typeof body.model !== 'string' || body.model === '', 'model is missing');
    const limit = body.max_output_tokens;
    this.#if(
      limit !== undefined && !(Number.isInteger(limit) && Number(limit) >= 16),
      `max_output_tokens is ${String(limit)}, at least 16 are needed`,
    );
    const tools = list(body.tools).map(fields);
    for (const [index, tool] of tools.entries())
      if (tool.type === 'function')
        this.problems.push(
          ...functionProblems(tool, { at: `tool ${index}`, strict: tool.strict !== false && tool.strict !== null }),
        );
    for (const name of repeated(tools.map((tool) => tool.name ?? tool.type)))
      this.problems.push(`two tools are called ${String(name)}`);
  }

  input(items: readonly Fields[]): void {
    this.#if(items.length === 0, 'input is empty');
    for (const [index, item] of items.entries()) {
      const at = `item ${index}`;
      const type = String(item.type ?? 'message');
      const known = ITEMS[type];
      if (known === undefined) this.problems.push(`${at} has the type ${JSON.stringify(item.type)}`);
      else this.problems.push(...unknownFields(item, { known, at }));
      this.#if(
        this.#isStateless && item.id !== undefined,
        `Item with id '${String(item.id)}' not found: items are not kept when store is false`,
      );
      if (type === 'message') this.#message(item, at);
      else if (type === 'reasoning') this.#reasoning(item, { at, next: items[index + 1] });
      else if (type === 'function_call') this.#call(item, at);
      else if (type === 'function_call_output') this.#output(item, at);
    }
    for (const id of repeated(this.#calls)) this.problems.push(`two calls have the call_id ${String(id)}`);
    for (const id of this.#calls) this.#if(!this.#results.includes(id), `No tool output found for function call ${id}`);
  }

  #message(item: Fields, at: string): void {
    const role = String(item.role);
    this.#if(!['user', 'assistant', 'system', 'developer'].includes(role), `${at} has the role ${JSON.stringify(item.role)}`);
    if (typeof item.content === 'string') return;
    const parts = list(item.content).map(fields);
    this.#if(parts.length === 0, `${at} has no content`);
    for (const part of parts) {
      const isKnown =
        role === 'assistant' ? ['output_text', 'refusal'].includes(String(part.type)) : USER_PARTS.has(String(part.type));
      this.#if(!isKnown, `${at} of ${role} has a part of the type ${JSON.stringify(part.type)}`);
    }
  }

  #reasoning(item: Fields, { at, next }: { readonly at: string; readonly next: Fields | undefined }): void {
    this.#if(!Array.isArray(item.summary), `${at} has no summary`);
    const content = item.encrypted_content;
    this.#if(
      this.#isStateless && !(typeof content === 'string' && content.startsWith('gAAA')),
      `the encrypted content of ${at} could not be verified`,
    );
    const follows = ['function_call', 'reasoning'].includes(String(next?.type)) || next?.role === 'assistant';
    this.#if(!follows, `${at} of type 'reasoning' was provided without its required following item`);
  }

  #call(item: Fields, at: string): void {
    const id = String(item.call_id);
    this.#if(
      typeof item.call_id !== 'string' || id === '' || id.length > 64,
      `${at} has the call_id ${JSON.stringify(item.call_id)}`,
    );
    this.#if(!/^[\w-]{1,64}$/.test(String(item.name)), `${at} has the name ${JSON.stringify(item.name)}`);
    this.#if(typeof item.arguments !== 'string', `${at} has arguments that are not a text`);
    this.#calls.push(id);
  }

  #output(item: Fields, at: string): void {
    const id = String(item.call_id);
    this.#if(!this.#calls.includes(id), `No tool call found for function call output with call_id ${id}`);
    this.#if(this.#results.includes(id), `${at} answers the call ${id} again`);
    const isParts = list(item.output).length > 0 && list(item.output).every((part) => USER_PARTS.has(String(fields(part).type)));
    this.#if(typeof item.output !== 'string' && !isParts, `${at} has the output ${JSON.stringify(item.output)}`);
    this.#results.push(id);
  }

  #if(isProblem: boolean, sentence: string): void {
    if (isProblem) this.problems.push(sentence);
  }
}
