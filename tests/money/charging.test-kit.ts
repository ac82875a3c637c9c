import { LoadoutError } from '@loadout/core';
import type { ModelEvent, ModelProvider, ModelRequest, Usage } from '@loadout/core/model';

/** How one request ends. `share`: the used part of the longest answer that the request allows. */
export interface Charged {
  readonly share: number;
  readonly end: 'whole' | 'cut' | 'silent';
  readonly cached: boolean;
  readonly ticks: number;
  readonly calls: number;
}

/** US dollars for a million tokens. */
export const PRICE = { input: 3, output: 15 };

/** A provider that keeps its own books, as a vendor does: what it charges does not depend on what it reports. */
export interface Charging extends ModelProvider {
  readonly charges: number[];
  readonly total: () => number;
}

const DEFAULT_OUTPUT = 16_384;

/** The vendor's count: less than four characters to a token. */
const tokensOf = (value: unknown): number => Math.ceil(JSON.stringify(value).length / 3.7);

export function charging(
  next: (request: ModelRequest) => Charged,
  callsFor: (request: ModelRequest, count: number) => readonly { readonly name: string; readonly input: unknown }[],
): Charging {
  const charges: number[] = [];
  return {
    name: 'test',
    charges,
    total: () => charges.reduce((sum, one) => sum + one, 0),
    async *stream(request): AsyncGenerator<ModelEvent> {
      const { share, end, cached, ticks, calls } = next(request);
      const uses = callsFor(request, calls).map((use, at) => ({ type: 'tool_use', id: `call_${charges.length}_${at}`, ...use }));
      const blocks = uses.length > 0 ? uses : [{ type: 'text', text: `Answer ${charges.length}.` }];
      // A vendor is sent roles and contents alone.
      const messages = request.messages.map(({ role, content }) => ({ role, content }));
      const input = tokensOf([request.system, request.tools, messages]);
      const output = Math.max(tokensOf(blocks), Math.floor((request.maxOutputTokens ?? DEFAULT_OUTPUT) * share));
      const index = charges.push((input * PRICE.input * (cached ? 0.1 : 1.25) + output * PRICE.output) / 1_000_000) - 1;
      const counted: Usage = {
        input_tokens: 0,
        output_tokens: 1,
        ...(cached ? { cache_read_input_tokens: input } : { cache_creation_input_tokens: input }),
      };
      for (let tick = 0; tick < ticks; tick += 1) await new Promise((resolve) => setImmediate(resolve));
      yield { type: 'start', id: `msg_${index}`, model: request.model, usage: counted };
      const text = 'word'.repeat(output);
      yield { type: 'text', text };
      if (end === 'cut') throw new LoadoutError('MODEL_STREAM_CUT', 'The connection broke.');
      for (const block of blocks) yield { type: 'block', block };
      const stopReason = uses.length > 0 ? 'tool_use' : 'end_turn';
      yield { type: 'end', stopReason, usage: end === 'silent' ? undefined : { ...counted, output_tokens: output } };
    },
  };
}
