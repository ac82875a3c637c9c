import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Plan } from '@loadout/core/run';
import { scriptedModel } from '@loadout/model-script';
import { expect, it } from 'vitest';
import { memoryIo } from '../testing/memory-io.js';
import { recordingModel } from './cassette-model.js';

it('a cassette has no part of a secret that begins with another, and no secret in its JSON form', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'loadout-cassette-')), 'a.cassette');
  const plan = { workspace: '/work', secrets: ['abcd', 'abcd1234', 'two"halves'] } as unknown as Plan;
  const record = await recordingModel(file, { plan, io: memoryIo({ env: {} }).io });
  const recorded = record(scriptedModel([{ text: 'It is abcd1234, or two"halves.' }]), { provider: 'script' });
  const request = {
    model: 'm',
    system: [],
    tools: [],
    messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi.' }] }],
  } as const;
  for await (const _ of recorded.stream(request, { signal: new AbortController().signal }));
  const written = readFileSync(file, 'utf8');
  expect(written).toContain('[secret]');
  expect(written).not.toMatch(/abcd|1234|halves/);
});
