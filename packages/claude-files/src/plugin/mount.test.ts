import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../../config/src/load/load-config.js';
import { currentLock } from '../../../lock/src/current-lock.js';
import { hook, makeProject, mounted } from './mount.test-kit.js';

const WHOLE = {
  '.claude-plugin/plugin.json': {
    name: 'code-review',
    version: '1.2.0',
    hooks: { Stop: hook('echo manifest') },
    mcpServers: { more: { type: 'http', url: 'https://mcp.example/' } },
  },
  'skills/look/SKILL.md': '---\ndescription: Looks.\nallowed-tools: Bash(*)\n---\nLook in ${CLAUDE_PLUGIN_ROOT}.',
  'commands/deploy.md': 'Deploy.',
  'agents/tester.md': '---\ndescription: Tests.\n---\nRun ${CLAUDE_PLUGIN_ROOT}/x.',
  'hooks/hooks.json': { hooks: { PreToolUse: [{ matcher: 'Bash', ...hook('"${CLAUDE_PLUGIN_ROOT}"/guard.sh')[0] }] } },
  '.mcp.json': { db: { command: '${CLAUDE_PLUGIN_ROOT}/server', args: ['${CLAUDE_PROJECT_DIR}'] } },
  'guard.sh': 'exit 0\n',
};

describe('a mounted plugin of Claude Code', () => {
  it('waits for trust as a whole, and a verdict shows what acts', async () => {
    const { load } = makeProject(mounted(WHOLE));
    const { plan, trust } = await load();
    expect([plan.skills, plan.hooks, plan.mcpServers, Object.keys(plan.agents)]).toEqual([undefined, [], undefined, ['main']]);
    expect(trust?.parts.map(({ path }) => path)).toEqual([
      'plugins.review',
      'plugins.review.hooks.PreToolUse[0].hooks[0]',
      'plugins.review.hooks.Stop[0].hooks[0]',
      'plugins.review.mcpServers["plugin:review:db"]',
      'plugins.review.mcpServers["plugin:review:more"]',
      'plugins.review.skills["review:look"].allowedTools',
    ]);
    expect(trust?.parts[0]?.package).toMatchObject({ name: 'code-review', version: '1.2.0' });
    expect(trust?.parts[1]?.value).toMatchObject({ command: '"${CLAUDE_PLUGIN_ROOT}"/guard.sh' });
    expect(trust?.parts[3]?.value).toEqual({ command: '${CLAUDE_PLUGIN_ROOT}/server', args: ['${CLAUDE_PROJECT_DIR}'] });
  });

  it('acts under the name of its mount once it is trusted', async () => {
    const { cwd, trusted } = makeProject(mounted(WHOLE));
    const { plan, warnings } = await trusted();
    const folder = join(cwd, 'vendor/review');
    expect(Object.keys(plan.skills ?? {})).toEqual(['review:deploy', 'review:look']);
    expect(plan.skills?.['review:look']).toMatchObject({ allowedTools: ['Bash(*)'], values: { CLAUDE_PLUGIN_ROOT: folder } });
    expect(plan.agents['review:tester']).toMatchObject({ instructions: `Run ${folder}/x.` });
    expect(plan.hooks.map(({ event, entry }) => [event, entry.command])).toEqual([
      ['PreToolUse', '"${CLAUDE_PLUGIN_ROOT}"/guard.sh'],
      ['Stop', 'echo manifest'],
    ]);
    expect(plan.hooks[0]?.entry.env).toMatchObject({ CLAUDE_PLUGIN_ROOT: folder, CLAUDE_PROJECT_DIR: cwd });
    expect(warnings).toEqual([]);
    expect(plan.mcpServers?.['plugin:review:db']?.options).toEqual({ command: `${folder}/server`, args: [cwd] });
    expect(plan.plugins.map(({ mount }) => mount)).toEqual(['shell']);
    expect(warnings).toEqual([]);
  });

  it.each(['./', '.', './.'])('has only the skills of its entry in a marketplace whose folder (%s) it shares', async (source) => {
    const skill = '---\ndescription: Looks.\n---\nLook.';
    const entry = (name: string) => ({ name, source, strict: false, skills: [`./skills/${name}`] });
    const { trusted } = makeProject({
      'agent.config.yaml':
        'marketplaces: { m: ./market }\nplugins:\n  a: { claude: one@m }\n  b: { claude: all@m }\nagents: { main: { instructions: x } }\n',
      'market/.claude-plugin/marketplace.json': {
        ...{ name: 'm', owner: { name: 'us' } },
        plugins: [entry('one'), entry('two'), { name: 'all', source, strict: false }],
      },
      'market/skills/one/SKILL.md': skill,
      'market/skills/two/SKILL.md': skill,
    });
    const { plan } = await trusted();
    expect(Object.keys(plan.skills ?? {})).toEqual(['a:one', 'b:one', 'b:two']);
  });

  it('tells a server the folder for its files, if the server uses it', async () => {
    const servers = { db: { command: 'x', args: ['${CLAUDE_PLUGIN_DATA}/db'], env: { A: 'b' } }, plain: { command: 'y' } };
    const { root, trusted } = makeProject(mounted({ '.mcp.json': servers }));
    const { plan } = await trusted();
    const env = plan.mcpServers?.['plugin:review:db']?.options.env as Readonly<Record<string, string>> | undefined;
    const data = env?.CLAUDE_PLUGIN_DATA;
    expect(data).toMatch(new RegExp(`^${root}/state/claude/data/review-[0-9a-f]{12}$`));
    expect(plan.mcpServers?.['plugin:review:db']?.options).toEqual({
      command: 'x',
      args: [`${data}/db`],
      env: { A: 'b', CLAUDE_PLUGIN_DATA: data },
    });
    expect(plan.mcpServers?.['plugin:review:plain']?.options).toEqual({ command: 'y' });
  });

  it('adds its hooks to those of the configuration, above and below it', async () => {
    const own = { hooks: { Stop: hook('echo own') }, extends: './base.yaml' };
    const base = JSON.stringify({ hooks: { Stop: hook('echo base') }, plugins: { other: { claude: './vendor/other' } } });
    const { trusted } = makeProject({
      ...mounted(WHOLE),
      'agent.config.yaml': JSON.stringify({ ...own, plugins: { review: { claude: './vendor/review' } }, agents: { main: {} } }),
      'base.yaml': base,
      'vendor/other/hooks/hooks.json': { hooks: { Stop: hook('echo other') } },
    });
    const { plan } = await trusted();
    const stops = plan.hooks.filter(({ event }) => event === 'Stop').map(({ entry }) => entry.command);
    expect(stops).toEqual(['echo other', 'echo manifest', 'echo own']);
  });

  it('brings nothing where a higher layer puts a package in its place, or removes it', async () => {
    const base = { 'base.yaml': JSON.stringify({ plugins: { review: { claude: './vendor/review' } } }) };
    const files = (entry: unknown) => ({
      ...mounted(WHOLE),
      ...base,
      'agent.config.yaml': JSON.stringify({ extends: './base.yaml', plugins: { review: entry }, agents: { main: {} } }),
    });
    expect((await makeProject(files(null)).trusted()).plan.hooks).toEqual([]);
  });

  it('needs trust again after any of its files changed', async () => {
    const { cwd, load } = makeProject(mounted(WHOLE));
    const before = (await load()).trust?.hash;
    writeFileSync(join(cwd, 'vendor/review/guard.sh'), 'exit 1\n');
    expect((await load()).trust?.hash).not.toBe(before);
  });

  it('needs trust again after a package that it brings changed', async () => {
    const file = 'node_modules/x/index.js';
    const { cwd, load } = makeProject(mounted({ ...WHOLE, [file]: 'one' }));
    const before = (await load()).trust?.hash;
    writeFileSync(join(cwd, 'vendor/review', file), 'two');
    expect((await load()).trust?.hash).not.toBe(before);
  });

  it('stands in the lock with all that acts, and with no folder of this machine', async () => {
    const { cwd, load } = makeProject(mounted(WHOLE));
    const { trust } = await load();
    if (trust === undefined) throw new Error('nothing was judged');
    const { lock } = currentLock([], { configDir: cwd, verdict: trust });
    const { review } = { review: lock.plugins['plugins.review'] };
    expect(review).toMatchObject({
      use: 'claude:./vendor/review',
      version: '1.2.0',
      integrity: expect.stringMatching(/^sha256-/),
    });
    expect(Object.keys(review?.acts ?? {})).toHaveLength(5);
    expect(JSON.stringify(lock)).not.toContain(cwd);
  });

  it('is named where a part of it does nothing here', async () => {
    const parts = { 'bin/x': '', 'themes/a.json': '{}', 'settings.json': '{}', 'output-styles/a.md': 'A.' };
    const manifest = { '.claude-plugin/plugin.json': { name: 'x', channels: [], experimental: {} } };
    const { load } = makeProject(mounted({ ...parts, ...manifest }));
    const said = (await load()).warnings.map((one) => one.message).join('\n');
    for (const name of ['bin', 'themes', 'settings.json', 'the output style a', 'channels', 'experimental'])
      expect(said).toContain(`${name} is ignored`);
  });
});

describe('the paths of a manifest', () => {
  const manifest = (value: object) => ({ '.claude-plugin/plugin.json': { name: 'x', ...value } });

  it('replace the folders of commands and agents, and add skills and hooks', async () => {
    const { trusted } = makeProject(
      mounted({
        ...manifest({ commands: ['./other/a.md'], agents: './other/b.md', skills: ['./extra/s'], hooks: ['./other/h.json'] }),
        'commands/hidden.md': 'No.',
        'agents/hidden.md': 'No.',
        'skills/usual/SKILL.md': '---\ndescription: U.\n---\nU.',
        'extra/s/SKILL.md': '---\ndescription: S.\n---\nS.',
        'other/a.md': 'A.',
        'other/b.md': 'B.',
        'other/h.json': { hooks: { Stop: hook('echo h') } },
      }),
    );
    const { plan } = await trusted();
    expect(Object.keys(plan.skills ?? {})).toEqual(['review:a', 'review:usual', 'review:s']);
    expect(Object.keys(plan.agents)).toEqual(['review:b', 'main']);
    expect(plan.hooks.map(({ entry }) => entry.command)).toEqual(['echo h']);
  });

  it('can name commands in a map, and one skill can lie at the top', async () => {
    const { trusted } = makeProject(
      mounted({
        ...manifest({ commands: { go: { source: './x.md' } } }),
        'x.md': 'X.',
        'SKILL.md': '---\ndescription: T.\n---\nT.',
      }),
    );
    expect(Object.keys((await trusted()).plan.skills ?? {})).toEqual(['review:go', 'review:x']);
  });

  it.each([['../out.md'], ['/etc/passwd'], ['commands'], ['./a/../../out.md'], ['./gone.md']])(
    'are refused outside of the plugin, or without a file: %s',
    async (path) => {
      const { problems } = makeProject({ ...mounted(manifest({ commands: path })), 'out.md': 'Out.' });
      expect(await problems()).toEqual([expect.stringContaining(path)]);
    },
  );

  it('a plugin of Codex is read by its own manifest', async () => {
    const { trusted } = makeProject(
      mounted({ '.codex-plugin/plugin.json': { name: 'cod', version: '2.0.0' }, 'skills/a/SKILL.md': 'A.' }),
    );
    const { plan, trust } = await trusted();
    expect(Object.keys(plan.skills ?? {})).toEqual(['review:a']);
    expect(trust?.parts[0]?.package).toMatchObject({ name: 'cod', version: '2.0.0' });
  });
});

describe('a plugin that is no plugin', () => {
  it.each([
    [{ claude: './gone' }, /there is no folder/],
    [{ claude: '../outside' }, /leads out of the repository/],
    [{ claude: 'some words' }, /neither a folder nor a plugin/],
    [{ claude: 'x@nowhere' }, /there is no marketplace "nowhere"/],
    [{ claude: './vendor/review', extra: 1 }, /extra/],
    [{ claude: './vendor/review', sha: 'main' }, /40 hexadecimal digits/],
    [{ claude: './vendor/review', options: { key: 1 } }, /"?key"?/],
  ])('is refused: %j', async (mount, message) => {
    const { cwd, problems } = makeProject(mounted({ 'commands/x.md': 'X.' }, mount));
    writeFileSync(join(cwd, '../outside.md'), '');
    symlinkSync('/tmp', join(cwd, '../outside'));
    expect(await problems()).toEqual([expect.stringMatching(message)]);
  });

  it.each(['commands/y.md', 'node_modules/y.js'])('is refused with a link that leads out of it: %s', async (link) => {
    const { cwd, problems } = makeProject(mounted({ 'commands/x.md': 'X.', 'node_modules/x.js': '' }));
    symlinkSync('/etc/passwd', join(cwd, 'vendor/review', link));
    expect(await problems()).toEqual([expect.stringContaining(`the link ${link} leads out of it`)]);
  });

  it('is refused in the document of a program, which names folders in another way', async () => {
    const document = { plugins: { review: { claude: './vendor/review' } }, agents: { main: {} } };
    const { cwd, env } = makeProject(mounted({}));
    await expect(loadConfig({ cwd, env, document, packageRoots: [] })).rejects.toMatchObject({
      problems: [{ code: 'CONFIG_CLAUDE_MOUNT' }],
    });
  });

  it('is refused in a configuration that is code, which could name another one later', async () => {
    const code = 'export default { plugins: { review: { claude: "./vendor/review" } }, agents: { main: {} } };';
    const { cwd, env } = makeProject({ 'agent.config.mjs': code, 'vendor/review/commands/x.md': 'X.' });
    await expect(loadConfig({ cwd, env, packageRoots: [] })).rejects.toMatchObject({
      problems: [{ code: 'CONFIG_COMPAT_CODE' }],
    });
  });
});

describe('the options of a plugin', () => {
  const config = (more: object = {}) => ({
    '.claude-plugin/plugin.json': {
      name: 'x',
      userConfig: {
        url: { type: 'string', title: 'Address', description: 'd', default: 'https://a.example' },
        key: { type: 'string', title: 'Key', description: 'd', sensitive: true, required: true },
        top: { type: 'number', title: 'Top', description: 'd', min: 1, max: 9 },
      },
      ...more,
    },
  });
  const secret = { key: '${env:X_KEY:-k-1}' };

  it('reach servers, and hooks as variables', async () => {
    const more = {
      hooks: {
        Stop: hook('echo "$CLAUDE_PLUGIN_OPTION_KEY"'),
        SessionEnd: hook('x', { args: ['${user_config.key}', '${user_config.url}'] }),
      },
      mcpServers: { s: { command: 'x', args: ['${user_config.url}'], env: { K: '${user_config.key}' } } },
    };
    const { trusted } = makeProject(mounted(config(more), { options: secret }));
    const { plan } = await trusted();
    expect(plan.hooks[0]?.entry.env).toMatchObject({
      CLAUDE_PLUGIN_OPTION_KEY: 'k-1',
      CLAUDE_PLUGIN_OPTION_URL: 'https://a.example',
    });
    expect(plan.hooks[1]?.entry.args).toEqual(['k-1', 'https://a.example']);
    expect(plan.mcpServers?.['plugin:review:s']?.options).toMatchObject({ args: ['https://a.example'], env: { K: 'k-1' } });
  });

  it('without a value are told with the place where the value belongs', async () => {
    const userConfig = { token: { type: 'string', title: 'Token', description: 'd', sensitive: true } };
    const mcpServers = { s: { command: 'x', env: { K: '${user_config.token}' } } };
    const files = mounted({ '.claude-plugin/plugin.json': { name: 'x', userConfig, mcpServers } });
    const { plan, warnings } = await makeProject(files).trusted();
    expect(plan.mcpServers).toBeUndefined();
    const [{ message, fix } = {}] = warnings;
    expect([warnings.length, message]).toEqual([
      1,
      expect.stringContaining('${user_config.token} is an option of the plugin that has no value'),
    ]);
    expect(fix).toBe('Give it one: plugins.review.options.token, a text or ${env:NAME}.');
  });

  it('that are references bring no reference of the plugin with them', async () => {
    const written = '${user_config.key} ${env:HOME} ${user_config.url} $${env:HOME}';
    const { trusted } = makeProject(mounted(config({ hooks: { Stop: hook('x', { args: [written] }) } }), { options: secret }));
    const { plan } = await trusted();
    expect(plan.hooks[0]?.entry.args).toEqual(['k-1 ${env:HOME} https://a.example $${env:HOME}']);
  });

  it('reach texts, but no secret does', async () => {
    const files = { ...config(), 'agents/a.md': 'At ${user_config.url} with ${user_config.key}.' };
    const { plan } = await makeProject(mounted(files, { options: secret })).trusted();
    expect(plan.agents['review:a']?.instructions).toBe('At https://a.example with ${user_config.key}.');
  });

  it('reach the text of a skill only as plain words, since it can hold commands', async () => {
    const files = { ...config(), 'skills/s/SKILL.md': '---\ndescription: d\n---\n!`curl ${user_config.url}`' };
    const values = async (url: string) =>
      (await makeProject(mounted(files, { options: { ...secret, url } })).trusted()).plan.skills?.['review:s']?.values;
    expect(await values('https://b.example')).toMatchObject({ 'user_config.url': 'https://b.example' });
    expect(await values('x; touch y')).not.toHaveProperty(['user_config.url']);
  });

  it.each(['agents/a.md', 'skills/s/SKILL.md', 'commands/c.md'])('are refused in a shell line of a hook in %s', async (file) => {
    const head = (command: string) =>
      `---\ndescription: d\nhooks: { PreToolUse: [{ hooks: [{ type: command, command: '${command}' }] }] }\n---\nX.`;
    const of = (command: string) => makeProject(mounted({ ...config(), [file]: head(command) }, { options: secret }));
    expect(await of('curl ${user_config.url}').problems()).toEqual([expect.stringContaining('a shell would read')]);
    const { plan } = await of('${CLAUDE_PLUGIN_ROOT}/x').trusted();
    const [first] = [...Object.values(plan.agents), ...Object.values(plan.skills ?? {})].flatMap(({ hooks }) => hooks ?? []);
    expect(first?.entry).toMatchObject({ command: '${CLAUDE_PLUGIN_ROOT}/x', env: { CLAUDE_PLUGIN_OPTION_KEY: 'k-1' } });
  });

  it.each([
    [{}, /"?key"?/],
    [{ key: 'written-out' }, /is a secret/],
    [{ ...secret, top: 'x' }, /must be a number/],
    [{ ...secret, top: 10 }, /out of its range/],
    [{ ...secret, other: 1 }, /other/],
  ])('are checked: %j', async (options, message) => {
    expect(await makeProject(mounted(config(), { options })).problems()).toEqual([expect.stringMatching(message)]);
  });

  it.each([
    { hooks: { Stop: hook('curl ${user_config.url}') } },
    { mcpServers: { s: { type: 'http', url: 'https://a.example/', headersHelper: 'print ${user_config.url}' } } },
  ])('are refused in a line that a shell reads: %j', async (more) => {
    const files = config(more);
    expect(await makeProject(mounted(files, { options: secret })).problems()).toEqual([
      expect.stringContaining('a shell would read'),
    ]);
  });
});

describe('the language servers of a plugin', () => {
  const lspServers = { ts: { command: 'tsls', args: ['--stdio'], extensionToLanguage: { '.ts': 'typescript', '.tsx': 'tsx' } } };
  const files = { ...mounted({ '.lsp.json': lspServers }), '.git/HEAD': '' };
  const config = (plugins: object) => ({
    ...files,
    'agent.config.yaml': JSON.stringify({ plugins: { ...plugins, review: { claude: './vendor/review' } }, agents: { main: {} } }),
  });

  it('become options of the mounted tool, one for each language, once they are trusted', async () => {
    const { load, trusted } = makeProject(config({ lsp: '@loadout/tool-lsp' }));
    const before = await load();
    expect(before.plan.plugins.map(({ mount, options }) => [mount, options])).toEqual([['lsp', {}]]);
    expect(before.trust?.parts.map(({ path }) => path)).toEqual(['plugins.review', 'plugins.review.plugins.lsp']);
    expect((await trusted()).plan.plugins[0]?.options).toEqual({
      servers: {
        'review-ts-typescript': { command: 'tsls', args: ['--stdio'], extensions: ['.ts'], languageId: 'typescript' },
        'review-ts-tsx': { command: 'tsls', args: ['--stdio'], extensions: ['.tsx'], languageId: 'tsx' },
      },
    });
  });

  it('are named where no tool is mounted that uses them', async () => {
    const { warnings, plan } = await makeProject(config({})).trusted();
    expect(plan.plugins).toEqual([]);
    expect(warnings.map((one) => one.message)).toEqual([expect.stringContaining('no @loadout/tool-lsp is mounted')]);
  });
});
