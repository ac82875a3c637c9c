import { expect, it } from 'vitest';
import { masked } from '../document/flatten.js';
import { fromValue } from '../document/from-value.js';
import { dotted, type Node, type Place } from '../document/node.js';
import { Report } from '../document/report.js';
import { documentGate } from './gates.js';

const place: Place = { file: '/p/agent.config.yaml', line: 1, column: 1, length: 1, layer: 'project' };
const gate = documentGate({ isOwn: (use) => use.startsWith('@loadout/') });

function split(value: unknown): { waits: readonly string[]; rest: unknown } {
  const node: Node = fromValue(value, { place, report: new Report() });
  const { rest, parts } = gate(node, []);
  return { waits: parts.map((part) => dotted(part.path)), rest: rest === undefined ? undefined : masked(rest, []) };
}

const hook = (entry: object) => ({ hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [entry] }] } });

it.each([
  [{ name: 'x', description: 'y', models: { m: { provider: 'anthropic', id: 'z' } }, smallModel: 'm' }],
  [{ permissions: { deny: ['Bash'], ask: ['Read'], mode: 'plan' } }],
  [{ agents: { a: { instructions: 'Hi.', model: 'm', tools: ['Read'], limits: { turns: 3 }, mcpServers: ['github'] } } }],
  [{ defaults: { limits: { turns: 3 } } }],
  [hook({ type: 'block', phrases: ['rm'] })],
  [hook({ type: 'rateLimit', max: 1, perSeconds: 60 })],
  [{ plugins: { fs: '@loadout/tool-fs', shell: { use: '@loadout/tool-shell', options: { pty: true } } } }],
  [{ sandbox: 'bubblewrap' }],
  [{ sandbox: { required: true, filesystem: { denyRead: ['x'] }, network: { deniedDomains: ['x'] } } }],
  [{ secrets: { key: { env: 'KEY' } }, sessions: { keepResults: false, checkpoints: true } }],
  [{ hooks: null, env: null }],
  [{ allowedHttpHookUrls: ['https://hooks.example.com/*'] }],
  [{ agents: { a: { subagents: { tester: {}, Explore: {} } } } }],
  [
    {
      plugins: {
        agents: '@loadout/tool-agents',
        tasks: { use: '@loadout/tool-tasks', options: { strictTodos: true } },
        session: { use: '@loadout/tool-session', options: { pauseTimeout: 10 } },
        lsp: { use: '@loadout/tool-lsp', options: { diagnosticsWaitMs: 0 } },
        git: { use: '@loadout/tool-git', options: { timeoutSeconds: 10 } },
        schedule: { use: '@loadout/tool-schedule', options: { expireDays: 1 } },
      },
    },
  ],
  [{ profiles: { ci: { permissions: { deny: ['Bash'] } } } }],
])('keys that describe, choose or narrow apply without trust: %j (CFG-10)', (value) => {
  expect(split(value)).toEqual({ waits: [], rest: value });
});

it.each([
  [
    'an allow rule',
    { permissions: { allow: ['Bash'], deny: ['Read'] } },
    'permissions.allow',
    { permissions: { deny: ['Read'] } },
  ],
  ['a wider mode', { permissions: { mode: 'acceptEdits' } }, 'permissions.mode', { permissions: {} }],
  ['a mode that is filled in later', { permissions: { mode: '${env:X}' } }, 'permissions.mode', { permissions: {} }],
  [
    'a folder beside the workspace',
    { permissions: { additionalDirectories: ['..'] } },
    'permissions.additionalDirectories',
    { permissions: {} },
  ],
  ['an MCP server', { mcpServers: { x: { command: 'x' } } }, 'mcpServers.x', { mcpServers: {} }],
  ['a server of one agent', { agents: { a: { mcpServers: { x: {} } } } }, 'agents.a.mcpServers', { agents: { a: {} } }],
  [
    'a rule of one agent',
    { agents: { a: { permissions: { allow: ['Bash'] } } } },
    'agents.a.permissions.allow',
    { agents: { a: { permissions: {} } } },
  ],
  [
    'a package that a provider loads',
    { providers: { x: { use: '@loadout/model-ai-sdk', options: { package: '@ai-sdk/google' } } } },
    'providers.x.options.package',
    { providers: {} },
  ],
  [
    'what an agent grants those that it starts',
    { agents: { a: { subagents: { b: { grants: ['Bash'] }, Explore: {} } } } },
    'agents.a.subagents.b.grants',
    { agents: { a: { subagents: { b: {}, Explore: {} } } } },
  ],
  ['a local plugin', { plugins: { x: './x.mjs' } }, 'plugins.x', { plugins: {} }],
  ['a plugin of somebody else', { plugins: { x: { use: 'loadout-plugin-x' } } }, 'plugins.x', { plugins: {} }],
  [
    'options without the package that they are for',
    { providers: { x: { options: { turns: [] } } } },
    'providers.x',
    { providers: {} },
  ],
  [
    'a base URL, and with it the provider (T6)',
    { providers: { x: { use: '@loadout/model-anthropic', options: { baseUrl: 'http://x', maxRetries: 1 } } } },
    'providers.x.options.baseUrl',
    { providers: {} },
  ],
  [
    'a variable for commands',
    { plugins: { x: { use: '@loadout/tool-shell', options: { env: { A: 'b' } } } } },
    'plugins.x.options.env',
    { plugins: { x: { use: '@loadout/tool-shell', options: {} } } },
  ],
  [
    'a language server',
    { plugins: { x: { use: '@loadout/tool-lsp', options: { servers: { x: { command: './x' } }, startTimeout: 1 } } } },
    'plugins.x.options.servers',
    { plugins: { x: { use: '@loadout/tool-lsp', options: { startTimeout: 1 } } } },
  ],
  [
    'a backend for triggers',
    { plugins: { x: { use: '@loadout/tool-schedule', options: { remote: { url: 'http://x' } } } } },
    'plugins.x.options.remote',
    { plugins: { x: { use: '@loadout/tool-schedule', options: {} } } },
  ],
  ['a secret of a command', { secrets: { k: { command: ['x'] } } }, 'secrets.k', { secrets: {} }],
  ['a sandbox that is off', { sandbox: 'off' }, 'sandbox', {}],
  [
    'a host for the sandbox',
    { sandbox: { network: { allowedDomains: ['x'] } } },
    'sandbox.network.allowedDomains',
    { sandbox: { network: {} } },
  ],
  ['a folder for sessions', { sessions: { dir: './x', keepResults: true } }, 'sessions.dir', { sessions: { keepResults: true } }],
  ['variables', { env: { A: 'b' } }, 'env', {}],
  ['a key of a later version', { launch: ['x'] }, 'launch', {}],
  ['a key of an agent of a later version', { agents: { a: { launch: ['x'] } } }, 'agents.a.launch', { agents: { a: {} } }],
  [
    'the same in a profile',
    { profiles: { ci: { permissions: { allow: ['Bash'] } } } },
    'profiles.ci.permissions.allow',
    { profiles: { ci: { permissions: {} } } },
  ],
  ['a value that is not a map', { hooks: 'x' }, 'hooks', {}],
])('%s waits, and nothing else (CFG-10)', (_, value, path, rest) => {
  expect(split(value)).toEqual({ waits: [path], rest });
});

it.each(['command', 'module', 'http', 'prompt', 'audit', 'mcp', 'of-a-later-version'])('a hook of type %s waits', (type) => {
  expect(split(hook({ type }))).toEqual({
    waits: ['hooks.PreToolUse[0].hooks[0]'],
    rest: { hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [] }] } },
  });
});

it.each(['tokenCommand', 'transport', 'region', 'project', 'resource', 'profile'])(
  'the option %s of a provider waits with the whole provider (CFG-10)',
  (option) => {
    const options = { [option]: 'bedrock', maxRetries: 1 };
    expect(split({ providers: { x: { use: '@loadout/model-anthropic', options } } })).toEqual({
      waits: [`providers.x.options.${option}`],
      rest: { providers: {} },
    });
  },
);
