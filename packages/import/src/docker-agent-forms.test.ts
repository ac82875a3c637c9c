import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { load, makeSandbox } from '../../config/src/load/sandbox.fixture.js';
import { importConfig } from './import-config.js';

const PACKAGES = ['agents', 'fs', 'script', 'session', 'shell', 'tasks', 'web'].map((name) => `tool-${name}`);
const manifestOf = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../${name}/package.json`, import.meta.url), 'utf8')).loadout;
const sandbox = makeSandbox();
beforeAll(() => {
  for (const name of [...PACKAGES, 'mcp', 'model-anthropic', 'model-openai', 'model-script'])
    sandbox.install(`@loadout/${name}`, manifestOf(name));
});
afterAll(() => sandbox.remove());

/** The plan of an imported file, which passes the check, with what was lost. */
async function imported(text: string, files: Readonly<Record<string, string>> = {}) {
  const cwd = sandbox.project({ 'in.yaml': text, ...files });
  const { text: made, losses } = await importConfig({ file: join(cwd, 'in.yaml'), from: 'docker-agent' });
  writeFileSync(join(cwd, 'agent.config.yaml'), made);
  const { plan } = await load(cwd, { keepParams: true });
  return { plan, losses: losses.map((line) => line.replace(/^\S+ /, '')) };
}

/** Providers of public files, by the names that they use there, with a model of each and what it becomes. */
const NAMED: readonly (readonly [string, string, string?])[] = [
  ['anthropic', 'claude-sonnet-4-0'],
  ['anthropic', 'claude-haiku-4-5'],
  ['openai', 'gpt-4o'],
  ['openai', 'gpt-5-mini'],
  ['google', 'gemini-2.5-flash'],
  ['google', 'gemini-3-pro-preview'],
  ['amazon-bedrock', 'global.anthropic.claude-opus-4-5-20251101-v1:0'],
  ['aws_bedrock', 'anthropic.claude-sonnet-4-0', 'bedrock'],
  ['azure', 'gpt-4o'],
  ['azure_openai', 'gpt-4o', 'azure'],
  ['xai', 'grok-3-mini'],
  ['mistral', 'mistral-small-latest'],
  ['nebius', 'moonshotai/Kimi-K2-Instruct'],
  ['minimax', 'MiniMax-M2'],
  ['requesty', 'openai/gpt-4o'],
  ['ollama', 'qwen3:32b'],
  ['dmr', 'ai/qwen3'],
  ['dmr', 'hf.co/ggml-org/qwen3-reranker-0.6b-q8_0-gguf'],
  ['deepseek', 'deepseek-chat'],
  ['groq', 'llama-3.3-70b-versatile'],
  ['openrouter', 'qwen/qwen3-coder'],
  ['together', 'moonshotai/Kimi-K2-Instruct'],
  ['cerebras', 'gpt-oss-120b'],
];

const PROVIDERS = NAMED.map(([written, model, provider = written]) => ({ written, model, provider }));

describe('a model of docker-agent is kept (GAP-A3)', () => {
  it.each(PROVIDERS)('declared for $written: $model', async ({ written, model, provider }) => {
    const { plan, losses } = await imported(
      `agents: { root: { model: main, instruction: Help. } }\nmodels: { main: { provider: ${written}, model: "${model}", max_tokens: 900 } }\n`,
    );
    expect(losses).toEqual([]);
    expect(plan.models.main).toMatchObject({ provider, id: model, maxOutputTokens: 900 });
    expect(plan.providers[provider]).toBeDefined();
  });

  it.each(PROVIDERS)('named by the agent as $written/$model', async ({ written, model, provider }) => {
    const { plan, losses } = await imported(`agents: { root: { model: "${written}/${model}", instruction: Help. } }\n`);
    expect([losses, plan.agents.root?.models]).toEqual([[], [`${provider}/${model}`]]);
    expect(plan.providers[provider]).toBeDefined();
  });

  it.each([
    [
      'an address and a key of its own',
      'provider: openai, base_url: "https://models.github.ai/inference", token_key: GITHUB_TOKEN',
    ],
    ['an address of its own', 'provider: openai, base_url: "http://localhost:8000/v1"'],
    ['a key of its own', 'provider: mistral, token_key: OTHER_KEY'],
    ['an unknown name and an address', 'provider: acme, base_url: "https://llm.example/v1", token_key: ACME'],
    ['Claude behind a gateway', 'provider: anthropic, base_url: "https://gateway.example", token_key: GATEWAY'],
  ])('with %s', async (_, written) => {
    const { plan, losses } = await imported(
      `agents: { root: { model: main, instruction: Help. }, other: { model: openai/gpt-4o, instruction: Help. } }\nmodels: { main: { ${written}, model: m } }\n`,
    );
    const provider = plan.models.main?.provider ?? '';
    expect(losses).toEqual([]);
    expect(plan.agents.root?.models).toEqual(['main']);
    const [, address] = /base_url: "([^"]+)"/.exec(written) ?? [];
    expect(plan.providers[provider]?.options?.baseUrl).toBe(address);
    // The address belongs to this model alone.
    expect(plan.providers.openai?.options?.baseUrl).toBeUndefined();
  });

  it.each([
    ['openai_chatcompletions', 'chat'],
    ['openai_responses', 'responses'],
  ])('behind a gateway that the file declares, with %s', async (type, api) => {
    const { plan, losses } = await imported(
      `providers: { gate: { api_type: ${type}, base_url: "https://api.example.com/", token_key: GATE } }\nagents: { root: { model: gate/gpt-4o-mini, instruction: Help. }, b: { model: m, instruction: Help. } }\nmodels: { m: { provider: gate, model: x } }\n`,
    );
    expect([losses, plan.agents.root?.models, plan.agents.b?.models]).toEqual([[], ['gate/gpt-4o-mini'], ['m']]);
    expect(plan.providers.gate?.options).toMatchObject({ api, baseUrl: 'https://api.example.com/' });
  });

  it.each([
    ['openai', 'gpt-5-mini', 'minimal', { effort: 'minimal' }],
    ['openai', 'gpt-5-mini', 'high', { effort: 'high' }],
    ['anthropic', 'claude-sonnet-4-5-20250929', '1024', { thinking: { type: 'enabled', budget_tokens: 1024 } }],
    ['anthropic', 'claude-sonnet-4-5-20250929', '0', { thinking: { type: 'disabled' } }],
    ['google', 'gemini-2.5-flash', '-1', {}],
    ['mistral', 'mistral-small-latest', 'none', { thinking: { type: 'disabled' } }],
  ])('with its thinking: %s %s %s', async (provider, model, budget, options) => {
    const { plan, losses } = await imported(
      `agents: { root: { model: m, instruction: Help. } }\nmodels: { m: { provider: ${provider}, model: ${model}, thinking_budget: ${budget}, parallel_tool_calls: false, top_p: 0.5, frequency_penalty: 0 } }\n`,
    );
    expect(losses).toEqual([]);
    expect(plan.models.m).toMatchObject({ ...options, extra: { top_p: 0.5, frequency_penalty: 0 }, parallelCalls: false });
  });

  it('without the options that the model refuses, which are told', async () => {
    const { plan, losses } = await imported(
      'agents: { root: { model: m, instruction: Help. } }\nmodels: { m: { provider: anthropic, model: claude-sonnet-5-5, thinking_budget: 2048 } }\n',
    );
    expect(losses).toEqual(['models.m: thinking is enabled, but the model claude-sonnet-5-5 takes adaptive']);
    expect(plan.models.m).not.toHaveProperty('thinking');
  });

  it.each(['claude,gpt-4o', 'openai/gpt-4o, anthropic/claude-haiku-4-5'])('as a list in one text: %s', async (model) => {
    const { plan } = await imported(
      `agents: { root: { model: "${model}", instruction: Help. } }\nmodels: { claude: { provider: anthropic, model: a }, gpt-4o: { provider: openai, model: gpt-4o } }\n`,
    );
    expect(plan.agents.root?.models).toEqual(model.split(',').map((one) => one.trim()));
  });

  it.each([
    [
      'of the first version, whose provider is its type',
      'version: "0"\nagents: { root: { model: gpt } }\nmodels: { gpt: { type: openai, model: gpt-4o } }',
    ],
    ['of a file that has nothing else', 'agents: { root: { model: openai/gpt-4o } }'],
  ])('%s, and the format is recognised', async (_, text) => {
    const cwd = sandbox.project({ 'in.yaml': text });
    const { text: made, losses } = await importConfig({ file: join(cwd, 'in.yaml') });
    expect(losses).toEqual([]);
    expect(made).toContain('gpt-4o');
  });

  it('unless nothing reaches its provider, which is told', async () => {
    const { plan, losses } = await imported(
      'agents: { root: { model: m, instruction: Help. }, b: { model: strange/x, instruction: Help. } }\nmodels: { m: { provider: strange, model: x } }\n',
    );
    expect([losses.length, plan.agents.root?.models, plan.agents.b?.models]).toEqual([2, [], []]);
    expect(losses[1]).toContain('models.m: there is no provider "strange"; if it speaks the API of OpenAI');
  });
});

describe('a toolset of docker-agent (GAP-A3)', () => {
  it.each([
    ['type: filesystem', ['Read', 'Write', 'Edit', 'Glob', 'Grep']],
    ['type: filesystem, tools: [read_file, read_multiple_files]', ['Read']],
    ['type: filesystem, tools: [directory_tree, edit_file]', ['Edit', 'Glob']],
    ['type: shell', ['Bash']],
    ['type: fetch', ['WebFetch']],
    ['type: todo', ['TodoWrite']],
    ['type: user_prompt', ['AskUserQuestion']],
    ['type: mcp, command: npx, args: ["-y", "@acme/notes"]', ['mcp__npx__*']],
    ['type: mcp, command: /usr/bin/notes, name: notes, tools: [read, write]', ['mcp__notes__read', 'mcp__notes__write']],
    ['type: mcp, remote: { url: "https://mcp.example/sse", transport_type: sse }', ['mcp__mcp-example__*']],
    [
      'type: mcp, remote: { url: "https://mcp.example/mcp", headers: { Authorization: "Bearer ${TOKEN}" } }',
      ['mcp__mcp-example__*'],
    ],
    ['type: mcp, ref: tracker', ['mcp__tracker__*']],
    ['type: mcp, ref: catalogued', ['mcp__catalogued__*']],
    ['type: mcp, ref: "docker:duckduckgo"', ['mcp__duckduckgo__*']],
    ['type: mcp, ref: "docker:github-official", tools: [get_me]', ['mcp__github-official__get_me']],
  ])('is kept: %s', async (toolset, tools) => {
    const { plan, losses } = await imported(
      `mcps: { tracker: { command: tracker }, catalogued: { ref: "docker:fetch" } }\nagents: { root: { instruction: Help., toolsets: [{ ${toolset} }] } }\n`,
    );
    expect([losses, plan.agents.root?.tools]).toEqual([[], tools]);
  });

  it('of a catalogue runs by the gateway of Docker, whichever way it is named', async () => {
    const { plan } = await imported(
      'mcps: { web: { ref: "docker:fetch" } }\nagents: { root: { instruction: Help., toolsets: [{ type: mcp, ref: web }, { type: mcp, ref: "docker:time" }] } }\n',
    );
    const args = (name: string) => ['mcp', 'gateway', 'run', '--servers', name];
    expect(plan.mcpServers).toMatchObject({
      web: { options: { command: 'docker', args: args('fetch') } },
      time: { options: { command: 'docker', args: args('time') } },
    });
  });

  it.each(['think', 'memory', 'a2a', 'api', 'openapi', 'model_picker', 'background_agents', 'lsp'])(
    'without a counterpart is told, and the rest stays: %s',
    async (type) => {
      const { plan, losses } = await imported(
        `agents: { root: { model: openai/gpt-4o, instruction: Help., toolsets: [{ type: ${type} }, { type: shell }] } }\n`,
      );
      expect(losses).toEqual([`agents.root.toolsets[0]: the toolset "${type}" has no counterpart`]);
      expect(plan.agents.root).toMatchObject({ models: ['openai/gpt-4o'], tools: ['Bash'] });
    },
  );

  it('of scripts becomes tools whose values bash cannot read as code', async () => {
    const { plan, losses } = await imported(
      `agents:
  root:
    instruction: Help.
    toolsets:
      - type: script
        shell:
          get_ip: { cmd: "curl -s https://ip.example | jq -r .ip", description: Get the address }
          repos:
            cmd: "curl -s https://api.example/users/$username/repos?n=\${n} | jq '.[].name'"
            required: [username]
            args: { username: { type: string, description: Whose }, n: { type: number } }
          hidden: { cmd: "awk '{ print $1 $name }'", args: { name: { type: string } } }
`,
    );
    expect(losses).toEqual([
      'agents.root.toolsets[0].shell.hidden: a value stands where bash would read it as code; write the tool with run',
    ]);
    expect(plan.agents.root?.tools).toEqual(['get_ip', 'repos']);
    const written = JSON.stringify(plan.plugins);
    expect(written).toContain('users/\\"$username\\"/repos?n=\\"${n}\\"');
  });

  it('tells the model what the file says about it', async () => {
    const { plan, losses } = await imported(
      'agents: { root: { instruction: Help., toolsets: [{ type: shell, instruction: Be careful. }, { type: mcp, command: x, instruction: "Ask ${x}." }] } }\n',
    );
    expect([losses, plan.agents.root?.instructions]).toEqual([[], 'Help.\n\nBe careful.\n\nAsk ${x}.']);
  });
});

describe('a prompt of docker-agent (GAP-A3)', () => {
  it('has the files that are there, and tells of those that are not', async () => {
    const { plan, losses } = await imported(
      'agents: { root: { instruction: Help., add_prompt_files: [AGENTS.md, CLAUDE.md] } }\n',
      { 'AGENTS.md': 'Use tabs.\n' },
    );
    expect(plan.agents.root?.instructions).toContain('Use tabs.');
    expect(losses).toEqual([
      'agents.root.add_prompt_files: CLAUDE.md is not there; once it is, add { file: CLAUDE.md } to the instructions',
    ]);
  });

  it('hands over as a subagent, and says that the answer comes back', async () => {
    const { plan, losses } = await imported(
      'agents: { root: { instruction: Help., handoffs: [other], sub_agents: [third] }, other: { description: O, instruction: Help. }, third: { description: T, instruction: Help. } }\n',
    );
    expect(plan.agents.root).toMatchObject({ tools: ['Agent'], subagents: { other: {}, third: {} } });
    expect(losses).toEqual(['agents.root.handoffs: no agent gives its conversation to another: these report back, as subagents']);
  });
});
