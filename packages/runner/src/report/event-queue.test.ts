import { describe, expect, it } from 'vitest';
import { EventQueue } from './event-queue.js';
import type { AgentEvent } from './events.js';

async function all(queue: EventQueue): Promise<AgentEvent[]> {
  const events: AgentEvent[] = [];
  for await (const event of queue) events.push(event);
  return events;
}

const progress = (message: string): AgentEvent => ({ type: 'tool_progress', id: 'c', name: 'Bash', message });

describe('events without a reader', () => {
  it('stay bounded: text is joined, and only the newest progress is kept (EVT-05)', async () => {
    const queue = new EventQueue();
    for (let index = 0; index < 100_000; index++) queue.push({ type: 'text', text: 'x' });
    for (let index = 0; index < 100_000; index++) queue.push(progress(String(index)));
    queue.close();
    const events = await all(queue);
    expect(events.length).toBeLessThan(300);
    expect(events.map((event) => (event.type === 'text' ? event.text : '')).join('')).toHaveLength(100_000);
    expect(events.at(-1)).toEqual(progress('99999'));
  });

  it('are all there, in order, except for pieces', async () => {
    const queue = new EventQueue();
    const notices = Array.from({ length: 1_000 }, (_, index): AgentEvent => ({ type: 'notice', message: String(index) }));
    for (const notice of notices) queue.push(notice);
    queue.close();
    expect(await all(queue)).toEqual(notices);
  });
});
