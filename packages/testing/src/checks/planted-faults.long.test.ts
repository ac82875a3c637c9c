import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FAULTS } from './planted-faults.fixture.js';
import { cases, faultless, planted } from './planted-plugins.fixture.js';
import { describePlugin, type PluginCases, pluginChecks } from './plugin-checks.js';

describePlugin(faultless, { describe, it, ...cases });

async function failures({ plugin, cases: own }: { plugin: typeof faultless; cases: PluginCases }): Promise<readonly string[]> {
  const failed: string[] = [];
  for (const check of pluginChecks(plugin, own)) await check.run().catch(() => failed.push(check.name));
  return failed;
}

describe('describePlugin', () => {
  it('finds nothing in the plugin without a fault', async () => {
    expect(await failures({ plugin: faultless, cases })).toEqual([]);
  });

  const found = new Set<string>();

  it.each(FAULTS)(
    'finds that %s, with the check "%s"',
    async (fault, check) => {
      expect((await failures(planted(fault))).join('\n')).toContain(check);
      found.add(fault);
    },
    60_000,
  );

  it('finds every planted fault, and the guide lists them', () => {
    expect([found.size, FAULTS.length]).toEqual([24, 24]);
    const guide = readFileSync(new URL('../../../../docs/guide/write-a-plugin/test.md', import.meta.url), 'utf8');
    for (const [fault] of FAULTS) expect(guide).toContain(`| ${fault} |`);
  });
});
