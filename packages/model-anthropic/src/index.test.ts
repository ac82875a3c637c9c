import { readFileSync } from 'node:fs';
import { describePlugin } from '@loadout/testing';
import { describe, it } from 'vitest';
import plugin from './index.js';

describePlugin(plugin, {
  describe,
  it,
  packageJson: JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')),
  options: { apiKey: 'k', baseUrl: 'http://127.0.0.1:1', headers: { 'x-a': null } },
  invalidOptions: [
    { options: { baseUrl: 'localhost' }, path: '/baseUrl' },
    { options: { timeoutSeconds: 0 }, path: '/timeoutSeconds' },
    { options: { headers: { a: 1 } }, path: '/headers/a' },
    { options: { maxRetries: 1.5 }, path: '/maxRetries' },
  ],
});
