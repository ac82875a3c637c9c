import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { testContext } from '@loadout/testing';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { treeOf } from '../../packages/checkpoints/src/checkpoints.test-kit.js';
import { fileSession } from './rewind.test-kit.js';

/** `LOADOUT_RUNS=1000 npx vitest run tests/fs/rewind.test.ts` is the long run. */
const runs = Number(process.env.LOADOUT_RUNS ?? 20);

async function session(...given: Parameters<typeof fileSession>) {
  const made = await fileSession(...given);
  onTestFinished(made.dispose);
  return made;
}

const CELL = { cell_type: 'code', id: 'c1', metadata: {}, source: '1', outputs: [], execution_count: null };
const NOTEBOOK = JSON.stringify({ cells: [CELL], metadata: {}, nbformat: 4, nbformat_minor: 5 });

describe('a rewind of changes by the file tools', () => {
  it('takes back Write, Edit and NotebookEdit, to the byte and with the mode (STATE-04)', async () => {
    const s = await session();
    writeFileSync(s.at('a.txt'), 'one\r\ntwo');
    writeFileSync(s.at('b.sh'), '\ufeff#!/bin/sh\n');
    chmodSync(s.at('b.sh'), 0o755);
    writeFileSync(s.at('c.ipynb'), NOTEBOOK);
    const before = treeOf(s.folder);
    s.ask('p1');
    for (const name of ['a.txt', 'b.sh', 'c.ipynb']) await s.call('Read', { file_path: name });
    const results = [
      await s.call('Write', { file_path: 'a.txt', content: 'all new' }),
      await s.call('Edit', { file_path: 'b.sh', old_string: 'sh', new_string: 'bash' }),
      await s.call('NotebookEdit', { notebook_path: 'c.ipynb', cell_id: 'c1', new_source: '2' }),
      await s.call('Write', { file_path: 'new/d.txt', content: 'x' }),
    ];
    expect(results.map((one) => one.isError)).toEqual([false, false, false, false]);
    expect((await s.rewind('p1')).filesChanged).toEqual(['a.txt', 'b.sh', 'c.ipynb', 'new/d.txt'].map(s.at));
    expect(treeOf(s.folder)).toEqual(before);
  });

  it('asks for a new read of what it restored, before Write and before Edit (STATE-04, TOOL-READ-10)', async () => {
    const s = await session();
    writeFileSync(s.at('a'), 'unmistakable');
    s.ask('p1');
    await s.call('Read', { file_path: 'a' });
    s.ask('p2');
    await s.call('Edit', { file_path: 'a', old_string: 'unmistakable', new_string: 'unmistakable, edited' });
    await s.rewind('p2', { dryRun: true });
    const edit = () => s.call('Edit', { file_path: 'a', old_string: 'unmistakable', new_string: 'x' });
    expect((await edit()).isError).toBe(false);
    await s.rewind('p2');
    for (const refused of [await edit(), await s.call('Write', { file_path: 'a', content: 'x' })])
      expect(refused).toMatchObject({ isError: true, content: expect.stringContaining('has not been read in this session') });
    await s.call('Read', { file_path: 'a' });
    expect((await edit()).isError).toBe(false);
  });

  it('restores the tree of any prompt, after any writes, edits and new files (SESS-06)', async () => {
    const names = fc.constantFrom('a', 'b', 'x/c', 'x/y/d', 'z/e');
    const text = fc.string({ maxLength: 12 }).map((one) => `${one}\n`);
    const action = fc.oneof(
      fc.record({ tool: fc.constant('Write'), file_path: names, content: text }),
      fc.record({ tool: fc.constant('Edit'), file_path: names, old_string: fc.constant('\n'), new_string: text }),
    );
    const prompts = fc.array(fc.array(action, { maxLength: 4 }), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(prompts, fc.array(fc.nat(), { minLength: 1, maxLength: 3 }), async (asked, targets) => {
        const s = await fileSession();
        try {
          writeFileSync(s.at('a'), 'first\n');
          mkdirSync(s.at('x'));
          const trees: ReturnType<typeof treeOf>[] = [];
          for (const [n, actions] of asked.entries()) {
            s.ask(`p${n}`);
            trees.push(treeOf(s.folder));
            for (const { tool, ...input } of actions) {
              await s.call('Read', { file_path: input.file_path });
              await s.call(tool, input);
            }
          }
          for (const target of targets.map((one) => one % asked.length).sort((a, b) => b - a)) {
            const last = treeOf(s.folder);
            await s.rewind(`p${target}`, { dryRun: true });
            expect(treeOf(s.folder)).toEqual(last);
            expect((await s.rewind(`p${target}`)).error).toBeUndefined();
            expect(treeOf(s.folder)).toEqual(trees[target]);
          }
        } finally {
          await s.dispose();
        }
      }),
      { numRuns: runs },
    );
  });

  it('of one session leaves what another one did in the same folder', async () => {
    const bare = testContext();
    const [one, two] = [await session(bare, { id: 'one' }), await fileSession(bare, { id: 'two' })];
    one.ask('p');
    two.ask('p');
    await one.call('Write', { file_path: 'a', content: '1' });
    await two.call('Write', { file_path: 'b', content: '2' });
    await one.rewind('p');
    expect([existsSync(one.at('a')), existsSync(one.at('b'))]).toEqual([false, true]);
  });
});

describe('a file tool', () => {
  it('changes no file if the old content cannot be stored, and says why (STATE-04)', async () => {
    const s = await session();
    writeFileSync(s.at('a'), 'precious');
    await s.call('Read', { file_path: 'a' });
    mkdirSync(join(s.checkpointDir, '..'), { recursive: true });
    writeFileSync(s.checkpointDir, 'in the way');
    for (const refused of [
      await s.call('Write', { file_path: 'a', content: 'x' }),
      await s.call('Edit', { file_path: 'a', old_string: 'precious', new_string: 'x' }),
    ])
      expect(refused).toMatchObject({ isError: true, content: expect.stringContaining('could not be saved for a rewind') });
    expect(readFileSync(s.at('a'), 'utf8')).toBe('precious');
    rmSync(s.checkpointDir);
    expect((await s.call('Write', { file_path: 'a', content: 'x' })).isError).toBe(false);
  });

  it('that is refused for another reason leaves no checkpoint', async () => {
    const s = await session();
    writeFileSync(s.at('a'), 'not read');
    await s.call('Write', { file_path: 'a', content: 'x' });
    expect(existsSync(s.checkpointDir)).toBe(false);
  });
});

describe('a file that the host marks as read (STATE-05)', () => {
  it('may be edited and written without a Read', async () => {
    const s = await session();
    for (const name of ['a', 'b']) writeFileSync(s.at(name), 'old');
    expect(s.markAsRead('a')).toBe(true);
    expect((await s.call('Edit', { file_path: 'a', old_string: 'old', new_string: 'new' })).isError).toBe(false);
    expect((await s.call('Write', { file_path: 'b', content: 'new' })).isError).toBe(true);
  });

  it('may not be edited if it has changed since, is missing, or is not a file', async () => {
    const s = await session();
    writeFileSync(s.at('a'), 'old');
    utimesSync(s.at('a'), 2000, 2000);
    expect(s.markAsRead('a', { mtimeMs: 1_999_999 })).toBe(false);
    expect((await s.call('Write', { file_path: 'a', content: 'x' })).isError).toBe(true);
    expect(s.markAsRead('a', { mtimeMs: 2_000_000 })).toBe(true);
    expect([s.markAsRead('none'), s.markAsRead('.')]).toEqual([false, false]);
    expect((await s.call('Write', { file_path: 'a', content: 'x' })).isError).toBe(false);
  });
});
