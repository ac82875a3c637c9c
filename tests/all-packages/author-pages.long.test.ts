import { execFile } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { PluginManifest } from '@loadout/core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { loadout, project, root, startLoadout } from '../lib/loadout.js';

interface Block {
  readonly language: string;
  readonly text: string;
}

const pageOf = (name: string) => readFileSync(join(root, 'docs/guide', name), 'utf8');
const blocksOf = (name: string): readonly Block[] =>
  [...pageOf(name).matchAll(/^```(\w*)\n([\s\S]*?)^```/gm)].map(([, language = '', text = '']) => ({ language, text }));

/** A folder with the files of a page: the blocks whose first line is a comment with a name. */
function folderOf(page: string): string {
  const files = blocksOf(page).flatMap(({ text }) => {
    const name = /^(?:\/\/|#) (\S+\.\w+)\n/.exec(text)?.[1];
    return name === undefined ? [] : [[name, text] as const];
  });
  expect(files.length).toBe(2);
  const tsconfig = { compilerOptions: { strict: true, module: 'nodenext', target: 'es2022', types: [] }, include: ['*.ts'] };
  const cwd = project({ ...Object.fromEntries(files), 'tsconfig.json': JSON.stringify(tsconfig) });
  symlinkSync(join(root, 'node_modules/typescript'), join(cwd, 'node_modules/typescript'));
  return cwd;
}

/** The commands of a page that this command runs, but for `dev`, which goes on. */
const commandsOf = (page: string): readonly string[] =>
  blocksOf(page)
    .filter(({ language }) => language === 'sh')
    .flatMap(({ text }) => [...text.matchAll(/^npx @loadout\/cli (.*)$/gm)].map(([, words = '']) => words))
    .filter((words) => words !== 'dev');

const typesIn = (cwd: string) =>
  promisify(execFile)(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '--noEmit', '-p', cwd], { cwd }).then(
    () => '',
    ({ stdout }: { readonly stdout: string }) => stdout,
  );

describe('the first pages of the guide for authors (GAP-F11)', () => {
  it('stand in the order in which an author needs them', () => {
    const rows = [...pageOf('README.md').matchAll(/^\| \[[^\]]+\]\(([\w-]+\.md)\)/gm)].map(([, name]) => name);
    const first = rows.indexOf('one-file-plugin.md');
    expect(rows.slice(first, first + 5)).toEqual([
      ...['one-file-plugin.md', 'write-a-tool.md', 'write-a-plugin.md', 'plugin-hooks.md', 'touches.md'],
    ]);
  });

  it.each(['one-file-plugin.md', 'plugin-hooks.md'])('%s runs as it is typed, and its types are right', async (page) => {
    const cwd = folderOf(page);
    const env = { HOME: project({}) };
    const ends = [];
    for (const words of commandsOf(page)) ends.push(await loadout(words.split(' '), { cwd, env, trust: false }));
    expect(ends.length).toBeGreaterThan(1);
    expect(ends.map(({ code, stderr }) => [code, stderr])).toEqual(ends.map(() => [0, expect.any(String)]));
    expect(ends.at(-1)?.stdout).toMatch(/^1 passed/m);
    expect((await loadout(['check', '--strict'], { cwd, env, trust: false })).stdout).toMatch(/^agent\.config\.yaml: ok/m);
    expect(await typesIn(cwd)).toBe('');
  });

  it('one-file-plugin.md shows what loadout dev says', async () => {
    const cwd = folderOf('one-file-plugin.md');
    const env = { HOME: project({}) };
    await loadout(['trust', '--folder'], { cwd, env, trust: false });
    const started = await startLoadout(['dev'], { cwd, env, trust: false });
    onTestFinished(async () => {
      started.kill('SIGTERM');
      await started.finished;
    });
    await expect.poll(started.output).toContain('agent.config.yaml: check ok, types ok, tests ok\n');
    const file = join(cwd, 'words.ts');
    writeFileSync(file, readFileSync(file, 'utf8').replace('word.length', 'word.lenght'));
    const shown = blocksOf('one-file-plugin.md').find(({ language }) => language === '')?.text ?? '';
    await expect.poll(started.output).toContain(shown);
  });

  it('touches.md names each key and each kind of value', async () => {
    const every: Required<NonNullable<PluginManifest['touches']>> = { fs: 'read', net: true, exec: true, env: [] };
    const page = pageOf('touches.md');
    expect([...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, key]) => key)).toEqual(Object.keys(every));
    const [json = '{}'] = blocksOf('touches.md').flatMap(({ language, text }) => (language === 'json' ? [text] : []));
    const shown = JSON.stringify((JSON.parse(json) as { readonly loadout: { readonly touches: object } }).loadout.touches);
    const values = [...page.matchAll(/^\|[^|]*\| `([^`]+)` \| \w/gm)].map(([, value]) => value);
    expect(values).toEqual(['"read"', '"write"', '["api.crm.example"]', 'true', '["git"]', 'true', '["CRM_REGION"]']);
    const cwd = project({
      'tsconfig.json': JSON.stringify({ compilerOptions: { strict: true, module: 'nodenext', types: [] }, include: ['*.ts'] }),
      'touches.ts': `import type { PluginManifest } from '@loadout/core';
const shown: PluginManifest['touches'] = ${shown};
const wide: PluginManifest['touches'] = { fs: 'write', net: true, exec: true };
console.log(shown, wide);
declare const console: { log(...texts: unknown[]): void };
`,
    });
    expect(await typesIn(cwd)).toBe('');
  });
});
