import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dotted, isList, isMap, type Node, type Path, Report, readDocument } from '@loadout/config/documents';
import { expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { importConfig } from './import-config.js';
import type { Format } from './recognise.js';
import { CONTINUE, DOCKER_AGENT, GOOSE } from './samples.fixture.js';

const OPENCODE = JSON.stringify({
  $schema: 'https://opencode.ai/config.json',
  theme: 'dark',
  model: 'anthropic/claude-sonnet-4-5',
  small_model: 'anthropic/claude-haiku-4-5',
  instructions: ['RULES.md', 'docs/*.md'],
  tools: { webfetch: false },
  mcp: {
    notes: { type: 'local', command: ['npx', '-y', '@acme/notes@1.0.0'], environment: { A: '1' } },
    old: { type: 'local', enabled: false },
  },
  permission: { edit: 'ask', bash: { 'git push': 'deny', 'ls *': 'allow', '*': 'ask' }, unknown: 'deny' },
  agent: {
    review: {
      mode: 'subagent',
      description: 'Reviews',
      prompt: 'Review.',
      temperature: 0.2,
      steps: 4,
      tools: { write: false },
      permission: { bash: 'deny' },
    },
  },
  keybinds: { leader: 'x' },
});

const SAMPLES: readonly (readonly [Format, string, readonly string[]])[] = [
  ['docker-agent', DOCKER_AGENT, ['version', 'metadata.author']],
  ['goose', GOOSE, ['version', 'author.contact', 'activities[0]']],
  ['continue', CONTINUE, ['version', 'schema']],
  ['opencode', OPENCODE, ['$schema', 'theme', 'permission.bash.*', 'agent.review.mode', 'keybinds.leader']],
];

async function reported(from: Format, text: string) {
  const folder = mkdtempSync(join(tmpdir(), 'import-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'other.yaml');
  writeFileSync(file, text);
  const made = await importConfig({ file, from });
  const place = { file, line: 1, column: 1, length: 1, layer: 'project' as const };
  const document = await readDocument(file, { report: new Report(), place });
  return { ...made, leaves: document === undefined ? [] : leavesOf(document, []).map(dotted) };
}

function leavesOf(node: Node, path: Path): readonly Path[] {
  if (isMap(node)) return [...node.entries].flatMap(([key, { value }]) => leavesOf(value, [...path, key]));
  return isList(node) ? node.items.flatMap((item, index) => leavesOf(item, [...path, index])) : [path];
}

it.each(SAMPLES)(
  'the report of a file of %s says of every value what it became, or why it is lost',
  async (from, text, silent) => {
    const { gains, losses, leaves } = await reported(from, text);
    const told = [...gains, ...losses].map((line) => /^\S+ (.+?)(?: -> |: )/.exec(line)?.[1] ?? '');
    const isTold = (leaf: string) => told.some((key) => leaf === key || leaf.startsWith(`${key}.`) || leaf.startsWith(`${key}[`));
    expect(leaves.filter((leaf) => !isTold(leaf))).toEqual(silent);
    expect(gains.length).toBeGreaterThan(5);
  },
);

it.each(SAMPLES)('the report of a file of %s names places that the configuration has', async (from, text) => {
  const { gains, text: made } = await reported(from, text);
  const document: unknown = parse(made);
  for (const gain of gains) expect([gain, hasPlace(document, (gain.split(' -> ')[1] ?? '').split('.'))]).toEqual([gain, true]);
});

function hasPlace(value: unknown, [key, ...rest]: readonly string[]): boolean {
  if (key === undefined) return value !== undefined;
  if (typeof value !== 'object' || value === null) return false;
  const inside = value as Readonly<Record<string, unknown>>;
  return key === '*' ? Object.values(inside).some((one) => hasPlace(one, rest)) : hasPlace(inside[key], rest);
}
