import { isLoadoutError } from '@loadout/core';
import type { Oddity } from '../../wires/wire.js';
import type { Problem } from '../check.js';
import { ask, blocksOf, callsOf, eventsOf, type Heard, textIn } from './conversation.js';
import type { ProviderCases } from './provider-cases.js';
import { inWorld, show, showError } from './provider-world.js';

/** An odd stream that servers are known to send is read as it was meant, or refused where nobody can know. */
export const oddityProblem = (cases: ProviderCases, { stream, expect }: Oddity): Promise<Problem> =>
  inWorld(cases, { replies: [{ stream }] }, async ({ provider }) => {
    const heard = await ask(provider);
    if (expect.error !== undefined) return refusalProblem(heard, expect.error);
    if (heard.error !== undefined) return `it failed with ${showError(heard.error)}`;
    return firstDifference(seenIn(heard), expect);
  });

function refusalProblem({ error }: Heard, code: string): Problem {
  if (isLoadoutError(error) && error.code === code) return undefined;
  return `it ended with ${error === undefined ? 'an answer' : showError(error)}, expected ${code}`;
}

function seenIn(heard: Heard): Record<string, unknown> {
  const ids = callsOf(heard).map(({ id }) => id);
  const [end] = eventsOf(heard, 'end');
  return {
    text: textIn(heard),
    thinking: eventsOf(heard, 'thinking')
      .map((event) => event.text)
      .join(''),
    calls: callsOf(heard).map(({ name, input, malformed }) => ({
      name,
      input,
      ...(malformed === undefined ? {} : { malformed }),
    })),
    ids: new Set(ids).size === ids.length && ids.every((id) => id !== '') ? 'unique' : ids,
    blocks: blocksOf(heard).map(({ type }) => type),
    stopReason: end?.stopReason,
    usage:
      end?.usage === undefined ? 'unknown' : { input_tokens: end.usage.input_tokens, output_tokens: end.usage.output_tokens },
  };
}

function firstDifference(seen: Record<string, unknown>, expected: Oddity['expect']): Problem {
  for (const [field, value] of Object.entries({ ids: 'unique', ...expected }))
    if (show(seen[field]) !== show(value)) return `${field} is ${show(seen[field])}, expected ${show(value)}`;
  return undefined;
}
