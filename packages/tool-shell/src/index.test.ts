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

  it('offers TaskOutput and TaskStop under the names that others have for them (ALIAS-08, ALIAS-09)', async () => {
    const { tools } = await setUp();
    expect(tools.map(({ name, aliases }) => [name, aliases])).toEqual([
      ['Bash', ['bash']],
      ['TaskOutput', ['BashOutput', 'AgentOutput']],
      ['TaskStop', ['KillShell', 'KillBash']],
    ]);
  });

  it('takes little of the first request', async () => {
    const { tools } = await setUp();
    const sent = tools.map(({ name, description, inputSchema }) => ({
      name,
      description,
      input_schema: (inputSchema as { json: unknown }).json,
    }));
    expect(JSON.stringify(sent).length).toBeLessThan(3000);
  });
});
