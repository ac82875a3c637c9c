import { isText, type Message } from '@loadout/core';
import type { Exchanges } from '../ground/exchange.js';
import type { Ground } from '../ground/ground.js';
import { askModel } from '../model/ask-model.js';
import type { Asking } from '../model/asking.js';
import { requestWith } from '../model/request-with.js';
import { errors } from '../report/errors.js';
import type { Toolbox } from '../skills/toolbox.js';

/** Stop reasons after which the text is no complete summary. */
const NOT_WHOLE = new Set(['refusal', 'model_context_window_exceeded']);

/** Asks the model of the run, with its system prompt and tools. The cost counts; calls in the answer are ignored. */
export async function requestSummary(
  run: Ground & Exchanges & Pick<Asking, 'model'> & Pick<Toolbox, 'tools'>,
  messages: readonly Message[],
): Promise<string> {
  const { clock, emit, signal } = run;
  const started = clock.now();
  const texts: string[] = [];
  let end: { stopReason: string } | undefined;
  try {
    const request = await requestWith(run, { request: run.tools.nextRequest(), messages });
    for await (const event of askModel(run, { purpose: 'summary', model: run.model.current, request, signal })) {
      if (event.type === 'retry') emit(event);
      else if (event.type === 'block' && isText(event.block)) texts.push(event.block.text);
      else if (event.type === 'end') end = event;
    }
  } finally {
    run.counts.modelMs += clock.now() - started;
  }
  const summary = texts.join('').trim();
  if (end === undefined || summary === '' || NOT_WHOLE.has(end.stopReason))
    throw errors.SUMMARY_EMPTY({ stopReason: end?.stopReason ?? 'none' });
  return summary;
}
