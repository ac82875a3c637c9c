import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { load, makeSandbox, problems, TOOL_FS, TOOL_SHELL } from './sandbox.fixture.js';

const sandbox = makeSandbox();
beforeAll(() => {
  sandbox.install('@loadout/tool-fs', TOOL_FS);
  sandbox.install('@loadout/tool-shell', TOOL_SHELL);
  sandbox.install('@loadout/hooks', {
    hookTypes: { command: { type: 'object', properties: { command: { type: 'string' } }, required: ['command'] } },
  });
  sandbox.install('loadout-plugin-crm', { tools: [{ name: 'search' }, { name: 'create' }] }, '2.3.0');
});
afterAll(() => sandbox.remove());

const yaml = (text: string) => ({ 'agent.config.yaml': text });

describe('the providers of a plan (G12)', () => {
  const own = 'providers: { gateway: ./gateway.js, script: { use: ./mine.js } }\n';
  const agent = 'agents: { a: { model: anthropic/claude-x } }\n';
  const files = { 'gateway.js': '', 'mine.js': '', 'agent.config.yaml': own + agent };
  const usesOf = ({ providers }: { readonly providers: Readonly<Record<string, { readonly use: string }>> }) =>
    Object.fromEntries(Object.entries(providers).map(([name, { use }]) => [name, use]));

  it('are the built-in ones and the entries of the file, which replace those of their name', async () => {
    const { plan } = await load(sandbox.project(files));
    expect(usesOf(plan)).toEqual({ anthropic: '@loadout/model-anthropic', gateway: './gateway.js', script: './mine.js' });
  });

  it('need no optional secret that is not set, and get the one that is (G15)', async () => {
    const schema = { type: 'object', properties: { apiKey: { type: 'string', minLength: 1 } }, additionalProperties: false };
    sandbox.install('@loadout/model-anthropic', { model: true, options: schema });
    const cwd = sandbox.project(
      yaml(
        'providers: { claude: { use: "@loadout/model-anthropic", options: { apiKey: "${secret:KEY}" } } }\n' +
          'secrets: { KEY: { env: KEY, required: false } }\nagents: { a: { model: script/x } }\n',
      ),
    );
    expect((await load(cwd)).plan.providers.claude?.options).toEqual({});
    expect((await load(cwd, { env: { KEY: 'k' } })).plan.providers.claude?.options).toEqual({ apiKey: 'k' });
  });

  it('lack an entry that waits for trust, and no built-in one takes its name', async () => {
    const cwd = sandbox.project(files);
    const { plan } = await load(cwd, { trust: { file: join(cwd, 'trust.json') } });
    expect(usesOf(plan)).toEqual({ anthropic: '@loadout/model-anthropic' });
    expect(plan.waiting?.providers).toEqual(['script', 'gateway']);
  });
});

describe('a plan', () => {
  it('comes from the smallest file that runs', async () => {
    const cwd = sandbox.project(yaml('agents:\n  helper: { instructions: Answer in one sentence. }\n'));
    const { plan, warnings } = await load(cwd);
    expect(warnings).toEqual([]);
    expect(plan.agents.helper).toEqual({
      name: 'helper',
      instructions: 'Answer in one sentence.',
      models: [],
      tools: [],
      disallowedTools: [],
      permissions: { rules: [] },
      hooks: [],
      limits: {},
      concurrency: 10,
      model: {},
      position: { file: join(cwd, 'agent.config.yaml'), line: 2, column: 11 },
    });
    expect(plan.providers).toMatchObject({
      anthropic: { use: '@loadout/model-anthropic' },
      script: { use: '@loadout/model-script' },
    });
  });

  it('contains the window of a model, and the point at which an agent compacts (COMPACT-01)', async () => {
    const cwd = sandbox.project(
      yaml(`models:
  smart: { provider: anthropic, id: claude-x, contextWindow: 200000 }
defaults: { context: { compaction: { at: 0.9, keepTokens: 5000 } } }
agents:
  a: { model: smart }
  b: { model: smart, context: { compaction: { at: 0.5, off: true } } }
`),
    );
    const { plan } = await load(cwd);
    expect(plan.models.smart).toMatchObject({ contextWindow: 200_000 });
    expect(plan.agents.a?.compaction).toEqual({ at: 0.9, keepTokens: 5000 });
    expect(plan.agents.b?.compaction).toEqual({ at: 0.5, keepTokens: 5000, off: true });
  });

  it('contains every section with its positions (CFG-03)', async () => {
    const cwd = sandbox.project({
      ...yaml(`version: 1
name: acme-web
x-note: free
plugins:
  fs: "@loadout/tool-fs"
  shell: "@loadout/tool-shell"
  crm: { use: loadout-plugin-crm@^2.1, options: { url: "\${env:CRM_URL:-https://crm}" }, overrides: { Read: search } }
  deploy: ./deploy.js
models:
  smart: { provider: anthropic, id: claude-x, effort: high, price: { input: 5, output: 25 } }
permissions:
  mode: acceptEdits
  deny: ["Bash(git push --force:*)"]
  ask: [Bash]
  allow: [Read]
  additionalDirectories: [../shared, ~/notes]
hooks:
  PreToolUse:
    - matcher: Write|Edit
      hooks: [{ type: command, command: ./check.sh }]
defaults: { model: smart, limits: { turns: 60 }, effort: low }
agents:
  lead:
    description: Leads.
    instructions: [{ file: lead.md }, "PR \${param:pr}."]
    prompt: "Review #\${param:pr}."
    params: { pr: { type: integer, required: true }, depth: { type: integer, default: 2 } }
    tools: [Read, "crm__*"]
    disallowedTools: [Write]
    permissions: { mode: plan, ask: [Bash] }
    limits: { time: 2m, turns: "\${param:depth}" }
    model: [smart, anthropic/claude-y]
    output: { schema: { type: object, properties: { x-y: { type: string } } } }
sessions: { dir: .sessions }
`),
      'lead.md': 'Lead. Costs ${100}.\n',
      'deploy.js': 'export default 1;\n',
    });
    const file = join(cwd, 'agent.config.yaml');
    const { plan, origins } = await load(cwd, { params: { pr: '7' }, env: { HOME: '/home/me' } });
    expect(plan).toMatchObject({
      name: 'acme-web',
      configFile: file,
      configDir: cwd,
      workspace: cwd,
      sessions: { dir: join(cwd, '.sessions') },
    });
    expect(plan.plugins[2]).toMatchObject({
      mount: 'crm',
      use: 'loadout-plugin-crm',
      options: { url: 'https://crm' },
      overrides: { Read: 'search' },
    });
    expect(plan.plugins[3]).toMatchObject({ use: './deploy.js', position: { file, line: 8, column: 11 } });
    expect(plan.models).toMatchObject({
      smart: { id: 'claude-x', position: { line: 10 } },
      'anthropic/claude-y': { provider: 'anthropic', id: 'claude-y' },
    });
    expect(plan.permissions.additionalDirectories).toEqual([join(sandbox.root, 'shared'), '/home/me/notes']);
    expect(plan.permissions.rules[0]).toEqual({
      behavior: 'deny',
      tool: 'Bash',
      specifier: 'git push --force:*',
      layer: 'project',
      position: { file, line: 13, column: 10 },
    });
    expect(plan.hooks).toMatchObject([
      { event: 'PreToolUse', matcher: 'Write|Edit', entry: { type: 'command', command: './check.sh' }, position: { line: 20 } },
    ]);
    expect(plan.agents.lead).toMatchObject({
      instructions: 'Lead. Costs ${100}.\n\nPR 7.',
      prompt: 'Review #7.',
      models: ['smart', 'anthropic/claude-y'],
      tools: ['Read', 'crm__*'],
      permissions: { mode: 'plan', rules: [{ behavior: 'ask', tool: 'Bash', layer: 'agent' }] },
      limits: { time: 120, turns: 2 },
      output: { retries: 2, schema: { properties: { 'x-y': { type: 'string' } } } },
      model: { effort: 'low' },
    });
    expect(origins['agents.lead.limits.time']).toEqual({ file, line: 31, column: 21 });
    expect(JSON.parse(JSON.stringify(plan))).toEqual(JSON.parse(JSON.stringify(plan)));
  });

  it('is the same from YAML, JSON, JavaScript and TypeScript (CFG-08)', async () => {
    const data = {
      plugins: { fs: '@loadout/tool-fs' },
      agents: { a: { instructions: 'Hi', tools: ['Read'], limits: { turns: 3 } } },
    };
    const texts = {
      'agent.config.json': JSON.stringify(data, undefined, '\t'),
      'agent.config.mjs': `export default ${JSON.stringify(data)};`,
      'agent.config.ts': `const config: object = ${JSON.stringify(data)};\nexport default config;`,
      'agent.config.yml':
        'plugins: { fs: "@loadout/tool-fs" }\nagents:\n  a:\n    instructions: Hi\n    tools: [Read]\n    limits: { turns: 3 }\n',
    };
    const plans = await Promise.all(
      Object.entries(texts).map(async ([name, text]) => {
        const { plan } = await load(sandbox.project({ [name]: text }));
        return { plugins: plan.plugins.map((one) => one.use), agent: { ...plan.agents.a, position: undefined } };
      }),
    );
    for (const plan of plans) expect(plan).toEqual(plans[0]);
  });

  it('takes the model of an agent from LOADOUT_MODEL when the file names none (CFG-09)', async () => {
    const cwd = sandbox.project(yaml('agents:\n  a: {}\n  b: { model: script/x }\n'));
    const { plan } = await load(cwd, { env: { LOADOUT_MODEL: 'anthropic/claude-z' } });
    expect(plan.agents.a?.models).toEqual(['anthropic/claude-z']);
    expect(plan.agents.b?.models).toEqual(['script/x']);
    expect(plan.models['anthropic/claude-z']).toEqual({ provider: 'anthropic', id: 'claude-z' });
  });

  it('refuses an unknown LOADOUT_MODEL', async () => {
    const cwd = sandbox.project(yaml('agents:\n  a: {}\n'));
    expect(await problems(cwd, { env: { LOADOUT_MODEL: 'opus' } })).toEqual(['CONFIG_REFERENCE env.LOADOUT_MODEL']);
  });

  it('spells tools as their plugin does, and knows their aliases', async () => {
    const cwd = sandbox.project(yaml('plugins: { shell: "@loadout/tool-shell" }\nagents:\n  a: { tools: [bash, Shell] }\n'));
    const { plan, warnings } = await load(cwd);
    expect(plan.agents.a?.tools).toEqual(['Bash', 'Shell']);
    expect(warnings.map((one) => one.code)).toEqual(['CONFIG_TOOL_CASE']);
  });

  it('leaves tool names to the runner where a local plugin may offer them', async () => {
    const cwd = sandbox.project({
      ...yaml('plugins: { own: ./own.js }\nagents:\n  a: { tools: [own__thing, "own__*"] }\n'),
      'own.js': '',
    });
    expect((await load(cwd)).plan.agents.a?.tools).toEqual(['own__thing', 'own__*']);
  });

  it('reports three mistakes as three located errors (CFG-02)', async () => {
    const cwd = sandbox.project(yaml('agents:\n  a: { tols: [], model: none, concurrency: many }\n'));
    expect(await problems(cwd)).toEqual([
      'CONFIG_UNKNOWN_KEY agents.a.tols',
      'CONFIG_REFERENCE agents.a.model',
      'CONFIG_WRONG_TYPE agents.a.concurrency',
    ]);
  });
});
