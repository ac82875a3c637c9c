import { readFileSync } from 'node:fs';
import { describePlugin } from '@loadout/testing';
import { describe, expect, it } from 'vitest';
import plugin from './index.js';
import { setUp } from './testing/context.js';

const packageFile = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

describePlugin(plugin, { describe, it, packageJson: packageFile });

describe('the plugin', () => {
  it('offers Bash also as bash (ALIAS-07), and does not call it read-only (POOL-20)', async () => {
    const { tool } = await setUp();
    expect(tool).toMatchObject({ name: 'Bash', aliases: ['bash'], annotations: { readOnlyHint: false } });
  });

  it('takes little of the first request', async () => {
    const { name, description, inputSchema } = (await setUp()).tool;
    const sent = JSON.stringify({ name, description, input_schema: (inputSchema as { json: unknown }).json });
    expect(sent.length).toBeLessThan(1500);
  });
});
