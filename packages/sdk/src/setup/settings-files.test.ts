import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ask, collect, place } from '../query/query.test-kit.js';
import type { Options } from '../types/options.js';

const LANGUAGE = 'Answer the person in this language: french';

async function systemWith(options: Options, file?: object): Promise<string> {
  const at = await place([{ text: 'Bonjour.' }]);
  if (file !== undefined) {
    mkdirSync(join(at.home, '.claude'));
    writeFileSync(join(at.home, '.claude', 'settings.json'), JSON.stringify(file));
  }
  const messages = await collect(ask(at, 'Hello', options));
  expect(messages.filter((message) => message.type === 'system' && message.subtype === 'informational')).toEqual([]);
  return JSON.stringify(at.api.requests[0]?.body.system ?? '');
}

describe('the language of the settings reaches the model (GAP-C5)', () => {
  const preset = { systemPrompt: { type: 'preset', preset: 'claude_code' } } as const;

  it.each<[string, Options, object | undefined]>([
    ['of the program', { settings: { language: 'french' } }, undefined],
    ['of the program, with the preset', { ...preset, settings: { language: ' french ' } }, undefined],
    ['of the user', { settingSources: ['user'] }, { language: 'french' }],
    ['of the program before the user', { settingSources: ['user'], settings: { language: 'french' } }, { language: 'german' }],
  ])('%s', async (_, options, file) => {
    const system = await systemWith(options, file);
    expect(system).toContain(LANGUAGE);
    expect(system).not.toContain('german');
  });

  it.each<[string, Options, object | undefined]>([
    ['if the program has a prompt of its own', { systemPrompt: 'Be brief.', settings: { language: 'french' } }, undefined],
    ['if the file is not a source', { settingSources: [] }, { language: 'french' }],
    ['if it is no text', { settings: { language: 7 } }, undefined],
  ])('but not %s', async (_, options, file) => {
    expect(await systemWith(options, file)).not.toContain('this language');
  });
});
