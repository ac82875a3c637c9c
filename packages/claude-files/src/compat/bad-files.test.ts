import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { load, makeSandbox, problems, TOOL_FS, TOOL_SHELL } from '../../../config/src/load/sandbox.fixture.js';

const sandbox = makeSandbox();
beforeAll(() => {
  sandbox.install('@loadout/tool-fs', TOOL_FS);
  sandbox.install('@loadout/tool-shell', TOOL_SHELL);
  sandbox.install('@loadout/hooks', { hookTypes: { command: { type: 'object', properties: { timeout: { type: 'number' } } } } });
  sandbox.install('@loadout/mcp', {
    options: {
      type: 'object',
      properties: {
        servers: {
          type: 'object',
          additionalProperties: {
            type: 'object',
            properties: {
              args: { type: 'array', items: { type: 'string' } },
              env: { type: 'object', additionalProperties: { type: 'string' } },
              disabled: { type: 'boolean' },
            },
          },
        },
      },
    },
  });
});
afterAll(() => sandbox.remove());

const HEAD = 'compat: true\nplugins: { fs: "@loadout/tool-fs", shell: "@loadout/tool-shell" }\n';
const CONFIG = `${HEAD}agents: { main: {} }\n`;
const json = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
const project = (files: Readonly<Record<string, unknown>>, config = CONFIG) =>
  sandbox.project({
    'agent.config.yaml': config,
    '.git/HEAD': '',
    ...Object.fromEntries(Object.entries(files).map(([name, value]) => [name, json(value)])),
  });
const settings = (value: unknown) => ({ '.claude/settings.json': value });
const servers = (mcpServers: unknown) => ({ '.mcp.json': { mcpServers } });
const agent = (head: string) => ({ '.claude/agents/a.md': `---\n${head}\n---\nHi.` });
const hook = (event: string, entry: unknown) => settings({ hooks: { [event]: [{ hooks: [entry] }] } });

describe('JSON of other tools', () => {
  it('is read with comments, so their rules and servers count (GAP-A1)', async () => {
    const cwd = project({
      '.claude/settings.json':
        '{\n  // the rules of the team\n  "permissions": { "deny": [\n    // keys\n    "Read(secret.txt)",\n  ] }\n}\n',
      '.mcp.json':
        '/* tests */ {\n  // the browser\n  "mcpServers": { "on": { "command": "node", "args": ["server.mjs"] } }\n} // end\n',
    });
    const { plan, warnings } = await load(cwd);
    expect(warnings).toEqual([]);
    expect(plan.permissions.rules.map(({ behavior, tool, position }) => [behavior, tool, position?.line])).toEqual([
      ['deny', 'Read', 5],
    ]);
    expect(Object.keys(plan.mcpServers ?? {})).toEqual(['on']);
  });

  it.each([
    [settings("{ permissions: { deny: ['Read'] } }"), 'CONFIG_SYNTAX'],
    [settings('{ "permissions": { "deny": ["Read"] }, "permissions": {} }'), 'CONFIG_DUPLICATE_KEY'],
    [settings('{ "__proto__": {} }'), 'CONFIG_KEY_FORBIDDEN'],
    [settings('# rules\npermissions: {}'), 'CONFIG_SYNTAX'],
    [settings('["Read"]'), 'CONFIG_NOT_A_MAP'],
    [{ '.mcp.json': '{ mcpServers: {} }' }, 'CONFIG_SYNTAX'],
    [{ '.claude/settings.json': '{ "permissions": {', '.mcp.json': '{}' }, 'CONFIG_SYNTAX'],
  ])('is one error with its place if it is anything else: %j (GAP-A1)', async (files, code) => {
    const found = await load(project(files)).catch((error) => error.problems);
    expect(found).toMatchObject([{ code, position: { line: expect.any(Number) } }]);
    expect(JSON.stringify(found)).not.toContain('agents:');
  });

  it('is the configuration itself too, as agent.config.jsonc (GAP-A1)', async () => {
    const text = '{\n  // the one agent\n  "agents": { "main": {}, },\n}\n';
    for (const name of ['agent.config.json', 'agent.config.jsonc'])
      expect((await load(sandbox.project({ [name]: text }))).plan.agents).toHaveProperty('main');
    expect(await problems(sandbox.project({ 'agent.config.json': '{ agents: { main: {} } }' }))).toEqual(['CONFIG_SYNTAX ']);
  });

  it('may be empty (GAP-A2)', async () => {
    for (const text of ['', ' \n', '// nothing\n', '{}'])
      expect((await load(project({ '.claude/settings.json': text, '.mcp.json': text }))).warnings).toEqual([]);
  });
});

describe('a part that cannot be read is left out with a warning that names it (GAP-A2)', () => {
  it.each([
    ['a rule that allows', settings({ permissions: { allow: ['Read', 3, 'Bash('] } }), /permissions\.allow/, 1],
    [
      'rules that allow',
      settings({ permissions: { allow: 'Read' } }),
      /permissions\.allow is ignored: it must be a list, but is/,
      0,
    ],
    ['a folder', settings({ permissions: { additionalDirectories: [{}] } }), /permissions\.additionalDirectories/, 0],
    ['a hook that only looks', hook('PostToolUse', { command: 'x' }), /hooks\.PostToolUse\[0\]\.hooks\[0\] is ignored/, 0],
    ['a number for a hook', hook('SessionStart', 7), /hooks\.SessionStart\[0\]\.hooks\[0\] is ignored/, 0],
    ['a hook of a wrong field', hook('PostToolUse', { type: 'command', command: 'x', timeout: 'soon' }), /hooks\.PostToolUse/, 0],
    ['hooks that are no list', settings({ hooks: { PostToolUse: {} } }), /hooks\.PostToolUse is ignored/, 0],
    ['a server that is a text', servers({ a: 'x' }), /\.mcp\.json: mcpServers\.a is ignored: it must/, 0],
    ['a server with nothing', servers({ a: {} }), /mcpServers\.a is ignored: .*neither command nor url/, 0],
    ['a server with a number among its words', servers({ a: { command: 'x', args: [1] } }), /mcpServers\.a is ignored/, 0],
    ['a server of another scheme', servers({ a: { url: 'file:///x' } }), /mcpServers\.a is ignored/, 0],
    ['a variable that is not set', servers({ a: { command: 'x', env: { T: '${NOT_SET_HERE}' } } }), /NOT_SET_HERE is not set/, 0],
    ['servers that are a list', { '.mcp.json': { mcpServers: [] } }, /mcpServers is ignored: it is a list/, 0],
    ['a field of an agent', agent('effort: [a]'), /agents\.a\.effort is ignored/, 0],
    ['an agent with tools that are a map', agent('tools: { a: 1 }'), /agents\.a is ignored/, 0],
    ['an agent with a limit that is a word', agent('maxTurns: many'), /agents\.a is ignored/, 0],
    ['an agent that is no YAML', agent('name: a\n  b: c\n d'), /the agent a is ignored: /, 0],
    ['an agent that is a list', agent('- a'), /the agent a is ignored/, 0],
    ['an agent with a key twice', agent('name: a\nname: b'), /the agent a is ignored/, 0],
    ['a skill that is no YAML', { '.claude/skills/s/SKILL.md': '---\n a: [\n---\n' }, /the skill s is ignored/, 0],
  ])('%s', async (_, files, message, rules) => {
    const { plan, warnings } = await load(project({ '.claude/agents/other.md': 'Hi.', ...files }));
    expect(warnings.map((one) => one.message)).toContainEqual(expect.stringMatching(message));
    expect(warnings.every((one) => one.position !== undefined)).toBe(true);
    expect(plan.permissions.rules.length).toBe(rules);
    expect(Object.keys(plan.agents)).toEqual(expect.arrayContaining(['main', 'other']));
    expect([...plan.hooks, ...Object.keys(plan.mcpServers ?? {})]).toEqual([]);
  });

  it('and its neighbours are used', async () => {
    const { plan, warnings } = await load(
      project({
        ...servers({ a: { command: 'x', env: { T: '${NOT_SET_HERE}' } }, b: { command: 'y' }, c: 1, d: { command: 'z' } }),
        '.claude/settings.json': { permissions: { allow: [1, 'Read', 2], deny: ['Write'] } },
      }),
    );
    expect(Object.keys(plan.mcpServers ?? {})).toEqual(['b', 'd']);
    expect(plan.permissions.rules.map((rule) => [rule.behavior, rule.tool])).toEqual([
      ['deny', 'Write'],
      ['allow', 'Read'],
    ]);
    expect(warnings.length).toBe(4);
  });

  it('but numbers among variables and headers are texts, and empty hooks are none', async () => {
    const { plan, warnings } = await load(
      project({ ...servers({ a: { command: 'x', env: { PORT: 8080 } } }), ...agent('hooks: []\ndescription: d') }),
    );
    expect(plan.mcpServers?.a?.options).toMatchObject({ env: { PORT: '8080' } });
    expect(plan.agents.a).toMatchObject({ description: 'd' });
    expect(warnings).toMatchObject([
      { message: '.mcp.json: mcpServers.a.env.PORT is the number 8080 and is read as the text "8080".', fix: 'Write "8080".' },
    ]);
  });

  it('but a description over several lines ends at the next key that its tool knows', async () => {
    const head =
      'name: a\ndescription: Use this to probe. Examples:\n<example>\nContext: asked\nuser: "hello"\n</example>\nmodel: sonnet';
    const config = `${HEAD}models: { sonnet: { provider: anthropic, id: x } }\nagents: { main: {} }\n`;
    const { plan, warnings } = await load(project(agent(head), config));
    expect(plan.agents.a).toMatchObject({
      models: ['sonnet'],
      instructions: 'Hi.',
      description: 'Use this to probe. Examples:\n<example>\nContext: asked\nuser: "hello"\n</example>',
    });
    expect(warnings).toMatchObject([
      { message: expect.stringMatching(/description .* the lines 3 to 7/), position: { line: 3 } },
    ]);
  });
});

it('a server that is left out is still known to what names it (GAP-A2)', async () => {
  const config = `${HEAD}permissions: { deny: [mcp__a__x] }\nagents: { main: { mcpServers: [a, b] } }\n`;
  const files = servers({ a: { command: 'x', env: { T: '${NOT_SET_HERE}' } }, b: { command: 'y' } });
  const { plan, warnings } = await load(project(files, config));
  expect([Object.keys(plan.mcpServers ?? {}), plan.agents.main?.mcpServers]).toEqual([['b'], ['a', 'b']]);
  expect(warnings.map((one) => one.message)).toContainEqual(expect.stringMatching(/mcpServers\.a is ignored/));
});

describe('the words of other programs (GAP-A5)', () => {
  it.each([
    ['httpUrl', { httpUrl: 'https://mcp.example' }, 'httpUrl is called url here.'],
    ['serverUrl', { serverUrl: 'https://mcp.example' }, 'serverUrl is called url here.'],
    [
      'transport',
      { transport: { url: 'https://mcp.example' } },
      'Write url: https://… and type: http, or type: sse, in the server itself.',
    ],
  ])('%s of a server: the fix says how it is written here', async (_, server, fix) => {
    const { plan, warnings } = await load(project(servers({ a: server })));
    expect(warnings.map((one) => one.fix)).toContain(fix);
    expect(Object.keys(plan.mcpServers ?? {})).toEqual([]);
  });

  it.each([
    [{ servers: { a: { command: 'x' } } }, 'In .mcp.json the key is mcpServers.'],
    [{ mcpservers: { a: { command: 'x' } } }, 'In .mcp.json the key is mcpServers.'],
    [{ a: { command: 'x' } }, 'Put a under mcpServers.'],
  ])('servers at another place: %j', async (file, fix) => {
    const { warnings } = await load(project({ '.mcp.json': file }));
    expect(warnings.map((one) => one.fix)).toEqual([fix]);
  });

  it('a server that is not enabled is off, and a switch that is none is refused', async () => {
    const { plan, warnings } = await load(
      project(
        servers({
          a: { command: 'x', enabled: false },
          b: { command: 'x', enabled: true },
          c: { command: 'x', enabled: true, disabled: true },
        }),
      ),
    );
    expect(warnings).toEqual([]);
    expect(Object.entries(plan.mcpServers ?? {}).map(([key, { options }]) => [key, options?.disabled])).toEqual([
      ['a', true],
      ['b', undefined],
      ['c', true],
    ]);
    for (const enabled of ['false', 0, [], {}])
      expect(await problems(project(servers({ a: { command: 'x', enabled } })))).toEqual([
        'CONFIG_COMPAT_GUARD mcpServers.a.enabled',
      ]);
  });
});

it('a rule with * inside a word says that its meaning is narrower here (GAP-A4)', async () => {
  const { plan, warnings } = await load(
    project(settings({ permissions: { allow: ['Bash(npm run build*)', 'Bash(npm test:*)'], deny: ['Bash(rm*)'] } })),
  );
  expect(plan.permissions.rules.map((rule) => [rule.behavior, rule.specifier])).toEqual([
    ['deny', 'rm*'],
    ['allow', 'npm run build*'],
    ['allow', 'npm test:*'],
  ]);
  expect(warnings).toMatchObject([
    {
      message: expect.stringContaining('is read as a rule whose * is a part of one word'),
      fix: 'Write Bash(npm run build*:*) to allow more words.',
    },
  ]);
});

describe('a part that restricts something is refused with its place (GAP-A2)', () => {
  it.each([
    ['a deny rule', settings({ permissions: { deny: ['Read', 'Bash('] } })],
    ['a deny rule that is a number', settings({ permissions: { deny: [1] } })],
    ['Deny', settings({ permissions: { Deny: ['Read'] } })],
    ['denny', settings({ permissions: { denny: ['Read'] } })],
    ['ASK', settings({ permissions: { ASK: ['Read'] } })],
    ['defaultmode', settings({ permissions: { defaultmode: 'plan' } })],
    ['Permissions', settings({ Permissions: { deny: ['Read'] } })],
    ['permission', settings({ permission: { deny: ['Read'] } })],
    ['Hooks', settings({ Hooks: { PreToolUse: [] } })],
    ['DisabledMcpJsonServers', settings({ DisabledMcpJsonServers: ['a'] })],
    ['a server that is Disabled', servers({ a: { command: 'x', Disabled: true } })],
    ['disallowed_tools', agent('disallowed_tools: Write')],
    ['Tools', agent('Tools: Read')],
    ['an ask rule', settings({ permissions: { ask: ['Bash('] } })],
    ['deny rules that are a text', settings({ permissions: { deny: 'Read' } })],
    ['a mode', settings({ permissions: { defaultMode: 'plna' } })],
    ['a mode that is a number', settings({ permissions: { defaultMode: 1 } })],
    ['permissions that are a list', settings({ permissions: [] })],
    ['a guard without a type', hook('PreToolUse', { command: 'x' })],
    ['a guard of another type', hook('PreToolUse', { type: 'wasm', module: 'x' })],
    ['a guard that is a text', hook('PermissionRequest', 'x')],
    ['a guard with a wrong field', hook('PreToolUse', { type: 'command', command: 'x', timeout: 'soon' })],
    ['guards that are no list', settings({ hooks: { PreToolUse: {} } })],
    ['a guard without a list', settings({ hooks: { PreToolUse: [{ type: 'command', command: 'x' }] } })],
    ['a guard with a misspelt event', settings({ hooks: { PreTooluse: [{ hooks: [{ type: 'command', command: 'x' }] }] } })],
    ['hooks that are a list', settings({ hooks: [{ type: 'command', command: 'x' }] })],
    ['the switch of all hooks', settings({ disableAllHooks: 'true' })],
    ['servers that are off', { ...settings({ disabledMcpjsonServers: 'a' }), ...servers({ a: { command: 'x' } }) }],
    ['a server that is off', { ...settings({ disabledMcpjsonServers: [['a']] }), ...servers({ a: { command: 'x' } }) }],
    ['the switch of a server', servers({ a: { command: 'x', disabled: 'true' } })],
    ['addresses of hooks', settings({ allowedHttpHookUrls: 'https://a/' })],
    ['the mode of an agent', agent('permissionMode: plna')],
    ['a guard of an agent', agent('hooks: { PreToolUse: [{ hooks: [{ type: wasm }] }] }')],
    ['a guard of a skill', { '.claude/skills/s/SKILL.md': '---\ndescription: d\nhooks: { PreToolUse: 1 }\n---\nHi.' }],
  ])('%s', async (_, files) => {
    const found = await load(project(files)).catch((error) => error.problems ?? error);
    expect(found[0]).toMatchObject({ severity: 'error', position: { line: expect.any(Number) } });
  });

  it('an agent file that adds to an agent of the configuration', async () => {
    const own = `${HEAD}agents: { main: {}, a: { description: mine } }\n`;
    for (const head of ['disallowedTools: { a: 1 }', 'name: a\n  b: c\n d'])
      expect(await problems(project(agent(head), own))).toEqual([expect.stringMatching(/agents\.a/)]);
  });

  it('a settings file that cannot be opened, or leads elsewhere', async () => {
    for (const make of [
      (file: string) => symlinkSync('/dev/null/none', file),
      (file: string) => symlinkSync(join(sandbox.root, 'elsewhere.json'), file),
      (file: string) => mkdirSync(file),
      (file: string) => writeFileSync(file, Buffer.from([0x7b, 0xff, 0x7d])),
    ]) {
      writeFileSync(join(sandbox.root, 'elsewhere.json'), '{}');
      const cwd = project({ '.claude/x': '' });
      make(join(cwd, '.claude/settings.json'));
      expect(await problems(cwd)).toHaveLength(1);
    }
    const closed = project(settings('{}'));
    chmodSync(join(closed, '.claude/settings.json'), 0);
    if (process.getuid?.() !== 0) expect(await problems(closed)).toHaveLength(1);
  });
});
