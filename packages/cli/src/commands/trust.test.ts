import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { trust } from '../arguments/definitions.js';
import { parseArguments } from '../arguments/parse-arguments.js';
import { memoryIo } from '../testing/memory-io.js';
import { execute } from './trust.js';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-trust-')));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const record = join(folder, 'state', 'trust.json');

async function answered(stdin: string, args: readonly string[] = []) {
  writeFileSync(join(folder, 'agent.config.yaml'), 'permissions: { allow: [Bash] }\nagents: {}\n');
  const { io, written } = memoryIo({
    cwd: folder,
    env: { LOADOUT_STATE_DIR: join(folder, 'state') },
    isTerminal: true,
    stdinIsTerminal: true,
    stdin,
  });
  return { code: await execute(parseArguments(trust, args), io), ...written() };
}

it.each(['\n', 'n\n', 'yo\n', ''])('the answer %j on a terminal trusts nothing', async (stdin) => {
  const { code, told } = await answered(stdin);
  expect([code, told]).toEqual([6, expect.stringContaining('Trust this? [y/N] Not trusted')]);
  expect(existsSync(record)).toBe(false);
});

it('a yes on a terminal is kept in a file for its owner alone, is not asked again, and can be taken back (CFG-10)', async () => {
  expect((await answered('y\n')).code).toBe(0);
  expect([statSync(record).mode & 0o777, JSON.parse(readFileSync(record, 'utf8')).folders]).toEqual([
    0o600,
    { [folder]: { 'agent.config.yaml': expect.objectContaining({ parts: { 'permissions.allow': expect.any(String) } }) } },
  ]);
  expect(await answered('')).toMatchObject({ code: 0, told: 'It is trusted.\n' });
  expect((await answered('', ['--revoke'])).out).toBe(`${folder} is trusted no more.\n`);
  expect((await answered('', ['--show'])).code).toBe(6);
});
