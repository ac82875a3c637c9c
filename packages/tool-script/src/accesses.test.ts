import { join } from 'node:path';
import type { Access } from '@loadout/core';
import { expect, it } from 'vitest';
import type { Declaration } from './check/declaration.js';
import { ARGS, setUp } from './testing/scripts.test-kit.js';

const text = { type: 'string' };

async function accesses(
  declaration: Partial<Declaration>,
  input: unknown,
): Promise<{ folder: string; found: readonly Access[] }> {
  const { tool, context, folder } = await setUp(declaration, { files: { 'args.mjs': ARGS } });
  return { folder, found: (await tool.access?.(input as never, context)) ?? [] };
}

it('a call names its command, with the words that it runs and the lines that a person is asked about', async () => {
  const { found, folder } = await accesses({ run: ['./args.mjs', '--x={x}'], input: { x: text } }, { x: 'a\nb' });
  expect(found).toEqual([
    {
      kind: 'run',
      text: "./args.mjs '--x=a\nb'",
      words: [join(folder, 'args.mjs'), '--x=a\nb'],
      also: expect.arrayContaining([['./args.mjs', '--x=a\nb']]),
      declared: ['./args.mjs', '"--x=a\\nb"'],
    },
  ]);
});

it('a command inside a command is one of its names, for rules that deny', async () => {
  const { found } = await accesses({ run: ['env', 'A=1', 'git', 'push', '{x}'], input: { x: text } }, { x: 'origin' });
  expect(found).toMatchObject([{ also: expect.arrayContaining([['git', 'push', 'origin']]) }]);
});

it('a shell text names each of its commands, and shows the values beside it', async () => {
  const { found } = await accesses({ shell: 'git fetch && git push "$x"', input: { x: text } }, { x: "a'b" });
  expect(found).toMatchObject([
    {
      declared: ["x=a'b", 'git fetch && git push "$x"'],
      words: ['git', 'fetch'],
      also: expect.arrayContaining([['git', 'push', null]]),
    },
  ]);
});

it('touches are files of the call: values, lists, folders with all below', async () => {
  const { found, folder } = await accesses(
    {
      run: ['./args.mjs', '{files...}'],
      input: { files: { type: 'array', items: { ...text, format: 'path' } } },
      touches: { read: ['{files}'], write: ['dist/', 'log.txt'] },
    },
    { files: ['a.txt', '../b.txt'] },
  );
  const [run, ...files] = found;
  expect(run).toMatchObject({
    names: [
      { word: 'a.txt', path: join(folder, 'a.txt') },
      { word: '../b.txt', path: join(folder, '../b.txt') },
    ],
  });
  const by = [(run as { text: string }).text];
  expect(files).toEqual([
    { kind: 'read', path: join(folder, 'a.txt') },
    { kind: 'read', path: join(folder, '../b.txt') },
    { kind: 'write', path: join(folder, 'dist'), below: true, by },
    { kind: 'write', path: join(folder, 'log.txt'), by },
  ]);
});
