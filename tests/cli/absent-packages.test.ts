import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandWithout } from '../lib/command-without.js';
import { loadout, project, runNode } from '../lib/loadout.js';

const TEST = '{ name: t, model: { script: [{ text: a }] }, expect: { outcome: done }, env: { A: b } }';
const CONFIG = `agents: { a: { instructions: Hi. } }\ntests:\n  - ${TEST}\n`;

/** A project whose own folder has a package with the name of one of ours, whose code leaves a file. */
function withFake(name: string): string {
  const cwd = project({ 'agent.config.yaml': CONFIG });
  rmSync(join(cwd, 'node_modules/@loadout'));
  const fake = join(cwd, 'node_modules/@loadout', name);
  mkdirSync(fake, { recursive: true });
  writeFileSync(join(fake, 'package.json'), JSON.stringify({ name: `@loadout/${name}`, type: 'module', exports: './index.js' }));
  const made = JSON.stringify(join(cwd, 'imported'));
  writeFileSync(join(fake, 'index.js'), `import { writeFileSync } from 'node:fs';\nwriteFileSync(${made}, '');\n`);
  return cwd;
}

describe.each([
  ['budgets', ['cost'], 'loadout cost'],
  ['import', ['import', 'x.yaml'], 'loadout import'],
  ['serve', ['serve', 'http', '--no-auth'], 'loadout serve http'],
  ['acp', ['acp'], 'loadout acp'],
  ['rules', ['rules'], 'loadout rules'],
  ['rules', ['rules', 'try', '--ref', 'main'], 'loadout rules try'],
  ['tool-script', ['tools', 'run', 'greet', 'name=x'], 'loadout tools run'],
  ['viewer', ['sessions', 'export', 'latest'], 'loadout sessions export'],
  ['test', ['test'], 'loadout test'],
  ['test', ['dev'], 'loadout dev'],
  ['test', ['hooks', 'test', 'Stop'], 'loadout hooks test'],
  ['testing', ['plugin', 'doctor'], 'loadout plugin doctor'],
  ['mcp', ['mcp', 'add', 'docs', 'https://docs.example/mcp'], 'loadout mcp add'],
  ['viewer', ['replay', 'latest'], 'loadout replay'],
  ['viewer', ['diff'], 'loadout diff'],
  ['serve', ['schedule', 'list'], 'loadout schedule list'],
  ['engine-restate', ['submit', 'Go.'], 'loadout submit'],
  ['engine-restate', ['resume', 'latest', 'Go.', '--engine'], 'loadout resume --engine'],
  ['claude-files', ['skill', 'check'], 'loadout skill check'],
  ['claude-files', ['add', 'review@official', '--claude'], 'loadout add'],
])('without @loadout/%s', (name, args, command) => {
  it('its command says what to install, and a package of that name in the project does not run', async () => {
    const cwd = withFake(name);
    const { code, stderr } = await runNode([commandWithout(name), ...args], { cwd });
    const missing = `error PACKAGE_MISSING: ${command} needs @loadout/${name}, which is not installed.`;
    expect([code, stderr]).toEqual([2, `${missing}\nFix: npm install @loadout/${name}\n`]);
    expect(existsSync(join(cwd, 'imported'))).toBe(false);
  });
});

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

  it('are no part of what loadout trust shows, and wait for trust once the package is there', async () => {
    const cwd = withFake('test');
    const without = await runNode([commandWithout('test'), 'trust', '--show'], { cwd });
    expect([without.code, without.stdout]).toEqual([0, 'Nothing in agent.config.yaml needs trust.\n']);
    expect(existsSync(join(cwd, 'imported'))).toBe(false);
    const beside = await runNode([commandWithout('viewer'), 'trust', '--show'], { cwd });
    expect([beside.code, beside.stdout]).toEqual([6, expect.stringContaining('agent.config.yaml tests[0]')]);
  });
});

it.each(['model-openai', 'claude-files', 'chat'])(
  'init says to install @loadout/%s where it is missing, and no other package',
  async (name) => {
    const cwd = project({ '.mcp.json': '{}' });
    rmSync(join(cwd, 'node_modules/@loadout'));
    const { stdout } = await runNode([commandWithout(name), 'init', '--provider', 'ollama'], { cwd });
    expect(stdout.match(/npm install \S+/g)).toEqual([`npm install @loadout/${name}`]);
  },
);

it('skills of a configuration without @loadout/claude-files are an error with the line that installs it, and false is none', async () => {
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
});

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
