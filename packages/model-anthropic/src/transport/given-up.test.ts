import { setImmediate as tick } from 'node:timers/promises';
import { startMockApi } from '@loadout/testing';
import { expect, it } from 'vitest';
import { anthropicProvider } from '../provider.js';

it('a request is given up at any moment without an error that nobody hears', async () => {
  const api = await startMockApi({ replies: () => ({ text: ['Hel', 'lo', ' there'], hold: () => tick() }), validate: false });
  const unheard: unknown[] = [];
  const hear = (error: unknown) => void unheard.push(error);
  process.on('uncaughtException', hear);
  const provider = anthropicProvider({ baseUrl: api.url, apiKey: 'k' });
  const message = { role: 'user' as const, content: [{ type: 'text' as const, text: 'x' }] };
  const request = { model: 'm', system: [], tools: [], messages: [message] };
  for (let after = 1; after <= 6; after++)
    for (let round = 0; round < 5; round++) {
      const controller = new AbortController();
      let seen = 0;
      try {
        for await (const _ of provider.stream(request, { signal: controller.signal })) if (++seen === after) controller.abort();
      } catch (error) {
        expect(error).toMatchObject({ code: 'MODEL_ABORTED' });
      }
    }
  await tick();
  process.off('uncaughtException', hear);
  await api.close();
  expect(unheard).toEqual([]);
});
