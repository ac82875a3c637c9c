import { count, dollars, duration, tokens } from '../../text/format.js';
import { fieldsOf, listOf, numberIn, textIn } from './fields.js';
import type { EndItem } from './item.js';

/** The end of a run: its outcome, its cost, and its failure. */
export function endItem(told: unknown, key: string): EndItem {
  const result = fieldsOf(told);
  const usage = fieldsOf(result.usage);
  const cost = result.costUsd === null ? null : numberIn(result.costUsd);
  const error = fieldsOf(result.error);
  const denied = listOf(result.denials).length;
  const said = [textIn(error.message), textIn(error.fix)].filter((text) => text !== '').join(' ');
  return {
    kind: 'end',
    key,
    outcome: textIn(result.outcome),
    facts: [
      ['Cost', cost === undefined ? '' : dollars(cost)],
      ['Time', duration(numberIn(result.durationMs))],
      ['Turns', count(numberIn(result.turns) ?? 0)],
      ['Calls', count(numberIn(result.toolCalls) ?? 0)],
      ['Denied', denied === 0 ? '' : `⊘ ${count(denied)}`],
      ['Input', tokens(numberIn(usage.input_tokens) ?? 0)],
      ['Output', tokens(numberIn(usage.output_tokens) ?? 0)],
    ],
    ...(said === '' ? {} : { problem: said }),
  };
}
