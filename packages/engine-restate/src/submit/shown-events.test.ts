import type { AgentEvent } from '@loadout/runner';
import { expect, it } from 'vitest';
import { ShownEvents } from './shown-events.js';

const text = (value: string): AgentEvent => ({ type: 'text', text: value });
const start = (uuid: string): AgentEvent => ({ type: 'message_start', uuid, id: 'm', model: 'm' });
const message = (uuid: string): AgentEvent => ({
  type: 'message',
  uuid,
  id: 'm',
  model: 'm',
  message: { role: 'assistant', content: [] },
  stopReason: 'end_turn',
  usage: undefined,
});

/** The text that is seen: a message that is taken back is not. */
function seen(events: readonly AgentEvent[]): string {
  let done = '';
  let under = '';
  for (const event of events) {
    if (event.type === 'text') under += event.text;
    if (event.type === 'discard') under = '';
    if (event.type === 'message') [done, under] = [done + under, ''];
  }
  return done + under;
}

it('shows the text of a message once, however much of it was live', () => {
  const whole = 'The whole text.';
  for (let from = 0; from <= whole.length; from += 1)
    for (let to = from; to <= whole.length; to += 1) {
      const shown = new ShownEvents();
      const live = [start('a'), ...[...whole.slice(from, to)].map(text)].flatMap((event) => shown.live(event));
      const recorded = [text('The whole '), text('text.'), message('a')].flatMap((event) => shown.recorded(event));
      expect(seen([...live, ...recorded])).toBe(whole);
      if (from === 0 && to === whole.length) expect(recorded).toEqual([message('a')]);
    }
});

it('begins again after a message that was taken back, and with the next message', () => {
  const shown = new ShownEvents();
  const all = [
    ...[start('a'), text('Lost'), { type: 'discard', reason: 'r' } as const, start('b'), text('One.')].flatMap((e) =>
      shown.live(e),
    ),
    ...[text('One.'), message('b')].flatMap((event) => shown.recorded(event)),
    ...[start('c'), text('Tw')].flatMap((event) => shown.live(event)),
    ...[text('Two.'), message('c')].flatMap((event) => shown.recorded(event)),
  ];
  expect(seen(all)).toBe('One.Two.');
});

it('describes a run once', () => {
  const shown = new ShownEvents();
  const init = { type: 'init', init: {} } as unknown as AgentEvent;
  expect([shown.live(init), shown.recorded(init), shown.live(init)]).toEqual([[init], [], []]);
});
