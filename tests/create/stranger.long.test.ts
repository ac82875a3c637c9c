import { type ExecFileException, execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, expect, it } from 'vitest';
import { root } from '../lib/loadout.js';
import { npmEnv } from '../lib/npm-env.js';
import { publishAll } from '../lib/published.js';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-stranger-')));
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));

const env = npmEnv(folder);

/** The time of each step, for the output of the test. */
const steps: string[] = [];

async function step<T>(name: string, body: () => Promise<T>): Promise<T> {
  const start = performance.now();
  const result = await body();
  steps.push(`${((performance.now() - start) / 1000).toFixed(1).padStart(6)} s  ${name}`);
  return result;
}

/** Runs a command, which fails with its whole output. */
async function run(command: readonly string[], cwd: string): Promise<string> {
  const [program = '', ...args] = command;
  // npm keeps what npm create fetched by its name alone, and the next run of this test has another registry.
  const own = args[0] === 'create' ? { ...env, npm_config_cache: join(folder, 'cache') } : env;
  try {
    const options = { cwd, env: own, maxBuffer: 16 * 1024 * 1024, timeout: 600_000 };
    return (await promisify(execFile)(program, args, options)).stdout;
  } catch (error) {
    const { killed, stdout = '', stderr = '' } = error as ExecFileException;
    throw new Error(`${command.join(' ')} ${killed === true ? 'was killed after 600 s' : 'failed'}:\n${stdout}${stderr}`);
  }
}

/** The author's second tool: what it is, its line in the plugin, its cases in the test. */
function addTool(plugin: string): void {
  const edit = (file: string, change: (text: string) => string) =>
    writeFileSync(join(plugin, file), change(readFileSync(join(plugin, file), 'utf8')));
  writeFileSync(
    join(plugin, 'src/count.ts'),
    `import { defineTool } from '@loadout/core';

export function countTool(entries: Readonly<Record<string, string>>) {
  return defineTool({
    name: 'Count',
    description: 'Says how many words the glossary has.',
    inputSchema: { type: 'object', properties: {}, additionalProperties: false },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    call: () => \`\${Object.keys(entries).length} words\`,
  });
}
`,
  );
  edit('src/index.ts', (text) =>
    text
      .replace('import { lookupTool', "import { countTool } from './count.js';\nimport { lookupTool")
      .replace('[lookupTool(options)]', '[lookupTool(options), countTool(options.entries)]'),
  );
  edit('src/index.test.ts', (text) =>
    text.replace(
      '  tools: {\n',
      "  tools: {\n    Count: { valid: [{ input: {}, text: '1 words' }], invalid: [{ input: { a: 1 }, path: '/a' }] },\n",
    ),
  );
}

const AGENT = `agents:
  helper:
    instructions: Look words up.
    model: script/demo
    tools: [words__Lookup, words__Count]
    prompt: What is a pool?
`;

/** The stranger's configuration, whose script calls both tools. */
const configWith = (text: string) => `${text.replace(/^providers:[\s\S]*$/m, '')}
providers:
  script:
    use: "@loadout/model-script"
    options:
      turns:
        - tools: [{ words__Lookup: { word: pool }, as: meaning }, { words__Count: {}, as: count }]
        - text: "{{count.text}}; a pool: {{meaning.text}}"
${AGENT}`;

async function callOverMcp(cwd: string): Promise<string> {
  const transport = new StdioClientTransport({
    command: 'npx',
    args: ['@loadout/cli', 'serve', 'mcp', 'helper', '--allow', 'words__Lookup'],
    cwd,
    env,
  });
  const client = new Client({ name: 'stranger', version: '1' });
  await client.connect(transport);
  try {
    const { tools } = await client.listTools();
    const name = tools.find((tool) => tool.name.endsWith('Lookup'))?.name ?? '';
    const { content } = await client.callTool({ name, arguments: { word: 'pool' } });
    return JSON.stringify(content);
  } finally {
    await client.close();
  }
}

/** The toolkits as the tests of the adapters pin them. */
const TOOLKITS = (({ dependencies }) => ['ai', '@openai/agents-core', 'zod'].map((name) => `${name}@${dependencies[name]}`))(
  JSON.parse(readFileSync(join(root, 'tests/adapters/hosts/package.json'), 'utf8')) as { dependencies: Record<string, string> },
);

/**
 * The stranger's program: the own loops of two toolkits, whose models are scripts, call the plugin's tool. It prints the result
 * that each model read. Beside the permitted call each model makes one that no rule allows.
 */
const PROGRAM = `import { toolkit } from '@loadout/adapters';
import { Agent, Runner, Usage } from '@openai/agents-core';
import { generateText, stepCountIs } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import plugin from 'loadout-plugin-glossary';

const options = { entries: { pool: 'The tools that an agent has.' } };
const kit = await toolkit({ plugins: { words: { plugin, options } }, permissions: { allow: ['words__Lookup'], deny: ['words__Count(*)'] } });
const calls = [
  { id: 'call_1', name: 'words__Lookup', input: JSON.stringify({ word: 'pool' }) },
  { id: 'call_2', name: 'words__Count', input: '{}' },
];

async function inAiSdk() {
  const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
  const turns = [
    {
      finishReason: { unified: 'tool-calls', raw: undefined },
      content: calls.map(({ id, name, input }) => ({ type: 'tool-call', toolCallId: id, toolName: name, input })),
    },
    { finishReason: { unified: 'stop', raw: undefined }, content: [{ type: 'text', text: 'Done.' }] },
  ];
  const model = new MockLanguageModelV3({ doGenerate: async () => ({ warnings: [], usage, ...turns[model.doGenerateCalls.length - 1] }) });
  const { text, steps } = await generateText({ model, tools: kit.aiSdk(), prompt: 'What is a pool?', stopWhen: stepCountIs(5) });
  return { text, turns: steps.length, read: model.doGenerateCalls.at(-1).prompt.filter(({ role }) => role === 'tool') };
}

async function inOpenAiAgents() {
  const asked = [];
  const turns = [
    calls.map(({ id, name, input }) => ({ type: 'function_call', callId: id, name, arguments: input, status: 'completed' })),
    [{ type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text: 'Done.' }] }],
  ];
  const model = {
    async getResponse({ input }) {
      asked.push([...input]);
      return { usage: new Usage(), output: turns[asked.length - 1] };
    },
  };
  const agent = new Agent({ name: 'scripted', instructions: 'Answer.', model, tools: kit.openaiAgents() });
  const { finalOutput } = await new Runner({ tracingDisabled: true }).run(agent, 'What is a pool?');
  return { text: finalOutput, turns: asked.length, read: asked.at(-1).filter(({ type }) => type === 'function_call_result') };
}

console.log(JSON.stringify([await inAiSdk(), await inOpenAiAgents()]));
await kit.close();
`;

interface InToolkit {
  readonly text: string;
  readonly turns: number;
  readonly read: readonly unknown[];
}

const countOf = (cwd: string): number => {
  const { packages } = JSON.parse(readFileSync(join(cwd, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean }>;
  };
  return Object.entries(packages).filter(([path, { dev }]) => path !== '' && dev !== true).length;
};

it('a stranger gets from nothing to a plugin that others use: create, a tool, its test, pack, install, YAML, MCP, other toolkits', async () => {
  const registry = await step('our packages are packed (not a step of the author)', () =>
    publishAll(join(folder, 'tarballs'), run),
  );
  env.npm_config_registry = registry.url;
  try {
    const plugin = join(folder, 'glossary');
    await step('npm create loadout, template plugin', () =>
      run(['npm', 'create', 'loadout', 'glossary', '--yes', '--', '--template', 'plugin', '--yes'], folder),
    );
    await step('npm install', () => run(['npm', 'install'], plugin));
    await step('a second tool and its test are written', async () => addTool(plugin));
    await step('npm run build', () => run(['npm', 'run', 'build'], plugin));
    await step('npm test', () => run(['npm', 'test'], plugin));
    await step('npm pack', () => run(['npm', 'pack', '--ignore-scripts'], plugin));

    const stranger = join(folder, 'stranger');
    await step('npm create loadout, template minimal', () =>
      run(['npm', 'create', 'loadout', 'stranger', '--yes', '--', '--template', 'minimal', '--yes'], folder),
    );
    await step('npm install', () => run(['npm', 'install'], stranger));
    const installed = countOf(stranger);
    expect(installed).toBeLessThanOrEqual(42);
    await step('loadout add with its options', () =>
      run(
        [
          'npx',
          '@loadout/cli',
          'add',
          '../glossary/loadout-plugin-glossary-0.1.0.tgz',
          '--as',
          'words',
          '--option',
          'entries.pool=The tools that an agent has.',
        ],
        stranger,
      ),
    );
    const config = join(stranger, 'agent.config.yaml');
    writeFileSync(config, configWith(readFileSync(config, 'utf8').replace(/^# Plays[\s\S]*$/m, '')));
    await run(['npx', '@loadout/cli', 'lock'], stranger);
    await run(['npx', '@loadout/cli', 'trust', '--yes'], stranger);
    const answer = await step('used in YAML: loadout run', () => run(['npx', '@loadout/cli', 'run'], stranger));
    expect(answer).toContain('1 words; a pool: The tools that an agent has.');

    await step('npm install @loadout/mcp', () => run(['npm', 'install', '@loadout/mcp'], stranger));
    const told = await step('served over MCP: a client calls it', () => callOverMcp(stranger));
    expect(told).toContain('The tools that an agent has.');
    steps.push(`   ${installed} packages for a working agent, ${countOf(stranger)} with MCP`);

    await step('npm install @loadout/adapters and two other toolkits', () =>
      run(['npm', 'install', '@loadout/adapters', ...TOOLKITS], stranger),
    );
    writeFileSync(join(stranger, 'toolkits.mjs'), PROGRAM);
    const printed = await step('used in the AI SDK and the OpenAI Agents SDK', () => run(['node', 'toolkits.mjs'], stranger));
    for (const { text, turns, read } of JSON.parse(printed) as readonly InToolkit[]) {
      expect({ text, turns }).toEqual({ text: 'Done.', turns: 2 });
      expect(JSON.stringify(read)).toContain('The tools that an agent has.');
      expect(JSON.stringify(read)).toMatch(/words__Count.*denied/);
      expect(JSON.stringify(read)).not.toContain('1 words');
    }
  } finally {
    await registry.close();
    console.log(steps.join('\n'));
  }
}, 3_600_000);
