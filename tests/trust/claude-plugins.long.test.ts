import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { zip } from '../../packages/mcp/src/registry/zip.test-kit.js';
import { loadout, project } from '../lib/loadout.js';

type Files = Readonly<Record<string, unknown>>;

const mark = (name: string) => `touch "$CLAUDE_PROJECT_DIR/ran-${name}"`;
const hook = (command: string, more: object = {}) => [{ hooks: [{ type: 'command', command, ...more }] }];
const manifest = (value: object): Files => ({ '.claude-plugin/plugin.json': { name: 'x', ...value } });

/** A server that answers with one tool, and leaves a file behind. */
const SERVER = `import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
writeFileSync(process.argv[2] + '/ran-server', process.env.KEY ?? '');
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) continue;
  const tools = [{ name: 'find', description: 'Finds.', inputSchema: { type: 'object' } }];
  const answers = {
    initialize: { protocolVersion: params?.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } },
    'tools/list': { tools },
  };
  console.log(JSON.stringify({ jsonrpc: '2.0', id, result: answers[method] ?? {} }));
}
`;
const server = { command: 'node', args: ['${CLAUDE_PLUGIN_ROOT}/server.mjs', '${CLAUDE_PROJECT_DIR}'] };

const BUNDLED = ['${__dirname}/server.mjs', '.'];

/** A bundle of that server. */
const bundle = (version: string) =>
  zip([
    {
      name: 'manifest.json',
      text: JSON.stringify({
        ...{ manifest_version: '0.3', name: 's', version },
        server: { type: 'node', mcp_config: { command: 'node', args: BUNDLED, env: { KEY: '${user_config.key}' } } },
        user_config: { key: { type: 'string', title: 'Key', description: 'd', sensitive: true, required: true } },
      }),
    },
    { name: 'server.mjs', text: SERVER },
  ]);
interface Form {
  readonly form: string;
  readonly files: Files;
  /** Keys of its entry in the marketplace. */
  readonly entry?: Files;
  readonly add?: readonly string[];
  /** A line of what is shown before anything is written. */
  readonly shows: string;
  /** The file that is there once a run was trusted. */
  readonly ran?: string;
  /** The change of a later commit, and a line of its diff. */
  readonly change: Files;
  readonly diff: string;
}

const SKILL = '---\ndescription: Looks.\n---\nLook.\n';

const FORMS: readonly Form[] = [
  {
    form: 'skills',
    files: { 'skills/look/SKILL.md': SKILL },
    shows: 'skills: p:look',
    change: { 'skills/find/SKILL.md': SKILL },
    diff: '+ skill p:find',
  },
  {
    form: 'one skill at the top that grants',
    files: { ...manifest({}), 'SKILL.md': '---\ndescription: Tops.\nallowed-tools: Bash(*)\n---\nTop.\n' },
    shows: 'skill p:x may use unasked: Bash(*)',
    change: { 'SKILL.md': '---\ndescription: Tops.\n---\nTop.\n' },
    diff: '- skill p:x may use unasked: Bash(*)',
  },
  {
    form: 'commands in folders',
    files: { 'commands/go.md': 'Go.', 'commands/sub/on.md': 'On.' },
    shows: 'skills: p:go, p:sub:on',
    change: { 'commands/go.md': 'Go. !`echo x`' },
    diff: '~ file commands/go.md',
  },
  {
    form: 'agents',
    files: { 'agents/tester.md': '---\nname: tester\ndescription: Tests.\ntools: Read\n---\nTest.\n' },
    shows: 'agents: p:tester',
    change: { 'agents/writer.md': '---\ndescription: Writes.\n---\nWrite.\n' },
    diff: '+ agent p:writer',
  },
  {
    form: 'a hook in hooks/hooks.json',
    files: { 'hooks/hooks.json': { description: 'd', hooks: { SessionStart: hook(mark('hook')) } } },
    shows: 'hook SessionStart: touch "$CLAUDE_PROJECT_DIR/ran-hook"',
    ran: 'ran-hook',
    change: { 'hooks/hooks.json': { hooks: { SessionStart: hook('true') } } },
    diff: '+ hook SessionStart: true',
  },
  {
    form: 'a hook in the manifest, as a program of its own',
    files: {
      ...manifest({
        hooks: { SessionStart: hook('${CLAUDE_PLUGIN_ROOT}/x.sh', { args: ['${CLAUDE_PROJECT_DIR}/ran-program'] }) },
      }),
      'x.sh': '#!/bin/sh\ntouch "$1"\n',
    },
    shows: 'hook SessionStart: ${CLAUDE_PLUGIN_ROOT}/x.sh ${CLAUDE_PROJECT_DIR}/ran-program',
    ran: 'ran-program',
    change: { 'x.sh': '#!/bin/sh\nexit 1\n' },
    diff: '~ file x.sh',
  },
  {
    form: 'a server under mcpServers',
    files: { '.mcp.json': { mcpServers: { s: server } }, 'server.mjs': SERVER },
    shows: 'server plugin:p:s: node ${CLAUDE_PLUGIN_ROOT}/server.mjs ${CLAUDE_PROJECT_DIR} (rule mcp__plugin_p_s)',
    ran: 'ran-server',
    change: { '.mcp.json': { mcpServers: {} } },
    diff: '- server plugin:p:s',
  },
  {
    form: 'a bare map of servers, with a secret option',
    files: {
      ...manifest({ userConfig: { key: { type: 'string', title: 'Key', description: 'd', sensitive: true, required: true } } }),
      '.mcp.json': { s: { ...server, env: { KEY: '${user_config.key}' } } },
      'server.mjs': SERVER,
    },
    add: ['--option', 'key=${env:KEY_OF_P}'],
    shows: 'server plugin:p:s:',
    ran: 'ran-server',
    change: { '.mcp.json': { s: { command: 'npx', args: ['-y', 'x@latest'] } } },
    diff: '+ not pinned: plugin:p:s: npx x@latest',
  },
  {
    form: 'a plugin of Codex',
    files: { '.codex-plugin/plugin.json': { name: 'cod', version: '1.0.0', interface: {} }, 'skills/look/SKILL.md': SKILL },
    shows: 'cod 1.0.0 of market',
    change: { '.codex-plugin/plugin.json': { name: 'cod', version: '2.0.0' } },
    diff: '+ cod 2.0.0',
  },
  {
    form: 'a plugin of Codex that acts',
    files: {
      '.codex-plugin/plugin.json': { name: 'cod', hooks: './own/hooks.json', mcpServers: './own/servers.json' },
      'own/hooks.json': { hooks: { SessionStart: hook(mark('codex')) } },
      'own/servers.json': { s: { type: 'http', url: 'http://127.0.0.1:9/', disabled: true } },
    },
    shows: 'hook SessionStart: touch "$CLAUDE_PROJECT_DIR/ran-codex"',
    ran: 'ran-codex',
    change: { 'own/servers.json': { s: { type: 'http', url: 'http://127.0.0.1:9/', disabled: true, timeout: 2000 } } },
    diff: '~ file own/servers.json',
  },
  {
    form: 'a bundle of a server, with a secret option',
    files: { ...manifest({ mcpServers: './s.mcpb' }), 's.mcpb': bundle('1') },
    add: ['--option', 'key=${env:KEY_OF_P}'],
    shows: 'server plugin:p:s: node {__dirname}/server.mjs .',
    ran: 'ran-server',
    change: { 's.mcpb': bundle('2') },
    diff: '~ file s.mcpb',
  },
  {
    form: 'an entry that is the manifest, with parts that do nothing here',
    files: { 'other/a.md': 'A.', 'bin/x': '#!/bin/sh\n' },
    entry: {
      strict: false,
      commands: './other/a.md',
      lspServers: { ts: { command: 'x', extensionToLanguage: { '.ts': 'typescript' } } },
    },
    shows: 'bin is ignored',
    change: { 'other/b.md': 'B.', '.mcp.json': { s: { type: 'http', url: 'https://a.example/' } } },
    diff: '+ server plugin:p:s: https://a.example/',
  },
];

const CONFIG = `# mine
providers: { script: { use: "@loadout/model-script", options: { turns: [{ text: Done. }] } } }
plugins:
  shell: "@loadout/tool-shell" # the shell
agents: { a: { model: script/demo, instructions: Answer., tools: ["*"] } }
`;

/** A project that has added the plugin of a marketplace in a git repository on this machine. */
function market({ files, entry = {} }: Pick<Form, 'files' | 'entry'>) {
  const cwd = project({ 'agent.config.yaml': CONFIG });
  const dir = `${cwd}-market`;
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  mkdirSync(dir);
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: dir, encoding: 'utf8' }).trim();
  const commit = (more: Files) => {
    for (const [name, value] of Object.entries(more)) {
      mkdirSync(dirname(join(dir, name)), { recursive: true });
      const content = typeof value === 'string' || Buffer.isBuffer(value) ? value : JSON.stringify(value);
      writeFileSync(join(dir, name), content, { mode: 0o755 });
    }
    git('add', '--all');
    git('commit', '--quiet', '--message', 'x');
    return git('rev-parse', 'HEAD');
  };
  const inPlugin = (more: Files) => Object.fromEntries(Object.entries(more).map(([name, value]) => [`p/${name}`, value]));
  git('init', '--quiet', '--initial-branch', 'main');
  const list = { name: 'market', owner: { name: 'a' }, plugins: [{ name: 'p', source: './p', ...entry }] };
  const sha = commit({ '.claude-plugin/marketplace.json': list, ...inPlugin(files) });
  const env = { LOADOUT_STATE_DIR: join(cwd, '.state'), KEY_OF_P: 'k-of-p' };
  writeFileSync(
    join(cwd, 'agent.config.yaml'),
    `marketplaces: { market: { url: "file://${dir}", sha: ${sha} } } # the market\n${CONFIG}`,
  );
  return {
    cwd,
    sha,
    change: (more: Files) => commit(inPlugin(more)),
    call: (trust: boolean, ...args: readonly string[]) => loadout(args, { cwd, env, trust }),
    config: () => readFileSync(join(cwd, 'agent.config.yaml'), 'utf8'),
  };
}

describe('a plugin of a marketplace', () => {
  it.each(FORMS)('is shown, waits for trust, acts, and is updated with a diff: $form', async (one) => {
    const { cwd, sha, call, change, config } = market(one);
    const ran = join(cwd, one.ran ?? 'ran-nothing');
    const added = await call(false, 'add', 'p@market', ...(one.add ?? []));
    expect(added).toMatchObject({ code: 0, stdout: expect.stringContaining(one.shows) });
    expect(config()).toContain('claude: p@market');
    expect(config()).toContain('# the shell');
    expect(readFileSync(join(cwd, 'loadout.lock'), 'utf8')).toContain('use: claude:p@market');

    expect(await call(false, 'run', 'a', 'Go.')).toMatchObject({ code: 0 });
    expect(existsSync(ran)).toBe(false);
    expect(await call(true, 'run', 'a', 'Go.')).toMatchObject({ code: 0 });
    expect(existsSync(ran)).toBe(one.ran !== undefined);
    if (one.add !== undefined) expect(readFileSync(ran, 'utf8')).toBe('k-of-p');

    const next = change(one.change);
    const looked = await call(false, 'update', 'p');
    expect(looked).toMatchObject({ code: 1, stdout: expect.stringContaining(one.diff) });
    expect(config()).toContain(sha);
    expect(await call(false, 'update', 'p', '--yes')).toMatchObject({ code: 0 });
    expect([config().includes(sha), config().includes(next)]).toEqual([false, true]);
    expect((await call(false, 'update', 'p')).stdout).toContain('up to date');
    expect(await call(false, 'remove', 'p')).toMatchObject({ code: 0 });
    expect(config()).not.toContain('claude:');
  });

  it('that changed behind a trust that was given does not act', async () => {
    const { cwd, call } = market({ files: { 'hooks/hooks.json': { hooks: { SessionStart: hook('true') } }, 'x.sh': '' } });
    await call(false, 'add', 'p@market');
    expect((await call(true, 'trust', '--yes')).code).toBe(0);
    const [folder = ''] = execFileSync('find', [join(cwd, '.state/claude/commits'), '-name', 'hooks.json'], {
      encoding: 'utf8',
    }).split('\n');
    writeFileSync(folder, JSON.stringify({ hooks: { SessionStart: hook(mark('changed')) } }));
    const done = await call(false, 'run', 'a', 'Go.');
    expect(done.stderr).toContain('changed since you trusted it');
    expect(existsSync(join(cwd, 'ran-changed'))).toBe(false);
  });

  it('whose hook guards a tool blocks its calls, and whose agent has the name of a tool takes nothing', async () => {
    const deny = { PreToolUse: [{ matcher: 'Bash', ...hook('echo no >&2; exit 2')[0] }] };
    const { cwd, call, config } = market({
      files: { 'hooks/hooks.json': { hooks: deny }, 'agents/Bash.md': '---\ndescription: d\n---\nX.' },
    });
    const turns = '[{ tools: [{ name: Bash, input: { command: "touch made", description: d } }] }, { text: Done. }]';
    writeFileSync(
      join(cwd, 'agent.config.yaml'),
      `${config().replace(/turns: .*?] /, `turns: ${turns} `)}permissions: { allow: [Bash] }\n`,
    );
    const added = await call(false, 'add', 'p@market');
    expect(added.stdout).toContain('hook PreToolUse(Bash): echo no');
    expect((await call(true, 'run', 'a', 'Go.')).stderr).toContain('no');
    expect(existsSync(join(cwd, 'made'))).toBe(false);
    expect((await call(true, 'tools', 'a')).stdout).toMatch(/^Bash .*@loadout\/tool-shell/m);
    await call(false, 'remove', 'p');
    await call(true, 'run', 'a', 'Go.');
    expect(existsSync(join(cwd, 'made'))).toBe(true);
  });

  it('is fetched again on another machine by the same command, which changes no file', async () => {
    const { cwd, call, config } = market({ files: { 'skills/look/SKILL.md': SKILL } });
    await call(false, 'add', 'p@market');
    const before = [config(), readFileSync(join(cwd, 'loadout.lock'), 'utf8')];
    rmSync(join(cwd, '.state'), { recursive: true });
    const missing = await call(false, 'check');
    expect(missing).toMatchObject({ code: 2, stdout: expect.stringContaining('Fetch it: loadout add p@market') });
    expect(await call(false, 'add', 'p@market')).toMatchObject({ code: 0 });
    expect([config(), readFileSync(join(cwd, 'loadout.lock'), 'utf8')]).toEqual(before);
    expect(await call(false, 'check')).toMatchObject({ code: 0 });
  });

  it('in a folder is removed without a word about files that were fetched, which others have', async () => {
    const { cwd, call } = market({ files: { 'skills/look/SKILL.md': SKILL } });
    mkdirSync(join(cwd, 'vendor/notes/skills/look'), { recursive: true });
    writeFileSync(join(cwd, 'vendor/notes/skills/look/SKILL.md'), SKILL);
    await call(false, 'add', './vendor/notes', '--claude');
    expect((await call(false, 'remove', 'notes')).stdout).not.toContain('state folder');
    await call(false, 'add', 'p@market');
    expect((await call(false, 'remove', 'p')).stdout).toContain('state folder');
  });

  it('has the options of its command line as they are typed', async () => {
    const option = (type: string) => ({ type, title: 't', description: 'd' });
    const userConfig = { zip: option('string'), version: option('string'), count: option('number'), on: option('boolean') };
    const { call, config } = market({ files: { '.claude-plugin/plugin.json': { name: 'p', userConfig } } });
    const options = ['zip=007', 'version=1.10', 'count=5', 'on=true'].flatMap((one) => ['--option', one]);
    expect(await call(false, 'add', 'p@market', ...options)).toMatchObject({ code: 0 });
    expect(config()).toMatch(/zip: "007"[\s\S]*version: "1\.10"[\s\S]*count: 5[\s\S]*on: true/);
  });

  it('whose update cannot be locked leaves the configuration and the lock as they were', async () => {
    const { cwd, call, change, config } = market({ files: { 'skills/look/SKILL.md': SKILL } });
    await call(false, 'add', 'p@market');
    const before = [config(), readFileSync(join(cwd, 'loadout.lock'), 'utf8')];
    change({ 'hooks/hooks.json': { hooks: { Stop: [{ hooks: [{ type: 'command' }] }] } } });
    const failed = await call(false, 'update', 'p', '--yes');
    expect(failed.stderr).not.toContain('cannot be added');
    expect(failed).toMatchObject({ code: 2, stderr: expect.stringContaining('command is required') });
    expect([config(), readFileSync(join(cwd, 'loadout.lock'), 'utf8')]).toEqual(before);
  });

  it('that cannot be read is not added, and nothing was written', async () => {
    const { cwd, call, config } = market({ files: { 'hooks/hooks.json': '{ "hooks": ' } });
    const before = config();
    const done = await call(false, 'add', 'p@market');
    expect(done).toMatchObject({ code: 2, stderr: expect.stringContaining('PLUGIN_UNKNOWN') });
    expect([config(), existsSync(join(cwd, 'loadout.lock'))]).toEqual([before, false]);
  });
});
