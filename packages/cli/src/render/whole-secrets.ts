import type { AgentEvent } from '@loadout/runner';
import { HoldSecrets } from './hold-secrets.js';

/** The same events, with no secret split over two pieces of text, where a sink could not see it. */
export async function* wholeSecrets(
  events: AsyncIterable<AgentEvent>,
  { secrets, redact }: { readonly secrets: readonly string[]; readonly redact: ((text: string) => string) | undefined },
): AsyncGenerator<AgentEvent> {
  if (redact === undefined) return yield* events;
  const held = { text: new HoldSecrets(secrets, redact), thinking: new HoldSecrets(secrets, redact) };
  for await (const event of events) {
    for (const type of ['thinking', 'text'] as const) {
      const text = event.type === type ? held[type].push(event.text) : held[type].flush();
      if (text !== '') yield { type, text };
    }
    if (event.type !== 'text' && event.type !== 'thinking') yield event;
  }
}
