import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chatWire, describeProvider } from '@loadout/testing';
import { describe, expect, it } from 'vitest';
import { root } from '../lib/loadout.js';
import { exampleProvider } from './example-provider.fixture.js';

describeProvider('example', {
  describe,
  it,
  wire: { ...chatWire, oddities: [] },
  create: ({ url, apiKey }) => exampleProvider({ baseUrl: `${url}/v1`, apiKey }),
  without: {
    thinking: 'this server shows none',
    'early calls': 'it keeps all blocks until the end',
    timeout: 'the runner bounds the time of an answer',
    retries: 'it leaves them to its caller',
    'answer limit': 'the runner counts too',
  },
});

it('the guide shows the main part of the provider that passes, which has no more than 100 lines of code', () => {
  const page = readFileSync(join(root, 'docs/guide/write-a-model-provider.md'), 'utf8');
  const source = readFileSync(join(root, 'tests/wires/example-provider.fixture.ts'), 'utf8');
  const [, main = ''] = /^(export function exampleProvider[\s\S]*?^}\n)/m.exec(source) ?? [];
  expect(main).not.toBe('');
  expect(page).toContain(main);
  const code = source.split('\n').filter((line) => !/^\s*(\/\/.*|\/\*\*.*)?$/.test(line));
  expect(code.length).toBeLessThanOrEqual(100);
});
