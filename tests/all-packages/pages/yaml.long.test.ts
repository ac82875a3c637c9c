import { generateKeyPairSync } from 'node:crypto';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { firstConfig } from '../../../packages/setup/src/first/first-config.js';
import { loadout, project } from '../../lib/loadout.js';
import { type Block, shownOn, tried } from './blocks.test-kit.js';

/** The rest of the file of a reader who pastes a part of a configuration: tools, and the agents and models that pages name. */
const REST = `
plugins:
  fs: "@loadout/tool-fs"
  shell: "@loadout/tool-shell"
  agents: "@loadout/tool-agents"
  hooks: "@loadout/hooks"
providers: { other: { use: "@loadout/model-script" } }
agents:
  writer: { instructions: Write. }
  reviewer: { instructions: Review. }
`;

const PLUGIN = (tool: string) =>
  `export default { name: 'x', api: 1, options: { type: 'object' }, setup: () => ({ tools: [{ name: '${tool}', description: 'It works.', inputSchema: { type: 'object' }, call: () => '' }] }) };`;
const SKILL = '---\ndescription: A skill.\n---\nDo it.\n';

/** The files that the reader of a page has beside the block. */
const FILES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'docs/guide/mcp-registry.md': {
    'loadout.lock': `version: 1
servers: { weather: { registry: io.github.x/weather@1.0.2, command: npx, args: [-y, "w@1.0.2"], inputs: { API_KEY: {}, units: {} } } }
`,
  },
  'docs/guide/claude-plugins.md': {
    'vendor/notes/skills/look/SKILL.md': SKILL,
    'market/.claude-plugin/marketplace.json': JSON.stringify({ name: 'team', plugins: [{ name: 'notes', source: './notes' }] }),
    'market/notes/.claude-plugin/plugin.json': JSON.stringify({
      name: 'notes',
      userConfig: Object.fromEntries(['url', 'token'].map((key) => [key, { type: 'string', sensitive: key === 'token' }])),
    }),
  },
  'docs/guide/other-toolkits.md': { 'search-plugin.js': PLUGIN('search') },
  'docs/guide/coming-from/mastra.md': { 'search-plugin.js': PLUGIN('search') },
  'docs/guide/coming-from/langchain.md': { 'search-plugin.js': PLUGIN('search') },
  'docs/guide/skills.md': {
    '.claude/skills/release-notes/SKILL.md': SKILL,
    'skills/one/SKILL.md': SKILL,
    'extra/release-notes/SKILL.md': SKILL,
    'vendor/acme-skills/deploy/SKILL.md': SKILL,
  },
  'docs/guide/which-model.md': { 'handbook.jsonl': '{"id":"a","question":"How many?","answer":"30"}' },
  'docs/guide/write-a-model-provider.md': {
    'node_modules/loadout-plugin-example/index.js':
      "export default { name: 'example', api: 1, options: { type: 'object' }, setup: () => ({ model: { name: 'example', stream() {} } }) };",
  },
  'packages/hooks/README.md': { 'hooks.mjs': 'export function onlyOnWeekdays() {}' },
};

/** The plugins of others that a block names, as they are installed. */
const installedFor = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...text.matchAll(/loadout-plugin-\w+/g)].flatMap(([name]) => [
      [`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', type: 'module', exports: './index.js' })],
      [`node_modules/${name}/index.js`, PLUGIN('Lookup')],
    ]),
  );

/** A value for each variable that a block names, and for those of its secrets. */
const variablesIn = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...text.matchAll(/\$\{(?:env:)?(\w+)\}|\{ env: (\w+) \}/g)].map(([, name, secret]) => [name ?? secret ?? '', 'value']),
  );

/** A page shows the beginning of a key. */
const withKeys = (text: string): string =>
  text.replaceAll(/MCow\w+…/g, () =>
    generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
  );

/** Programs that hooks of the pages start. */
const PROGRAMS = ['no-sudo.sh', 'check.sh', 'log-call.sh'];

const isWorkflow = ({ text }: Block) => /^jobs:|^ *- (?:uses|run|remote):/m.test(text);
const isConfig = (block: Block) => block.file === undefined && !isWorkflow(block);

describe('YAML of the pages (GAP-G1)', () => {
  it('is found', () => expect(tried('yaml').filter(isConfig).length).toBeGreaterThan(60));

  it.each(tried('yaml').filter(isConfig))('passes check: $page:$line', async ({ page, text }) => {
    const isPart = !/^plugins:/m.test(text);
    const cwd = project({
      ...Object.fromEntries(PROGRAMS.map((name) => [name, '#!/bin/sh\n'])),
      ...shownOn(page),
      ...installedFor(text),
      ...FILES[page],
      'rest.yaml': REST,
      'agent.config.yaml': `${isPart ? 'extends: ./rest.yaml\n' : ''}${withKeys(text)}`,
    });
    for (const name of PROGRAMS) chmodSync(join(cwd, name), 0o755);
    // A server of a registry is in the lock already, so nobody is asked for it.
    if (FILES[page]?.['loadout.lock'] !== undefined) await loadout(['lock'], { cwd, env: variablesIn(text), trust: false });
    const { code, stdout, stderr } = await loadout(['check'], { cwd, env: variablesIn(text) });
    expect([code, stdout, stderr]).toEqual([0, expect.any(String), expect.any(String)]);
  });

  it.each(tried('yaml').filter((block) => !isConfig(block)))('is YAML: $page:$line', ({ text }) => {
    expect(parse(text)).toBeTypeOf('object');
  });
});

it('the first file of the guide is the one that init writes (GAP-G1)', () => {
  const [first] = tried('yaml').filter(({ page }) => page === 'docs/guide/getting-started.md');
  expect(first?.text).toBe(firstConfig({ hasFiles: true }));
});

describe('JSON of the pages (GAP-G1)', () => {
  it.each(tried('json'))('is JSON: $page:$line', ({ text }) => {
    expect(JSON.parse(text)).toBeTypeOf('object');
  });
});
