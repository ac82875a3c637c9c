import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Message } from '@loadout/core/model';
import { describePlugin } from '@loadout/testing';
import { afterAll, describe, expect, it } from 'vitest';
import plugin from './index.js';
import { scriptProvider } from './script-provider.js';

const configDir = mkdtempSync(join(tmpdir(), 'loadout-script-'));
afterAll(() => rmSync(configDir, { recursive: true }));

describePlugin(plugin, {
  describe,
  it,
  packageJson: JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')),
  options: { turns: [{ text: 'x' }] },
  invalidOptions: [
    { options: { turns: [{ tex: 'x' }] }, path: '/turns/0/tex' },
    { options: { normalise: [{ text: 'x' }] }, path: '/normalise/0/as' },
  ],
});

async function say(options: Parameters<typeof scriptProvider>[0], messages?: readonly Message[]) {
  const provider = await scriptProvider(options, { configDir });
  let text = '';
  const asked = messages ?? [{ role: 'user', content: [{ type: 'text', text: 'What is {{this}}?' }] }];
  for await (const event of provider.stream(
    { model: 'm', system: [], tools: [], messages: asked },
    { signal: new AbortController().signal },
  ))
    if (event.type === 'text') text += event.text;
  return text;
}

describe('the options', () => {
  it('without any, it says what it is, what it was asked and how to get a real model, as often as it is asked', async () => {
    const first = await say({});
    expect(first).toContain('scripted model without a script');
    expect(first).toContain('It was asked: What is {{this}}?');
    expect(first).toContain('ANTHROPIC_API_KEY');
    const again: Message[] = [
      { role: 'user', content: [{ type: 'text', text: 'a' }] },
      { role: 'assistant', content: [{ type: 'text', text: first }] },
      { role: 'user', content: [{ type: 'text', text: 'second' }] },
    ];
    expect(await say({}, again)).toContain('It was asked: second');
  });

  it('reads file relative to the configuration, and turns from the configuration', async () => {
    writeFileSync(join(configDir, 'a.yaml'), 'turns: [{ text: from the file }]');
    expect(await say({ file: 'a.yaml' })).toBe('from the file');
    expect(await say({ turns: [{ text: 'from here' }] })).toBe('from here');
  });

  it('refuses two sources, a bad script before the run, and a normalisation without what', async () => {
    await expect(say({ file: 'a.yaml', turns: [] })).rejects.toThrow('file and turns; only one');
    await expect(scriptProvider({ file: 'none.yaml' }, { configDir })).rejects.toMatchObject({ code: 'SCRIPT_UNREADABLE' });
    await expect(say({ cassette: 'x', normalise: [{ as: 'y' }] })).rejects.toThrow(
      'normalise[0] must have one of text and pattern',
    );
  });
});
