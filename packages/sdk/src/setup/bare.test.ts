import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ask, collect, place } from '../query/query.test-kit.js';
import { parseEngineArguments } from '../wire/flags.js';
import { optionsOf } from '../wire/options-of.js';
import { groundOf } from './ground.js';

describe.each(['--bare', '--safe-mode'])('%s (GAP-D6)', (flag) => {
  it('keeps the mode and the folders of files, unless the settings of the query name a mode', async () => {
    const at = await place([{ text: 'Done.' }]);
    mkdirSync(join(at.home, '.claude'));
    const permissions = { defaultMode: 'plan', additionalDirectories: ['/srv/data'] };
    writeFileSync(join(at.home, '.claude', 'settings.json'), JSON.stringify({ permissions }));
    const permissionsWith = async (...flags: readonly string[]) => {
      const options = optionsOf(parseEngineArguments([flag, ...flags]).flags, { cwd: at.cwd, env: {} });
      return (await groundOf({ ...options, cwd: at.cwd }, { HOME: at.home })).plan?.permissions;
    };
    expect(await permissionsWith()).toMatchObject({ mode: 'plan', additionalDirectories: ['/srv/data'] });
    expect(await permissionsWith('--settings={"permissions":{"defaultMode":"default"}}')).toMatchObject({ mode: 'default' });
  });

  it('leaves out what files add, and keeps their rules', async () => {
    const at = await place([{ tools: [{ name: 'Bash', input: { command: 'date' }, id: 'toolu_b' }] }, { text: 'Done.' }]);
    mkdirSync(join(at.home, '.claude'));
    writeFileSync(join(at.home, '.claude', 'CLAUDE.md'), 'Speak like a pirate.');
    const hook = { hooks: [{ type: 'command', command: `touch ${join(at.cwd, 'hooked')}` }] };
    const settings = { permissions: { deny: ['Bash(date)'] }, hooks: { PreToolUse: [hook] }, outputStyle: 'Concise' };
    writeFileSync(join(at.home, '.claude', 'settings.json'), JSON.stringify(settings));
    const options = optionsOf(parseEngineArguments([flag]).flags, { cwd: at.cwd, env: {} });
    await collect(ask(at, 'Go', options));
    const [first, second] = at.api.requests;
    expect(JSON.stringify(first?.body.system)).not.toMatch(/pirate|Concise/);
    expect(JSON.stringify(second?.body.messages)).toContain('denied by the rule Bash(date)');
  });
});

it('--safe-mode leaves out what other flags add, and --bare does not (GAP-D6)', () => {
  const added = ['--plugin-dir=/p', '--mcp-config={"mcpServers":{"a":{"command":"x"}}}', '--agents={}'];
  const options = (flag: string) => optionsOf(parseEngineArguments([flag, ...added]).flags, { cwd: '/', env: {} });
  expect(Object.keys(options('--safe-mode'))).not.toEqual(expect.arrayContaining(['plugins']));
  expect(options('--bare')).toMatchObject({ plugins: [{ path: '/p' }], mcpServers: { a: { command: 'x' } }, agents: {} });
  expect(options('--bare')).toMatchObject({ settingSources: [], rulesFrom: ['user', 'project', 'local'] });
});
