import { expect, it } from 'vitest';
import { importing } from './imported.test-kit.js';

const imported = importing();
const OWN = ['Read', 'Write', 'Edit', 'Glob', 'Grep', 'Bash', 'TodoWrite'];
const SECRET = `sk-${'a1'.repeat(12)}`;

const CONFIG = `model = "gpt-5"
model_reasoning_effort = "high"
approval_policy = "on-request"
sandbox_mode = "workspace-write"
developer_instructions = "Work for $5."
web_search = "live"
notify = ["notify-send"]

[sandbox_workspace_write]
writable_roots = ["/tmp/out"]
network_access = true

[mcp_servers.notes]
command = "npx"
args = ["-y", "@acme/notes@1.0.0"]
env_vars = ["NOTES_KEY"]
startup_timeout_sec = 20
enabled_tools = ["read"]

[mcp_servers.docs]
url = "https://docs.example/mcp"
bearer_token_env_var = "DOCS_TOKEN"
http_headers = { "X-Team" = "core" }

[mcp_servers.old]
command = "x"
enabled = false

[model_providers.own]
name = "Own"
base_url = "http://127.0.0.1:9999/v1"
env_key = "OWN_KEY"
wire_api = "responses"

[profiles.local]
model = "qwen3"
model_provider = "own"
approval_policy = "never"
`;

it('a config.toml of Codex becomes an agent for itself and for each profile', async () => {
  const { from, plan, losses, gains } = await imported('.codex/config.toml', {
    '.codex/config.toml': CONFIG,
    'AGENTS.md': 'Use tabs.',
  });
  expect(from).toBe('codex');
  const tools = [...OWN, 'WebSearch', 'mcp__notes__read', 'mcp__docs__*'];
  expect(plan.agents.codex).toMatchObject({
    models: ['codex'],
    tools,
    instructions: expect.stringMatching(/Work for \$5\.[\s\S]*Use tabs\./),
  });
  expect(plan.agents.local).toMatchObject({ models: ['local'], tools });
  expect(plan.models.local).toMatchObject({ provider: 'own', id: 'qwen3', effort: 'high' });
  expect(plan.models.codex).toMatchObject({ provider: 'openai', id: 'gpt-5', effort: 'high' });
  expect(plan.providers.own?.options).toMatchObject({ baseUrl: 'http://127.0.0.1:9999/v1', api: 'responses' });
  expect(losses).toEqual([
    '.codex/config.toml:7:1 notify: write a hook for Notification or Stop',
    '.codex/config.toml:11:1 sandbox_workspace_write.network_access: name the hosts under sandbox.network.allowedDomains',
    '.codex/config.toml:25:2 mcp_servers.old: it is switched off',
    '.codex/config.toml:38:1 profiles.local.approval_policy: permissions and the sandbox hold for all agents; write the agent into a configuration of its own',
  ]);
  expect(gains).toEqual([
    '.codex/config.toml:1:1 model -> agents.codex.model',
    '.codex/config.toml:2:1 model_reasoning_effort -> agents.codex.model',
    '.codex/config.toml:4:1 sandbox_mode -> permissions',
    '.codex/config.toml:4:1 sandbox_mode -> sandbox',
    '.codex/config.toml:5:1 developer_instructions -> agents.codex.instructions',
    '.codex/config.toml:6:1 web_search -> agents.codex.tools',
    '.codex/config.toml:10:1 sandbox_workspace_write.writable_roots -> sandbox.filesystem.allowWrite',
    '.codex/config.toml:13:2 mcp_servers.notes -> mcpServers.notes',
    '.codex/config.toml:20:2 mcp_servers.docs -> mcpServers.docs',
    '.codex/config.toml:31:1 model_providers.own.base_url -> providers.own.options.baseUrl',
    '.codex/config.toml:32:1 model_providers.own.env_key -> providers.own.options.apiKey',
    '.codex/config.toml:33:1 model_providers.own.wire_api -> providers.own.options.api',
    '.codex/config.toml:36:1 profiles.local.model -> agents.local.model',
    '.codex/config.toml:37:1 profiles.local.model_provider -> agents.local.model',
  ]);
});

it.each([
  ['approval_policy = "never"', { mode: 'dontAsk' }, undefined],
  [
    'approval_policy = "never"\nsandbox_mode = "workspace-write"',
    { mode: 'dontAsk', allow: ['Edit', 'Write'] },
    { use: 'bubblewrap', autoAllow: true },
  ],
  ['approval_policy = "untrusted"\nsandbox_mode = "workspace-write"', { mode: 'acceptEdits' }, { use: 'bubblewrap' }],
  ['sandbox_mode = "read-only"', undefined, undefined],
  ['approval_policy = "on-request"\nsandbox_mode = "danger-full-access"', undefined, undefined],
])('what Codex lets run unasked is no more here: %s', async (text, permissions, sandbox) => {
  const { text: made } = await imported('config.toml', { 'config.toml': `${text}\n` });
  const { parse } = await import('yaml');
  expect(parse(made)).toMatchObject({ ...(permissions && { permissions }), ...(sandbox && { sandbox }) });
  expect(Object.hasOwn(parse(made), 'permissions')).toBe(permissions !== undefined);
});

it('no secret that is written out is copied, and the report names the variable', async () => {
  const { text, losses } = await imported('config.toml', {
    'config.toml': `[mcp_servers.a]
command = "x"
args = ["--key=${SECRET}", "--token", "hunter2", "--api-key=hunter2", "https://u:hunter2@a.example/?api_key=hunter2&x=1"]
env = { API_TOKEN = "hunter2", MODE = "fast" }
[mcp_servers.b]
url = "https://b.example"
http_headers = { Authorization = "Basic aHVudGVyMg==" }
bearer_token = "hunter2"
[model_providers.own]
base_url = "https://own.example"
experimental_bearer_token = "hunter2"
`,
  });
  expect(text).not.toMatch(/hunter2|aHVudGVy|sk-a1/);
  expect(text).toContain('--key=${secret:A_KEY}');
  expect(text).toContain('https://u:${secret:A_PASSWORD}@a.example/?api_key=${secret:A_API_KEY}&x=1');
  expect(text).toContain('MODE: fast');
  expect(losses.map((line) => line.replace(/^\S+ /, ''))).toEqual([
    'mcp_servers.a.key: a secret is not copied; set the variable A_KEY',
    'mcp_servers.a.token: a secret is not copied; set the variable A_TOKEN',
    'mcp_servers.a.api-key: a secret is not copied; set the variable A_API_KEY',
    'mcp_servers.a.password: a secret is not copied; set the variable A_PASSWORD',
    'mcp_servers.a.api_key: a secret is not copied; set the variable A_API_KEY',
    'mcp_servers.a.API_TOKEN: a secret is not copied; set the variable A_API_TOKEN',
    'mcp_servers.b.Authorization: a secret is not copied; set the variable B_AUTHORIZATION',
    'mcp_servers.b.bearer_token: a key in a file is not taken over; it is read from a variable',
    'model_providers.own.experimental_bearer_token: a key in a file is not taken over; it is read from a variable',
  ]);
});

it('a file that is not TOML is refused at its line', async () => {
  await expect(imported('config.toml', { 'config.toml': 'model = "a"\nmodel = = 3\n' })).rejects.toThrow(
    /config\.toml:2:\d+ is not TOML/,
  );
});

it('a prompt file is named from the project, and one that is missing or elsewhere is lost', async () => {
  const files = { '.codex/prompt.md': 'Think first.', '.codex/config.toml': 'model_instructions_file = "prompt.md"\n' };
  const { plan } = await imported('.codex/config.toml', files);
  expect(plan.agents.codex?.instructions).toContain('Think first.');
  const missing = await imported('.codex/config.toml', {
    '.codex/config.toml': 'model_instructions_file = "none.md"\nsandbox_mode = "read-only"\n',
  });
  expect(missing.losses).toEqual(['.codex/config.toml:1:27 model_instructions_file: there is no file none.md']);
});

it('each secret has a variable of its own, and no file keeps one in a server, in instructions or in a provider', async () => {
  const github = `ghp_${'a1B2'.repeat(9)}`;
  const { text, losses } = await imported('config.toml', {
    'config.toml': `developer_instructions = "Use ${SECRET} and ${github}."
[mcp_servers.a]
command = "sh"
args = ["-c", "PGPASSWORD=inlinepw77 psql", "--password=one11", "--password=two22"]
env = { PASS = "plainpass66", MY_PAT = "pat88", CONN = "Server=x;Password=connpw33;", MODE = "fast" }
[mcp_servers."A-"]
command = "y"
env = { PASS = "other44" }
[model_providers.own]
base_url = "https://own.example/v1?key=urlkey55"
[profiles.p]
model = "m"
model_provider = "own"
`,
  });
  expect(text).not.toMatch(/plainpass66|pat88|connpw33|inlinepw77|one11|two22|other44|urlkey55|sk-a1|ghp_/);
  expect(text).toContain('instructions: Use IMPORT_KEY and IMPORT_KEY_2.');
  expect(text).toContain('--password=${secret:A_PASSWORD}');
  expect(text).toContain('--password=${secret:A_PASSWORD_2}');
  const named = losses.map((line) => line.replace(/^\S+ /, ''));
  expect(named).toEqual([
    'developer_instructions: a secret is not copied; IMPORT_KEY stands in its place',
    'developer_instructions: a secret is not copied; IMPORT_KEY_2 stands in its place',
    'mcp_servers.a.PGPASSWORD: a secret is not copied; set the variable A_PGPASSWORD',
    'mcp_servers.a.password: a secret is not copied; set the variable A_PASSWORD',
    'mcp_servers.a.password: a secret is not copied; set the variable A_PASSWORD_2',
    'mcp_servers.a.PASS: a secret is not copied; set the variable A_PASS',
    'mcp_servers.a.MY_PAT: a secret is not copied; set the variable A_MY_PAT',
    'mcp_servers.a.CONN: a secret is not copied; set the variable A_CONN',
    'mcp_servers.A-: the name "A-" is taken; the server is called a-2',
    'mcp_servers.A-.PASS: a secret is not copied; set the variable A__PASS',
    'model_providers.own.base_url: a secret is not copied; IMPORT_KEY_3 stands in its place',
  ]);
});
