import { existsSync, readdirSync, readFileSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import module from 'node:module';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { commandWithout } from '../lib/command-without.js';
import { project, runNode } from '../lib/loadout.js';

/** Node 20 keeps nothing. */
const keeps = 'enableCompileCache' in module;

/** An installation that never ran, and a home. */
function fresh(env: Readonly<Record<string, string>> = {}) {
  const bin = commandWithout();
  const cwd = project({ 'agent.config.yaml': 'agents: { a: { model: anthropic/claude-opus-4-5, instructions: Answer. } }\n' });
  const beside = join(dirname(bin), '../compiled');
  const ofUser = join(cwd, '.home/.cache/loadout/compiled');
  const filesIn = (folder: string) =>
    existsSync(folder) ? readdirSync(folder, { withFileTypes: true, recursive: true }).filter((one) => one.isFile()) : [];
  return {
    beside,
    ofUser,
    files: () => filesIn(beside).map(({ parentPath, name }) => join(parentPath, name)),
    isFilled: (folder: string) => filesIn(folder).length > 0,
    bin,
    async start({ limits, program = bin }: { readonly limits?: string; readonly program?: string } = {}) {
      const { code, stdout, stderr } = await runNode([program, 'check'], { cwd, env, limits });
      expect([code, stderr]).toEqual([0, '']);
      return stdout;
    },
  };
}

it('the first start after an installation keeps beside it what it compiled, where this Node can', async () => {
  const { start, isFilled, beside, ofUser } = fresh();
  await start();
  expect([isFilled(beside), existsSync(ofUser)]).toEqual([keeps, false]);
});

it('a linked package keeps it where the package really is', async () => {
  const { bin, start, isFilled, beside } = fresh();
  const link = join(project({}), 'linked');
  symlinkSync(join(dirname(bin), '..'), link);
  await start({ program: join(link, 'bin/loadout.js') });
  expect(isFilled(beside)).toBe(keeps);
});

it('starts at once after an installation leave a folder that the next start uses', async () => {
  const { start, isFilled, beside, files } = fresh();
  const all = await Promise.all(Array.from({ length: 4 }, () => start()));
  const kept = files();
  all.push(await start());
  expect(new Set(all).size).toBe(1);
  expect([isFilled(beside), files()]).toEqual([keeps, kept]);
});

it('what is half written or changed is compiled again', async () => {
  const { start, files } = fresh();
  const first = await start();
  const [half, changed] = files();
  if (half !== undefined) truncateSync(half, 100);
  if (changed !== undefined) writeFileSync(changed, readFileSync(changed).fill(7, 200));
  expect(await start()).toBe(first);
});

it('where nothing can be kept beside the installation, the first start of a user makes a folder and the second fills it', async () => {
  const { start, isFilled, beside, ofUser } = fresh();
  writeFileSync(beside, '');
  await start();
  expect([existsSync(ofUser), isFilled(ofUser)]).toEqual([keeps, false]);
  await start();
  expect(isFilled(ofUser)).toBe(keeps);
});

it('a start that can write no byte runs', async () => {
  const { start, files } = fresh();
  const output = await start({ limits: '-f 0' });
  expect(files().filter((file) => statSync(file).size > 0)).toEqual([]);
  expect(await start()).toBe(output);
});

it.each([
  ['NODE_COMPILE_CACHE', true],
  ['NODE_DISABLE_COMPILE_CACHE', false],
])('%s of Node goes first', async (name, isFolder) => {
  const folder = join(project({}), 'of-node');
  const { start, isFilled, beside, ofUser } = fresh({ [name]: isFolder ? folder : '1' });
  await start();
  expect([existsSync(beside), existsSync(ofUser), isFilled(folder)]).toEqual([false, false, keeps && isFolder]);
});
