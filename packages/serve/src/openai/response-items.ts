import type { OpenAsk } from '../http-runs.js';
import type { Fields } from './fields.js';
import { approvalId, callId, callItemId, itemId } from './response-ids.js';
import { argumentsOf } from './tool-calls.js';

type Send = (type: string, fields: Fields) => Promise<void>;

interface OpenItem {
  readonly kind: 'message' | 'reasoning';
  readonly id: string;
  text: string;
}

/** The items of a response, as they grow. Each item has its start, its parts and its end among the events. */
export class ResponseItems {
  readonly output: Fields[] = [];
  readonly #run: string;
  readonly #send: Send;
  #open: OpenItem | undefined;

  constructor(run: string, send: Send) {
    this.#run = run;
    this.#send = send;
  }

  async add(kind: OpenItem['kind'], text: string): Promise<void> {
    const item = this.#open?.kind === kind ? this.#open : await this.#begin(kind);
    item.text += text;
    const logprobs = kind === 'message' ? { logprobs: [] } : {};
    await this.#send(`${TEXTS[kind]}.delta`, { ...this.#place(item), delta: text, ...logprobs });
  }

  /** Adds the question about a call. */
  async ask({ call, tool, input }: OpenAsk): Promise<void> {
    await this.end();
    const item = {
      id: approvalId(this.#run, call),
      type: 'mcp_approval_request',
      server_label: 'loadout',
      name: tool,
      arguments: argumentsOf(input),
    };
    const output_index = this.output.length;
    await this.#send('response.output_item.added', { output_index, item });
    await this.#send('response.output_item.done', { output_index, item });
    this.output.push(item);
  }

  /** Adds a call that the client is to make. */
  async call({ call, tool, input }: OpenAsk): Promise<void> {
    await this.end();
    const id = callItemId(this.#run, call);
    const args = argumentsOf(input);
    const item = {
      id,
      type: 'function_call',
      call_id: callId(this.#run, call),
      name: tool,
      arguments: args,
      status: 'completed',
    };
    const output_index = this.output.length;
    const begun = { ...item, arguments: '', status: 'in_progress' };
    await this.#send('response.output_item.added', { output_index, item: begun });
    await this.#send('response.function_call_arguments.delta', { item_id: id, output_index, delta: args });
    await this.#send('response.function_call_arguments.done', { item_id: id, output_index, name: tool, arguments: args });
    await this.#send('response.output_item.done', { output_index, item });
    this.output.push(item);
  }

  /** Ends the item under way. */
  async end(): Promise<void> {
    const item = this.#open;
    if (item === undefined) return;
    this.#open = undefined;
    const place = this.#place(item);
    const logprobs = item.kind === 'message' ? { logprobs: [] } : {};
    await this.#send(`${TEXTS[item.kind]}.done`, { ...place, text: item.text, ...logprobs });
    await this.#send(`${PARTS[item.kind]}.done`, { ...place, part: partOf(item) });
    const done = itemOf(item, 'completed');
    await this.#send('response.output_item.done', { output_index: place.output_index, item: done });
    this.output.push(done);
  }

  async #begin(kind: OpenItem['kind']): Promise<OpenItem> {
    await this.end();
    const item: OpenItem = { kind, id: itemId(kind === 'message' ? 'msg' : 'rs', this.#run, this.output.length + 1), text: '' };
    await this.#send('response.output_item.added', { output_index: this.output.length, item: itemOf(item, 'in_progress') });
    await this.#send(`${PARTS[kind]}.added`, { ...this.#place(item), part: partOf(item) });
    this.#open = item;
    return item;
  }

  #place({ id, kind }: OpenItem) {
    const index = kind === 'message' ? { content_index: 0 } : { summary_index: 0 };
    return { item_id: id, output_index: this.output.length, ...index };
  }
}

const TEXTS = { message: 'response.output_text', reasoning: 'response.reasoning_summary_text' } as const;
const PARTS = { message: 'response.content_part', reasoning: 'response.reasoning_summary_part' } as const;

const partOf = ({ kind, text }: OpenItem): Fields =>
  kind === 'message' ? { type: 'output_text', text, annotations: [], logprobs: [] } : { type: 'summary_text', text };

function itemOf(item: OpenItem, status: 'in_progress' | 'completed'): Fields {
  const parts = status === 'completed' ? [partOf(item)] : [];
  if (item.kind === 'reasoning') return { id: item.id, type: 'reasoning', summary: parts };
  return { id: item.id, type: 'message', role: 'assistant', status, content: parts };
}
