import type { Message } from '@loadout/core';
import type { Exchanges } from '../ground/exchange.js';
import type { Ground } from '../ground/ground.js';
import { askForText } from '../model/ask-for-text.js';
import type { Asking } from '../model/asking.js';
import type { HeardText } from '../model/heard-text.js';
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
  const { clock, signal } = run;
  const started = clock.now();
  let heard: HeardText;
  try {
    const request = await requestWith(run, { request: run.tools.nextRequest(), messages });
    heard = await askForText(run, { purpose: 'summary', model: run.model.current, request, signal });
  } finally {
    run.counts.modelMs += clock.now() - started;
  }
  const { stopReason } = heard;
  const summary = heard.text.trim();
  if (stopReason === undefined || summary === '' || NOT_WHOLE.has(stopReason))
    throw errors.SUMMARY_EMPTY({ stopReason: stopReason ?? 'none' });
  return summary;
}
