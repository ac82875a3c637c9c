import { expect, it } from 'vitest';
import { loadout, project } from '../lib/loadout.js';

it('loadout plugin check says what is wrong in a plugin, with its line and a fix', async () => {
  const cwd = project({
    'good/.claude-plugin/plugin.json': '{"name":"good","version":"1.0.0"}',
    'bad/.claude-plugin/plugin.json': '{\n  "name": "bad",\n  "version": 1\n}',
  });
  const good = await loadout(['plugin', 'check', 'good'], { cwd });
  expect([good.code, good.stdout]).toEqual([0, 'good: ok\n']);
  const bad = await loadout(['plugin', 'check', 'bad'], { cwd });
  expect(bad.code).toBe(2);
  expect(bad.stdout).toMatch(
    /^bad\/\.claude-plugin\/plugin\.json:3:14 {2}CONFIG_VALUE_REFUSED {2}version must be string, is number\./,
  );
  const told = await loadout(['plugin', 'check', 'bad', '--json'], { cwd });
  expect([told.code, JSON.parse(told.stdout)]).toMatchObject([2, { ok: false, plugin: 'bad', problems: [{ path: 'version' }] }]);
});

it('loadout plugin check of a folder without a plugin is an error that says what a plugin has', async () => {
  const { code, stderr } = await loadout(['plugin', 'check', 'empty'], { cwd: project({ 'empty/a.txt': '' }) });
  expect([code, stderr]).toEqual([2, expect.stringContaining('The folder empty has no plugin of Claude Code.')]);
});

it('loadout plugin check of a marketplace says what is wrong in its list, and in each plugin of its folder', async () => {
  const cwd = project({
    'market/.claude-plugin/marketplace.json': JSON.stringify({
      name: 'team',
      owner: { name: 'us' },
      plugins: [
        { name: 'good', source: './good' },
        { name: 'lost', source: './lost' },
      ],
    }),
    'market/good/.claude-plugin/plugin.json': '{"name":"good","version":"1.0.0"}',
  });
  const { code, stdout } = await loadout(['plugin', 'check', 'market'], { cwd });
  expect(code).toBe(2);
  expect(stdout).toMatch(
    /^market\/\.claude-plugin\/marketplace\.json:1:\d+ .*plugins\[1\]\.source is "\.\/lost", where no folder is\./,
  );
  expect(stdout).toMatch(/\ngood: ok\n$/);
  const told = await loadout(['plugin', 'check', 'market', '--json'], { cwd });
  expect(JSON.parse(told.stdout)).toMatchObject({
    ok: false,
    marketplace: 'team',
    folder: 'market',
    problems: [{ path: 'plugins[1].source' }],
    plugins: [{ plugin: 'good', folder: 'market/good', problems: [] }],
  });
});
