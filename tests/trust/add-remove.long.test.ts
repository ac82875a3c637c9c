import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { loadout, startLoadout } from '../lib/loadout.js';
import { terminal } from '../lib/terminal.js';

const CONFIG = `# what this is for
plugins:
  fs: "@loadout/tool-fs"   # files
agents:
  helper: { instructions: Hi. }
`;

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A project without links into this repository, because npm removes packages that it has not installed, also through a link. */
function plainFolder(files: Readonly<Record<string, string>>): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-add-')));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

function packed(config: string): { cwd: string; file: string } {
  const cwd = plainFolder({
    [config]: CONFIG,
    'package.json': '{ "name": "app", "private": true }',
    'outside/package.json': JSON.stringify({
      name: 'loadout-plugin-units',
      version: '1.2.0',
      type: 'module',
      scripts: { install: 'touch ran' },
      loadout: { api: 1, plugin: './index.js', tools: [{ name: 'convert' }], touches: { net: ['units.example'] } },
    }),
    'outside/index.js': `export default { name: 'units', api: 1, setup: () => ({ tools: [] }) };\n`,
  });
  execFileSync('npm', ['pack', '--silent', '--ignore-scripts'], { cwd: join(cwd, 'outside') });
  return { cwd, file: join(cwd, 'outside', 'loadout-plugin-units-1.2.0.tgz') };
}

const withFlag = (options: readonly string[]) => options.flatMap((option) => ['--option', option]);

/** A project, and a packed plugin with options outside of it. */
function crm(loadoutField?: string): { cwd: string; file: string } {
  const options = {
    type: 'object',
    properties: {
      url: { type: 'string', description: 'Where it is.' },
      token: { type: 'string', secret: true, pattern: '^tok' },
      retry: { type: 'object', properties: { max: { type: 'integer' } }, additionalProperties: false },
      tags: { type: 'array', items: { type: 'string' } },
      loud: { type: 'boolean' },
      name: { type: 'string' },
    },
    required: ['url', 'token'],
    additionalProperties: false,
  };
  const field =
    loadoutField === undefined ? { api: 1, plugin: './index.js', options, tools: [{ name: 'find' }] } : JSON.parse(loadoutField);
  const cwd = plainFolder({ 'agent.config.yaml': CONFIG, 'package.json': '{ "name": "app", "private": true }' });
  const manifest = JSON.stringify({ name: 'loadout-plugin-crm', version: '1.0.0', type: 'module', loadout: field });
  return { cwd, file: tarballOf(manifest) };
}

const tarballs = new Map<string, string>();

/** The tarball of a plugin with this manifest, which npm packs once. */
function tarballOf(manifest: string): string {
  const known = tarballs.get(manifest);
  if (known !== undefined) return known;
  const outside = plainFolder({
    'package.json': manifest,
    'index.js': `export default { name: 'crm', api: 1, setup: () => ({ tools: [] }) };\n`,
  });
  execFileSync('npm', ['pack', '--silent', '--ignore-scripts'], { cwd: outside });
  const file = join(outside, 'loadout-plugin-crm-1.0.0.tgz');
  tarballs.set(manifest, file);
  return file;
}

const env = { npm_config_offline: 'true', npm_config_update_notifier: 'false' };

describe('loadout add and remove', () => {
  it.each(['agent.config.yaml', '.config/agent.config.yaml'])(
    'install with npm and without scripts, show what the plugin touches, change only its line of %s, lock it, and undo everything (PLUG-01)',
    async (name) => {
      const { cwd, file } = packed(name);
      const added = await loadout(['add', file], { cwd, env, trust: false });
      expect(added.code, added.stderr).toBe(0);
      expect(added.stdout).toContain('loadout-plugin-units 1.2.0\n  tools: convert\n  net: [ "units.example" ]\n');
      expect(added.stdout).toContain('disabled until you run: loadout trust');
      expect(added.stdout).toContain('To offer its tools to an agent, add to agents.<name>.tools: units__*\n');
      const [config, lock] = [join(cwd, name), join(cwd, 'loadout.lock')];
      expect(readFileSync(config, 'utf8')).toBe(CONFIG.replace('# files\n', '# files\n  units: "loadout-plugin-units"\n'));
      expect(readFileSync(lock, 'utf8')).toContain('plugins.units:');
      expect(existsSync(join(cwd, 'node_modules/loadout-plugin-units/ran'))).toBe(false);
      const removed = await loadout(['remove', 'units'], { cwd, env });
      expect(removed.code, removed.stderr).toBe(0);
      expect(readFileSync(config, 'utf8')).toBe(CONFIG);
      expect(readFileSync(lock, 'utf8')).not.toContain('units');
      expect(existsSync(join(cwd, 'node_modules/loadout-plugin-units'))).toBe(false);
    },
  );

  it('give the plugin its options, typed by its schema, with a warning about a secret that is written out', async () => {
    const { cwd, file } = crm();
    const options = [
      'url=https://crm.example',
      'token=${env:CRM_TOKEN}',
      'retry.max=3',
      'tags=a',
      'tags=b',
      'loud=true',
      'name=12',
    ];
    const more = { ...env, CRM_TOKEN: 'tok-0123456789' };
    const added = await loadout(['add', file, ...withFlag(options)], { cwd, env: more, trust: false });
    expect(added.code, added.stderr).toBe(0);
    expect(added.stderr).not.toContain('warning');
    const { plugins } = parse(readFileSync(join(cwd, 'agent.config.yaml'), 'utf8')) as { plugins: { crm: object } };
    expect(plugins.crm).toEqual({
      use: 'loadout-plugin-crm',
      options: {
        url: 'https://crm.example',
        token: '${env:CRM_TOKEN}',
        retry: { max: 3 },
        tags: ['a', 'b'],
        loud: true,
        name: '12',
      },
    });
    const again = await loadout(['add', file, '--as', 'two', ...withFlag(['url=u', 'token=tok-9876543210'])], {
      cwd,
      env: more,
      trust: false,
    });
    expect(again.stderr).toContain('warning: token is a secret and is now written into the file');
    expect(again.stdout + again.stderr).not.toContain('tok-9876543210');
  });

  it('the command that a missing option needs keeps the name, and leads into an object', async () => {
    const options = { type: 'object', properties: { entries: { type: 'object' } }, required: ['entries'] };
    const loadoutField = { api: 1, plugin: './index.js', options, tools: [] };
    const { cwd, file } = crm(JSON.stringify(loadoutField));
    const { stderr } = await loadout(['add', file, '--as', 'words'], { cwd, env, trust: false });
    expect(stderr).toContain(`Fix: loadout add ${file} --as words --option 'entries.NAME=…'`);
  });

  it.each([
    [
      'a required option is missing',
      ['token=tok-9876543210'],
      /url is required[\s\S]*url \(string, required\): Where it is\.[\s\S]*loadout add .* --option 'token=\$\{env:NAME\}' --option 'url=…'/,
    ],
    ['an option is unknown', ['url=u', 'token=${env:CRM_TOKEN}', 'tokn=1'], /tokn is not a known parameter/],
    ['a value has the wrong type', ['url=u', 'token=${env:CRM_TOKEN}', 'retry.max=often'], /retry\.max must be integer/],
    ['a variable is not set', ['url=u', 'token=${env:NO_SUCH}'], /the environment variable NO_SUCH is not set/],
    ['a secret is not declared', ['url=u', 'token=${secret:none}'], /token: \$\{secret:none\}[\s\S]*CONFIG_INVALID/],
    ['an option has no value', ['url'], /ADD_OPTION_FORM/],
  ])(
    'leave everything as it was if %s',
    async (_, options, expected) => {
      const { cwd, file } = crm();
      const files = ['agent.config.yaml', 'package.json'];
      const before = files.map((name) => readFileSync(join(cwd, name), 'utf8'));
      const { code, stderr } = await loadout(['add', file, ...withFlag(options)], {
        cwd,
        env: { ...env, CRM_TOKEN: 'tok-0123456789' },
        trust: false,
      });
      expect(code).toBe(2);
      expect(stderr).toMatch(expected);
      expect(stderr).not.toContain('tok-9876543210');
      expect(files.map((name) => readFileSync(join(cwd, name), 'utf8'))).toEqual(before);
      expect(
        ['loadout.lock', 'package-lock.json', 'node_modules/loadout-plugin-crm'].filter((name) => existsSync(join(cwd, name))),
      ).toEqual([]);
    },
    60_000,
  );

  it('leave everything as it was if npm fails or the package is not a plugin', async () => {
    const { cwd, file } = crm('null');
    const before = readFileSync(join(cwd, 'package.json'), 'utf8');
    const none = await loadout(['add', file], { cwd, env, trust: false });
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('is not a plugin')]);
    const absent = await loadout(['add', './no-such.tgz'], { cwd, env, trust: false });
    expect([absent.code, absent.stderr]).toEqual([2, expect.stringContaining('ADD_NO_PATH')]);
    const named = await loadout(['add', file, '--as', '../x'], { cwd, env, trust: false });
    expect([named.code, named.stderr]).toEqual([2, expect.stringContaining('"../x" is not a name for a plugin')]);
    expect(readFileSync(join(cwd, 'package.json'), 'utf8')).toBe(before);
    expect(readFileSync(join(cwd, 'agent.config.yaml'), 'utf8')).toBe(CONFIG);
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'leave everything as it was if %s comes in the middle of npm',
    async (signal) => {
      const { cwd, file } = packed('agent.config.yaml');
      const before = readFileSync(join(cwd, 'package.json'), 'utf8');
      const npm = execFileSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim();
      // An npm that has changed the project, and then waits.
      const waits = `case "$PWD $1" in "${cwd} install") echo '{ "name": "changed" }' > package.json; exec sleep 600;; esac`;
      const programs = plainFolder({ npm: `#!/bin/sh\n${waits}\nexec "${npm}" "$@"\n` });
      chmodSync(join(programs, 'npm'), 0o755);
      const PATH = `${programs}:${process.env.PATH ?? ''}`;
      const started = await startLoadout(['add', file], { cwd, env: { ...env, PATH }, trust: false });
      await expect.poll(() => readFileSync(join(cwd, 'package.json'), 'utf8'), { timeout: 60_000 }).toContain('changed');
      started.kill(signal);
      expect((await started.finished).code).toBe(128 + constants.signals[signal]);
      expect(readFileSync(join(cwd, 'package.json'), 'utf8')).toBe(before);
      expect(readFileSync(join(cwd, 'agent.config.yaml'), 'utf8')).toBe(CONFIG);
    },
  );

  it('remove leaves everything as it was if npm fails', async () => {
    const { cwd, file } = packed('agent.config.yaml');
    await loadout(['add', file], { cwd, env, trust: false });
    const files = ['agent.config.yaml', 'loadout.lock', 'package.json', 'package-lock.json'];
    const texts = () => files.map((name) => readFileSync(join(cwd, name), 'utf8'));
    const before = texts();
    // An npm that has changed the project, and then fails.
    const programs = plainFolder({ npm: "#!/bin/sh\necho '{}' > package.json\nexit 7\n" });
    chmodSync(join(programs, 'npm'), 0o755);
    const PATH = `${programs}:${process.env.PATH ?? ''}`;
    const failed = await loadout(['remove', 'units'], { cwd, env: { ...env, PATH } });
    expect([failed.code, failed.stdout]).toEqual([2, '']);
    expect(failed.stderr).toContain('NPM_FAILED');
    expect(texts()).toEqual(before);
    expect((await loadout(['remove', 'units'], { cwd, env })).stdout).toContain('Removed units');
  });

  it('ask on a terminal for a required option', async () => {
    const { cwd, file } = crm();
    const session = terminal(['add', file, '--option', 'token=tok-9876543210', '--option', 'retry.max=2'], cwd);
    await session.sees(/url \(string\): Where it is\./);
    session.type('https://crm.example\r');
    expect(await session.code).toBe(0);
    expect(parse(readFileSync(join(cwd, 'agent.config.yaml'), 'utf8'))).toHaveProperty(
      'plugins.crm.options.url',
      'https://crm.example',
    );
  });

  it('install nothing under a misspelt name of one of our packages (U2)', async () => {
    const { cwd } = packed('agent.config.yaml');
    const { code, stderr } = await loadout(['add', '@loadout/tool-shel'], { cwd, env, trust: false });
    expect([code, stderr]).toEqual([2, expect.stringContaining('Did you mean @loadout/tool-shell?')]);
    expect(existsSync(join(cwd, 'node_modules'))).toBe(false);
  });

  it('remove changes nothing while an agent names a tool of the plugin, and says which', async () => {
    const { cwd, file } = packed('agent.config.yaml');
    await loadout(['add', file], { cwd, env, trust: false });
    const config = join(cwd, 'agent.config.yaml');
    const text = readFileSync(config, 'utf8').replace('instructions: Hi.', 'tools: ["units__*"]');
    writeFileSync(config, text);
    const { code, stderr } = await loadout(['remove', 'units'], { cwd, env });
    expect([code, readFileSync(config, 'utf8')]).toEqual([2, text]);
    expect(stderr).toContain('units was not removed, and nothing was changed.');
    expect(stderr).toContain('No mounted plugin offers the tool "units__*".');
    expect(stderr).toContain('Take units out of the agents and rules that name it');
    expect(existsSync(join(cwd, 'node_modules/loadout-plugin-units'))).toBe(true);
  });

  it('refuse an unknown plugin, with the nearest name', async () => {
    const cwd = plainFolder({ 'agent.config.yaml': CONFIG });
    const { code, stderr } = await loadout(['remove', 'fss'], { cwd });
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('error REMOVE_UNKNOWN: No mounted plugin has the name or package fss'),
    ]);
  });
});
