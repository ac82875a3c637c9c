import { isText, type ModelEvent, type ModelRequest, type SmallModel } from '@loadout/core';
import type { ChosenModel } from '../agent/agent-spec.js';
import type { Exchanges } from '../ground/exchange.js';
import { errors } from '../report/errors.js';
import { moneyUsedUp } from '../report/usage.js';
import { type Asker, askModel } from './ask-model.js';

/**
 * The small model for tools. Its provider is loaded at the first question, and its usage counts toward the run. Source: COST-01.
 */
export function smallModelOf(run: Asker & Pick<Exchanges, 'signal'>): SmallModel {
  return {
    ask: async ({ prompt, system, signal }) => {
      const spent = moneyUsedUp(run);
      if (spent !== undefined) throw spent;
      const model = await run.spec.smallModel?.();
      if (model === undefined) throw new Error('The agent has no small model.');
      const request = requestFor(model, { prompt, system });
      const stopped = AbortSignal.any([run.signal, signal]);
      return answerFrom(askModel(run, { purpose: 'small', model, request, signal: stopped }), run);
    },
  };
}

function requestFor({ plan }: ChosenModel, asked: { prompt: string; system: string | undefined }): ModelRequest {
  const { id, maxOutputTokens, thinking, effort, temperature, betas, extra } = plan;
  return {
    model: id,
    system: asked.system === undefined ? [] : [{ type: 'text', text: asked.system }],
    tools: [],
    messages: [{ role: 'user', content: [{ type: 'text', text: asked.prompt }] }],
    maxOutputTokens,
    thinking,
    effort,
    temperature,
    betas,
    // A prompt that is used once, so writing a cache would only cost.
    promptCache: 'off',
    extra,
  };
}

async function answerFrom(stream: AsyncIterable<ModelEvent>, { emit }: Pick<Asker, 'emit'>): Promise<string> {
  const texts: string[] = [];
  let end: { stopReason: string } | undefined;
  for await (const event of stream) {
    if (event.type === 'retry') emit(event);
    else if (event.type === 'block' && isText(event.block)) texts.push(event.block.text);
    else if (event.type === 'end') end = event;
  }
  if (end === undefined || end.stopReason === 'refusal') throw errors.MODEL_REFUSED({});
  return texts.join('');
}
