import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { firstOf, longIt } from '../lib/breadth.js';
import { commandWithout } from '../lib/command-without.js';
import { loadout, project, runNode } from '../lib/loadout.js';
import { commandsSayWhatToInstall, withFake } from './absent-packages.test-kit.js';

/** The other commands stand in absent-commands.long.test.ts. */
commandsSayWhatToInstall(
  firstOf(1, [
    ['budgets', ['cost'], 'loadout cost'],
    ['tool-script', ['tools', 'run', 'greet', 'name=x'], 'loadout tools run'],
    ['claude-files', ['add', 'review@official', '--claude'], 'loadout add'],
  ]),
);

it.each([
  ['serve', 'Fix: npm install @loadout/mcp for loadout serve mcp; npm install @loadout/serve for loadout serve http\n'],
  [
    'plugin',
    'Fix: npm install @loadout/claude-files for loadout plugin check, loadout plugin export; npm install @loadout/testing for loadout plugin doctor\n',
  ],
])('the word %s, of commands of several packages without one of them, names them all', async (word, fix) => {
  const command = commandWithout('mcp', 'serve', 'claude-files', 'testing');
  for (const args of [[word], [word, 'xyz']]) {
    const { code, stderr } = await runNode([command, ...args], { cwd: project({}) });
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(`^error PACKAGE_MISSING: loadout ${word} needs .* or .*, of which none is installed`),
    ]);
    expect(stderr).toContain(fix);
  }
});

describe('tests of a configuration without @loadout/test', () => {
  it('are a warning of check at their key, and an error of check --strict', async () => {
    const cwd = withFake('test');
    const command = commandWithout('test');
    const { code, stdout } = await runNode([command, 'check'], { cwd });
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^agent\.config\.yaml:2:1 {2}TESTS_NOT_RUN \(warning\)/)]);
    expect(stdout).toContain('npm install --save-dev @loadout/test');
    expect((await runNode([command, 'check', '--strict'], { cwd })).code).toBe(2);
    expect(existsSync(join(cwd, 'imported'))).toBe(false);
  });

  longIt('are no part of what loadout trust shows, and wait for trust once the package is there', async () => {
    const cwd = withFake('test');
    const without = await runNode([commandWithout('test'), 'trust', '--show'], { cwd });
    expect([without.code, without.stdout]).toEqual([0, 'Nothing in agent.config.yaml needs trust.\n']);
    expect(existsSync(join(cwd, 'imported'))).toBe(false);
    const beside = await runNode([commandWithout('viewer'), 'trust', '--show'], { cwd });
    expect([beside.code, beside.stdout]).toEqual([6, expect.stringContaining('agent.config.yaml tests[0]')]);
  });
});

it.each(firstOf(1, ['chat', 'model-openai', 'claude-files']))(
  'init says to install @loadout/%s where it is missing, and no other package',
  async (name) => {
    const cwd = project({ '.mcp.json': '{}' });
    rmSync(join(cwd, 'node_modules/@loadout'));
    const { stdout } = await runNode([commandWithout(name), 'init', '--provider', 'ollama'], { cwd });
    expect(stdout.match(/npm install \S+/g)).toEqual([`npm install @loadout/${name}`]);
  },
);

longIt(
  'skills of a configuration without @loadout/claude-files are an error with the line that installs it, and false is none',
  async () => {
    const command = commandWithout('claude-files');
    const checked = async (skills: string) => {
      const cwd = project({ 'agent.config.yaml': `skills: ${skills}\nagents: { a: { instructions: Hi. } }\n` });
      rmSync(join(cwd, 'node_modules/@loadout'));
      const { code, stdout } = await runNode([command, 'check'], { cwd });
      return [code, stdout];
    };
    const missing = expect.stringMatching(
      /^agent\.config\.yaml:1:1 {2}CONFIG_PLUGIN_MISSING .*npm install @loadout\/claude-files/s,
    );
    expect([await checked('true'), await checked('{ notes: ./notes }')]).toEqual([
      [2, missing],
      [2, missing],
    ]);
    expect((await checked('false'))[0]).toBe(0);
  },
);

describe('loadout engine dev', () => {
  it('runs no server of the folder that it is called in', async () => {
    const cwd = project({});
    const bin = join(cwd, `node_modules/@restatedev/restate-server-${process.platform}-${process.arch}/bin`);
    mkdirSync(bin, { recursive: true });
    writeFileSync(join(bin, 'restate-server'), `#!/bin/sh\ntouch '${join(cwd, 'imported')}'\n`, { mode: 0o755 });
    const { code, stderr } = await loadout(['engine', 'dev', '--dir', 'engine'], { cwd });
    expect([code, stderr]).toEqual([2, expect.stringContaining('error ENGINE_SERVER_MISSING: ')]);
    expect(existsSync(join(cwd, 'imported'))).toBe(false);
  });
});
