import type { SmallModel } from '@loadout/core';
import { type Block, MESSAGES_API, type StopReason } from '@loadout/core/model';
import type { SamplingRequest, ToolSourceSession } from '@loadout/core/run';
import { underSignals } from '@loadout/node';
import type { Exchanges } from '../context/exchange.js';
import { errors } from '../report/errors.js';
import { moneyUsedUp } from '../report/usage.js';
import { askForText } from './ask-for-text.js';
import type { AskingRun, ModelQuestion } from './ask-model.js';
import type { Asking } from './asking.js';
import { permittedExtra } from './server-tools.js';

type Run = AskingRun & Pick<Exchanges, 'signal'>;

/** Asks a model apart from the conversation, without tools. The cost counts. Throws the limit that is used up, and MODEL_REFUSED. Source: COST-01. */
async function askApart(
  run: Run,
  { signal, ...question }: Omit<ModelQuestion, 'take' | 'raw'>,
): Promise<{ readonly text: string; readonly stopReason: StopReason }> {
  const spent = moneyUsedUp(run);
  if (spent !== undefined) throw spent;
  const { text, stopReason } = await underSignals([run.signal, signal], (either) =>
    askForText(run, { ...question, signal: either }),
  );
  if (stopReason === undefined || stopReason === 'refusal') throw errors.MODEL_REFUSED({});
  return { text, stopReason };
}

/** The small model for tools. Its provider is loaded at the first question. */
export const smallModelOf = (run: Run): SmallModel => ({
  ask: async ({ prompt, system, signal }) => {
    const model = await run.spec.smallModel?.();
    if (model === undefined) throw new Error('The agent has no small model.');
    const { id, maxOutputTokens, thinking, effort, temperature, betas, extra } = model.plan;
    const request = {
      model: id,
      system: system === undefined ? [] : [{ type: 'text' as const, text: system }],
      tools: [],
      messages: [{ role: 'user' as const, content: [{ type: 'text' as const, text: prompt }] }],
      maxOutputTokens,
      thinking,
      effort,
      temperature,
      betas,
      ...USED_ONCE,
      extra: permittedExtra(extra, run.spec),
    };
    return (await askApart(run, { purpose: 'small', model, request, signal })).text;
  },
});

/** A prompt that is used once, so writing a cache would only cost. */
const USED_ONCE = { promptCache: 'off' } as const;

/** Returns the function with which the run's model answers a tool source. Source: MCP-15. */
export function sampler(run: Run & Pick<Asking, 'model'>): NonNullable<ToolSourceSession['sample']> {
  return async (asked, { signal }) => {
    const { current: model, origin } = run.model;
    const request = { ...sampled(asked, origin.api), model: model.plan.id, ...USED_ONCE };
    return { model: model.plan.id, ...(await askApart(run, { purpose: 'sampling', model, request, signal })) };
  };
}

const sampled = ({ system, messages, maxTokens, temperature, stopSequences }: SamplingRequest, api: string) => ({
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
