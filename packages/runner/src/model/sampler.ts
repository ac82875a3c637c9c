import { type Block, MESSAGES_API } from '@loadout/core/model';
import type { SamplingAnswer, SamplingRequest, ToolSourceSession } from '@loadout/core/run';
import type { Exchanges } from '../ground/exchange.js';
import { errors } from '../report/errors.js';
import { moneyUsedUp } from '../report/usage.js';
import { askForText } from './ask-for-text.js';
import type { Asker } from './ask-model.js';
import type { Asking } from './asking.js';

/**
 * Returns the function with which the run's model answers a tool source, without tools and without the conversation. The cost
 * counts. Source: MCP-15, COST-01.
 */
export function sampler(
  run: Asker & Pick<Exchanges, 'signal'> & Pick<Asking, 'model'>,
): NonNullable<ToolSourceSession['sample']> {
  return async (request, { signal }) => {
    const spent = moneyUsedUp(run);
    if (spent !== undefined) throw spent;
    const model = run.model.current;
    const { plan } = model;
    const asked = { ...requestFor(request, run.model.origin.api), model: plan.id, promptCache: 'off' as const };
    const stopped = AbortSignal.any([run.signal, signal]);
    const { text, stopReason } = await askForText(run, { purpose: 'sampling', model, request: asked, signal: stopped });
    if (stopReason === undefined || stopReason === 'refusal') throw errors.MODEL_REFUSED({});
    return { model: plan.id, text, stopReason } satisfies SamplingAnswer;
  };
}

const requestFor = ({ system, messages, maxTokens, temperature, stopSequences }: SamplingRequest, api: string) => ({
  system: system === undefined ? [] : [{ type: 'text' as const, text: system }],
  tools: [],
  messages: messages.map(({ role, content }) => ({ role, content: content.flatMap(blockOf) })),
  maxOutputTokens: maxTokens,
  temperature,
  // The name of the Messages API. Another API would refuse the request because of it.
  extra: stopSequences === undefined || api !== MESSAGES_API ? {} : { stop_sequences: stopSequences },
});

/** Converts a text or picture block. Models cannot read the other kinds that a source sends. */
function blockOf(block: SamplingRequest['messages'][number]['content'][number]): Block[] {
  if (block.type === 'text') return [{ type: 'text', text: block.text }];
  if (block.type !== 'image') return [];
  return [{ type: 'image', source: { type: 'base64', media_type: block.mimeType, data: block.data } }];
}
