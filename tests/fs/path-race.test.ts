import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { type Access, isLoadoutError, type Tool } from '@loadout/core';
import { mountPlugin, testContext } from '@loadout/testing';
import plugin from '@loadout/tool-fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** `LOADOUT_RACES=20000 npx vitest run tests/fs/path-race.test.ts` is the long run. */
const CALLS = Number(process.env.LOADOUT_RACES ?? 1000);
const OUTSIDE = 'OUTSIDE';

/**
 * Another process that replaces a folder, a file in it, and a future folder by links to the outside, and removes the links again,
 * as fast as it can, until it is stopped.
 */
const FLIPPER = `
const fs = require('node:fs');
const [inside, outside] = process.argv.slice(1);
const quietly = (work) => { try { work(); } catch {} };
const flip = (path, target) => {
  quietly(() => fs.renameSync(path, path + '.aside'));
  quietly(() => fs.symlinkSync(target, path));
  for (let at = 0; at < (turns * 13) % 50; at++) quietly(() => fs.readlinkSync(path));
  quietly(() => fs.unlinkSync(path));
  quietly(() => fs.renameSync(path + '.aside', path));
};
let stop = false, turns = 0;
process.stdin.resume().on('end', () => { stop = true; });
console.log('ready');
(function turn() {
  for (let at = 0; at < 20; at++) {
    turns++;
    flip(inside + '/folder', outside);
    flip(inside + '/folder/leaf.txt', outside + '/leaf.txt');
    flip(inside + '/made', outside);
    quietly(() => fs.rmSync(inside + '/made', { recursive: true }));
  }
  if (stop) console.log(turns); else setImmediate(turn);
})();`;

describe('links that are swapped during a call', () => {
  let base = '';
  let flipper: ChildProcess;
  let said = '';
  beforeAll(async () => {
    base = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-race-')));
    for (const folder of ['inside', 'inside/folder', 'outside']) mkdirSync(join(base, folder));
    writeFileSync(join(base, 'outside/leaf.txt'), OUTSIDE);
    flipper = spawn(process.execPath, ['-e', FLIPPER, join(base, 'inside'), join(base, 'outside')], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    flipper.stdout?.on('data', (chunk) => {
      said += chunk;
    });
    if (flipper.stdout !== null) await once(flipper.stdout, 'data');
  });
  afterAll(() => rmSync(base, { recursive: true, force: true }));

  it(`show no file of the outside and write none there, in ${CALLS} calls of Read, Write and Edit`, async () => {
    const inside = join(base, 'inside');
    const parts = await mountPlugin(plugin, {
      options: { readBeforeWrite: 'off' },
      configDir: base,
      stateDir: join(base, 'state'),
    });
    const context = testContext({ cwd: inside, roots: [inside] });
    const tools = new Map((parts.tools ?? []).map((tool) => [tool.name, tool as unknown as Tool<unknown>]));
    const counts = { done: 0, denied: 0, moved: 0, failed: 0, leaks: 0 };
    for (let turn = 0; turn < CALLS; turn++) {
      const [name, input] = callOf(turn);
      const tool = tools.get(name);
      try {
        // The order of core: the rules decide about the result of access(), and the call gets exactly that.
        const permitted = (await tool?.access?.(input, context)) ?? [];
        if (!permitted.every((access) => isInside(access, inside))) {
          counts.denied += 1;
          continue;
        }
        const output = await tool?.call(input, Object.create(context, { permitted: { value: permitted } }));
        counts.done += 1;
        if (JSON.stringify(output).includes(OUTSIDE)) counts.leaks += 1;
      } catch (error) {
        if (isLoadoutError(error) && error.code === 'FILE_PATH_MOVED') counts.moved += 1;
        else counts.failed += 1;
        if (!isLoadoutError(error) || error.message.includes(`"${OUTSIDE}`)) throw error;
      }
    }
    context.dispose();
    flipper.stdin?.end();
    await once(flipper, 'close');
    console.log(`${CALLS} calls against ${said.trim().split('\n').at(-1)} swaps: ${JSON.stringify(counts)}`);
    expect(counts.leaks).toBe(0);
    expect(readdirSync(join(base, 'outside'))).toEqual(['leaf.txt']);
    expect(readFileSync(join(base, 'outside/leaf.txt'), 'utf8')).toBe(OUTSIDE);
    expect(counts.done).toBeGreaterThan(0);
    expect(counts.moved + counts.denied).toBeGreaterThan(0);
  }, 600_000);
});

function callOf(turn: number): [string, Record<string, unknown>] {
  const file_path = 'folder/leaf.txt';
  const calls: [string, Record<string, unknown>][] = [
    ['Write', { file_path, content: `inside ${turn}` }],
    ['Read', { file_path }],
    ['Edit', { file_path, old_string: 'inside', new_string: `inside ${turn}` }],
    // A call whose answer would show that it saw the text outside, or that would change the text.
    ['Edit', { file_path, old_string: OUTSIDE, new_string: `changed ${turn}` }],
    ['Write', { file_path: `made/deep/${turn}.txt`, content: 'inside' }],
    ['Read', { file_path }],
  ];
  return calls[turn % calls.length] as [string, Record<string, unknown>];
}

const isInside = (access: Access, inside: string) => 'path' in access && access.path.startsWith(inside + sep);
