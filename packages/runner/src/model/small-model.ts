import type { SmallModel } from '@loadout/core';
import type { ModelRequest } from '@loadout/core/model';
import type { Exchanges } from '../ground/exchange.js';
import { errors } from '../report/errors.js';
import { moneyUsedUp } from '../report/usage.js';
import type { ChosenModel } from '../spec/agent-spec.js';
import { askForText } from './ask-for-text.js';
import type { Asker } from './ask-model.js';
import { permittedExtra } from './server-tools.js';

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
      const request = requestFor(model, { prompt, system, spec: run.spec });
      const stopped = AbortSignal.any([run.signal, signal]);
      const { text, stopReason } = await askForText(run, { purpose: 'small', model, request, signal: stopped });
      if (stopReason === undefined || stopReason === 'refusal') throw errors.MODEL_REFUSED({});
      return text;
    },
  };
}

function requestFor(
  { plan }: ChosenModel,
  { spec, ...asked }: { prompt: string; system: string | undefined } & Pick<Asker, 'spec'>,
): ModelRequest {
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
    extra: permittedExtra(extra, spec),
  };
}
