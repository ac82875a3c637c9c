import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandWithout } from '../lib/command-without.js';
import { loadout, project, runNode } from '../lib/loadout.js';

const SYNC = {
  name: 'sync',
  group: 'look',
  summary: 'Sync the contacts.',
  positionals: [{ name: 'list', optional: true, help: 'The list.' }],
  flags: [
    { name: 'since', value: 'DAY', help: 'The first day.' },
    { name: 'limit', value: 'N', form: 'count', help: 'The most contacts.' },
    { name: 'dry', needs: 'since', excludes: ['limit'], help: 'Change nothing.' },
  ],
  module: './dist/sync.js',
};

const MODULE = `
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
writeFileSync(join(process.cwd(), 'imported'), '');
export default {
  async run({ positionals, flags, mount }, host) {
    const { plan } = await host.load(flags);
    const plugin = plan.plugins.find((one) => one.mount === mount);
    host.json({ positionals, since: flags.since, mount, url: plugin.options.url, steers: '\\u001b[31m' });
    host.tell('red: \\u001b[31mtext\\n');
    return 3;
  },
};
`;

const PLUGIN = "export default { name: 'crm', api: 1, setup: () => ({}) };\n";

interface Fixture {
  readonly rows?: readonly object[];
  readonly config?: string;
  readonly module?: string;
}

const CONFIG =
  'plugins: { crm: { use: loadout-plugin-crm, options: { url: "https://crm.example" } } }\nagents: { a: { instructions: Hi. } }\n';

/** A project with a stranger's plugin, whose manifest declares commands. */
function withPlugin({ rows = [SYNC], config = CONFIG, module = MODULE }: Fixture = {}): string {
  const manifest = { api: 1, plugin: './dist/index.js', options: { type: 'object' }, commands: rows };
  const json = { name: 'loadout-plugin-crm', version: '1.4.0', type: 'module', exports: './dist/index.js', loadout: manifest };
  return project({
    'agent.config.yaml': config,
    'node_modules/loadout-plugin-crm/package.json': JSON.stringify(json),
    'node_modules/loadout-plugin-crm/dist/index.js': PLUGIN,
    'node_modules/loadout-plugin-crm/dist/sync.js': module,
  });
}

const isImported = (cwd: string) => existsSync(join(cwd, 'imported'));

describe('a command of a plugin that the configuration mounts', () => {
  it('runs from its manifest, under the mount name, with its parsed arguments and the plan', async () => {
    const cwd = withPlugin();
    const { code, stdout, stderr } = await loadout(['crm', 'sync', 'leads', '--since', '2026-01-01'], { cwd });
    expect([code, stderr]).toEqual([3, 'red: text\n']);
    const answer = { positionals: ['leads'], since: '2026-01-01', mount: 'crm', url: 'https://crm.example' };
    expect(JSON.parse(stdout)).toEqual({ ...answer, steers: '\u001b[31m' });
  });

  it('does not run before the configuration is trusted, and is asked for again after a change of its package', async () => {
    const cwd = withPlugin();
    const untrusted = await loadout(['crm', 'sync'], { cwd, trust: false });
    expect([untrusted.code, untrusted.stdout, untrusted.stderr]).toEqual([
      6,
      '',
      expect.stringContaining('loadout crm sync is a command of plugins.crm, which is disabled until then'),
    ]);
    expect(isImported(cwd)).toBe(false);
    const state = { LOADOUT_STATE_DIR: join(cwd, '.state') };
    expect((await loadout(['trust', '--yes'], { cwd, trust: false, env: state })).code).toBe(0);
    expect((await loadout(['crm', 'sync'], { cwd, trust: false, env: state })).code).toBe(3);
    rmSync(join(cwd, 'imported'));
    const file = join(cwd, 'node_modules/loadout-plugin-crm/package.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('Sync the contacts.', 'Sync all contacts.'));
    expect((await loadout(['crm', 'sync'], { cwd, trust: false, env: state })).code).toBe(6);
    expect(isImported(cwd)).toBe(false);
  });

  it('is shown with the package that trust enables', async () => {
    const { stdout } = await loadout(['trust', '--show'], { cwd: withPlugin(), trust: false });
    expect(stdout).toMatch(/^ {2}loads loadout-plugin-crm 1\.4\.0 .*\n {2}brings loadout crm sync {2}Sync the contacts\.$/m);
  });

  it('is in the lock, and does not run once it differs from the lock', async () => {
    const cwd = withPlugin();
    expect((await loadout(['lock'], { cwd })).code).toBe(0);
    expect(readFileSync(join(cwd, 'loadout.lock'), 'utf8')).toContain('commands:\n      sync: Sync the contacts.\n');
    expect((await loadout(['crm', 'sync'], { cwd })).code).toBe(3);
    rmSync(join(cwd, 'imported'));
    const file = join(cwd, 'node_modules/loadout-plugin-crm/package.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"name":"sync"', '"name":"wipe"'));
    const changed = await loadout(['crm', 'wipe'], { cwd });
    expect([changed.code, changed.stderr]).toEqual([6, expect.stringContaining('+ plugins.crm.commands.wipe')]);
    expect(isImported(cwd)).toBe(false);
  });

  it('is in the help and in the completion of a trusted configuration, without running', async () => {
    const cwd = withPlugin();
    const shown = async (trust: boolean, ...args: readonly string[]) => (await loadout(args, { cwd, trust })).stdout;
    expect(await shown(true, '--help')).toMatch(/^Look \(also .*\)\n(?: {2}.*\n)* {2}crm sync \[list\] +Sync the contacts\.$/m);
    expect(await shown(true, 'crm', '--help')).toContain('Usage: loadout crm <command>');
    expect(await shown(true, 'crm', 'sync', '--help')).toContain('--since DAY');
    expect(await shown(true, '__complete', '--', 'crm', '')).toBe('sync\tSync the contacts.\n');
    expect(await shown(false, '--help')).not.toContain('crm');
    expect(isImported(cwd)).toBe(false);
  });

  it.each([
    [['--limit', 'all'], 'USAGE_FLAG_NUMBER'],
    [['--dry'], 'USAGE_FLAG_ALONE'],
    [['--dry', '--since', 'x', '--limit', '3'], 'USAGE_FLAGS_TOGETHER'],
    [['--sinse', 'x'], 'USAGE_FLAG_UNKNOWN'],
  ])('refuses %j as the commands of Loadout do', async (args, code) => {
    const cwd = withPlugin();
    const refused = await loadout(['crm', 'sync', ...args], { cwd });
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining(`error ${code}: `)]);
    expect(isImported(cwd)).toBe(false);
  });

  it.each([
    ['takes no name of Loadout', { name: 'run' }, ['run', '--help'], 'Usage: loadout run [agent]'],
    ['has no module outside of its package', { module: './../../../evil.js' }, ['crm', 'sync'], 'USAGE_COMMAND_UNKNOWN'],
    ['has no name that steers a terminal', { name: 'a\u001b[31m' }, ['crm', 'a\u001b[31m'], 'USAGE_COMMAND_UNKNOWN'],
    ['has no flag without a name', { flags: [{ help: 'x' }] }, ['crm', 'sync'], 'USAGE_COMMAND_UNKNOWN'],
  ])('%s', async (_, change, args, expected) => {
    const cwd = withPlugin({ rows: [{ ...SYNC, ...change }] });
    writeFileSync(join(cwd, 'evil.js'), MODULE);
    const { stdout, stderr } = await loadout(args, { cwd });
    expect(stdout + stderr).toContain(expected);
    expect(isImported(cwd)).toBe(false);
  });

  it('is known by the mount of a plugin with a version range, and a typing error gets its name', async () => {
    const config = CONFIG.replace('loadout-plugin-crm', 'loadout-plugin-crm@^1.2').replace('crm:', 'sales:');
    const cwd = withPlugin({ config });
    expect((await loadout(['sales', 'sync'], { cwd })).code).toBe(3);
    expect((await loadout(['sales', 'synk'], { cwd })).stderr).toContain('Did you mean loadout sales sync?');
  });

  it.each(['mcp', 'view', 'run', 'help', 'worker'])('is not there for a plugin that is mounted as %s', async (mount) => {
    const cwd = withPlugin({ config: CONFIG.replace('crm:', `${mount}:`), rows: [SYNC, { ...SYNC, name: 'list' }] });
    for (const name of ['sync', 'frobnicate']) await loadout([mount, name, '--help'], { cwd });
    if (mount !== 'run' && mount !== 'worker') await loadout([mount, 'sync'], { cwd, stdin: '' });
    expect((await loadout(['--help'], { cwd })).stdout).not.toContain('Sync the contacts.');
    expect(isImported(cwd)).toBe(false);
  });

  it('is not read from a configuration that is a pipe, or is broken, and the help is shown', async () => {
    const cwd = withPlugin({ config: 'plugins: [' });
    expect((await loadout(['--help'], { cwd, trust: false })).stdout).toContain('First steps (also');
    rmSync(join(cwd, 'agent.config.yaml'));
    execFileSync('mkfifo', [join(cwd, 'agent.config.yaml')]);
    expect((await loadout(['--help'], { cwd, trust: false })).stdout).toContain('First steps (also');
  });

  it('is looked for in vain in a broken configuration, whose error is told beside the unknown word and its neighbour', async () => {
    const cwd = withPlugin({ config: 'plugins: [' });
    const { code, stderr } = await loadout(['chekc'], { cwd, trust: false });
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/CONFIG_[\s\S]*There is no command "chekc"\. Did you mean loadout check\?/),
    ]);
  });

  it.each([
    ['export default 1;', 'has no command as default export'],
    ['export default { run: async () => {} };', 'it returned undefined'],
    ['throw new Error("no luck");', 'does not load: no luck'],
  ])('whose module is %s is an error that names the package', async (module, problem) => {
    const { code, stderr } = await loadout(['crm', 'sync'], { cwd: withPlugin({ module }) });
    expect([code, stderr]).toEqual([2, expect.stringMatching(new RegExp(`COMMAND_INVALID: .*loadout-plugin-crm.*${problem}`))]);
  });
});

describe('a command of a package of Loadout', () => {
  it('never comes from the folder of a project, whatever is installed there', async () => {
    const cwd = withFakeViewer();
    const beside = await loadout(['view'], { cwd });
    expect(beside.stderr).toContain('REPLAY_MISSING');
    const { code, stdout, stderr } = await runNode([commandWithout('viewer'), 'view'], { cwd });
    expect([code, stdout, stderr]).toEqual([
      2,
      '',
      'error PACKAGE_MISSING: loadout view needs @loadout/viewer, which is not installed.\nFix: npm install @loadout/viewer\n',
    ]);
    expect(isImported(cwd)).toBe(false);
  });

  it('is known by its name, its help and its flags elsewhere, if the package is not installed', async () => {
    const cwd = project({ 'agent.config.yaml': 'agents: { a: { instructions: Hi. } }\n' });
    const command = commandWithout('viewer');
    for (const args of [
      ['view', '--help'],
      ['run', '--view', 'page.html', 'Hi.'],
    ]) {
      const { code, stderr } = await runNode([command, ...args], { cwd });
      expect([code, stderr]).toEqual([2, expect.stringContaining('npm install @loadout/viewer')]);
    }
    expect((await runNode([command, '--help'], { cwd })).stdout).not.toContain(' view ');
  });
});

/** A project in which `@loadout/viewer` is code of the project. */
function withFakeViewer(): string {
  const cwd = project({ 'agent.config.yaml': 'agents: { a: { instructions: Hi. } }\n' });
  rmSync(join(cwd, 'node_modules/@loadout'));
  const fake = join(cwd, 'node_modules/@loadout/viewer');
  mkdirSync(join(fake, 'dist'), { recursive: true });
  const row = { ...SYNC, name: 'view', module: './dist/index.js' };
  const json = { name: '@loadout/viewer', version: '9.0.0', type: 'module', exports: './dist/index.js' };
  writeFileSync(join(fake, 'package.json'), JSON.stringify({ ...json, loadout: { commands: [row] } }));
  writeFileSync(join(fake, 'dist/index.js'), MODULE);
  return cwd;
}
