import { expect, it } from 'vitest';
import type { AgentEvent } from '../report/events.js';
import { redactor } from '../secrets/redact.js';
import { wholeSecrets } from './whole-secrets.js';

const secrets = ['hunter2-hunter2'];

async function shown(pieces: readonly string[]): Promise<string> {
  async function* events(): AsyncGenerator<AgentEvent> {
    for (const text of pieces) yield { type: 'text', text };
    yield { type: 'turn', turn: 1, totals: { usage: { input_tokens: 0, output_tokens: 0 }, costUsd: null, models: {} } };
  }
  let text = '';
  for await (const event of wholeSecrets(events(), { secrets, redact: redactor(secrets) })) {
    if (event.type === 'text') text += event.text;
  }
  return text;
}

it('a secret that comes in pieces is blanked as a whole (ERR-05)', async () => {
  for (let cut = 1; cut < 15; cut++) {
    expect(await shown(['key: ', 'hunter2-hunter2'.slice(0, cut), 'hunter2-hunter2'.slice(cut), '!'])).toBe('key: [secret]!');
  }
  expect(await shown([...'a hunter2-hunter2 b'])).toBe('a [secret] b');
});

it('text that only begins like a secret comes whole', async () => {
  expect(await shown(['hunt', 'er2', '-hunt', 'ing'])).toBe('hunter2-hunting');
  expect(await shown(['I like to hunt'])).toBe('I like to hunt');
});
