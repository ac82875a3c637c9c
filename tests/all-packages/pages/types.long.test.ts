import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { root } from '../../lib/loadout.js';
import { tried } from './blocks.test-kit.js';

/** Our functions that a block calls without an import, because the text above it names their package. */
const OURS = {
  adapters: ['toolkit'],
  config: ['loadConfig'],
  'model-anthropic': ['anthropicProvider'],
  'model-script': ['cassetteProvider', 'recordCassette', 'scriptedModel'],
  sdk: ['query'],
  testing: ['chatWire', 'describePlugin', 'describeProvider', 'describeTool', 'startMockApi'],
};

/** The values that a block takes from the program around it. */
const AROUND: Readonly<Record<string, string>> = {
  'cwd, apiKey, token, stateDir, trustRecord, prompt': 'string',
  port: 'number',
  signal: 'AbortSignal',
  'stdin, stdout': 'any',
  roots: 'readonly string[]',
  env: 'Readonly<Record<string, string>>',
  'plan, packageJson, options, valid, invalid, messages, users, config, served, remote, servers, weather, kit': 'any',
  agent: "import('@loadout/runner').Agent",
  'plugin, crm, fs': "import('@loadout/core').Plugin<any>",
  'model, provider': "import('@loadout/core/model').ModelProvider",
  request: "import('@loadout/core/model').ModelRequest",
  exampleProvider:
    "(options: { baseUrl: string; apiKey: string; maxRetries?: number }) => import('@loadout/core/model').ModelProvider",
  onNotice: '() => void',
  openBrowser: '(url: string) => void',
  generateText: 'any',
  describe: "typeof import('vitest').describe",
  it: "typeof import('vitest').it",
  expect: "typeof import('vitest').expect",
};

/** The packages of others that the tests of the adapters and of the Agent SDK install, in folders of their own, where they run the blocks. */
const FOREIGN = ['ai', 'langchain', '@openai/agents-core', '@mastra/core/agent', '@anthropic-ai/claude-agent-sdk'];

/** The types of what the adapters adapt to. */
const PEERS = join(root, 'packages/adapters/src/outward/peers.d.ts');

/** The reader's own modules beside a block. */
const BESIDE: Readonly<Record<string, string>> = {
  'model.ts': 'export declare const model: any;',
  'search.ts': 'export declare const search: any;',
  'lookup.ts': 'export declare const lookupTool: (options: object) => any;',
  'read-tool.ts': "export declare const readTool: import('@loadout/core').Tool<any>;",
  'count-words.ts': "export declare const countWordsTool: import('@loadout/core').Tool<any>;",
};

const world = [
  ...Object.entries(OURS).flatMap(([name, functions]) =>
    functions.map((one) => `declare const ${one}: typeof import('@loadout/${name}').${one};`),
  ),
  ...Object.entries(AROUND).flatMap(([names, type]) => names.split(', ').map((name) => `declare const ${name}: ${type};`)),
  ...FOREIGN.map((name) => `declare module '${name}';`),
].join('\n');

it('TypeScript and JavaScript of the pages compiles against the packages (GAP-G1)', async () => {
  const blocks = tried('ts', 'js');
  expect(blocks.length).toBeGreaterThan(20);
  // Where git does not look: other tests tell by the files of the repository whether they are to run again.
  mkdirSync(join(root, 'node_modules/.cache'), { recursive: true });
  const folder = mkdtempSync(join(root, 'node_modules/.cache/loadout-blocks-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  for (const { page, line, text } of blocks) {
    const own = `${page.replace(/\W/g, '-')}-${line}`;
    write(`${own}/block.ts`, `export {};\n${text}`);
    for (const [name, beside] of Object.entries(BESIDE))
      if (text.includes(`./${name.replace('.ts', '.js')}`)) write(`${own}/${name}`, beside);
  }
  write('world.d.ts', world);
  // The parameters of functions that an unknown package calls have no type.
  const options = { noImplicitAny: false, rootDir: root, tsBuildInfoFile: join(folder, 'types.tsbuildinfo') };
  write(
    'tsconfig.json',
    JSON.stringify({ extends: join(root, 'tsconfig.json'), compilerOptions: options, include: ['**/*.ts', PEERS], exclude: [] }),
  );
  expect(await compile(folder)).toBe('');
});

/** The complaints of the compiler about a project. */
const compile = (project: string) =>
  new Promise<string>((resolve) => {
    execFile(join(root, 'node_modules/.bin/tsc'), ['-p', project, '--pretty', 'false'], (_, stdout, stderr) =>
      resolve(stdout + stderr),
    );
  });
