import type { AgentEvent } from '../report/events.js';
import { HoldSecrets } from '../secrets/hold-secrets.js';
import type { Secrets } from '../secrets/redact.js';

export interface Hidden {
  readonly secrets: Secrets;
  readonly redact: ((text: string) => string) | undefined;
}

/** Passes the events on, with no secret split over two pieces of text, where a sink could not see it. */
export async function* wholeSecrets(events: AsyncIterable<AgentEvent>, hidden: Hidden): AsyncGenerator<AgentEvent> {
  const hold = holdingSecrets(hidden);
  for await (const event of events) yield* hold(event);
}

/** The function behind `wholeSecrets` for single events: returns the events that may be shown after this event. */
export function holdingSecrets({ secrets, redact }: Hidden): (event: AgentEvent) => readonly AgentEvent[] {
  if (redact === undefined) return (event) => [event];
  const held = { text: new HoldSecrets(secrets), thinking: new HoldSecrets(secrets) };
  return (event) => {
    const pieces = (['thinking', 'text'] as const).map((type) => ({
      type,
      text: event.type === type ? held[type].push(event.text) : held[type].flush(),
    }));
    const whole = event.type === 'text' || event.type === 'thinking' ? [] : [event];
    return [...pieces.filter(({ text }) => text !== ''), ...whole];
  };
}
