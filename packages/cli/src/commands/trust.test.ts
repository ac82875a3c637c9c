import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, it } from 'vitest';
import { trust } from '../arguments/definitions.js';
import { parseArguments } from '../arguments/parse-arguments.js';
import { memoryIo } from '../testing/memory-io.js';
import { execute } from './trust.js';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-trust-')));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const record = join(folder, 'state', 'trust.json');

const CONFIG = 'permissions: { allow: [Bash] }\nagents: {}\n';

async function answered(stdin: string, args: readonly string[] = [], config = CONFIG) {
  writeFileSync(join(folder, 'agent.config.yaml'), config);
  const { io, written } = memoryIo({
    cwd: folder,
    env: { LOADOUT_STATE_DIR: join(folder, 'state'), NO_COLOR: '1' },
    isTerminal: true,
    stdinIsTerminal: true,
    stdin,
  });
  return { code: await execute(parseArguments(trust, args), io), ...written() };
}

afterEach(() => rmSync(join(folder, 'state'), { recursive: true, force: true }));

it.each(['\n', 'n\n', 'yo\n', ''])('the answer %j on a terminal trusts nothing', async (stdin) => {
  const { code, told } = await answered(stdin);
  expect([code, told]).toEqual([6, expect.stringMatching(/^Trust it\? .*: \n?Not trusted/)]);
  expect(existsSync(record)).toBe(false);
});

it('a yes on a terminal is kept in a file for its owner alone, is not asked again, and can be taken back (CFG-10)', async () => {
  expect((await answered('y\n')).code).toBe(0);
  expect([statSync(record).mode & 0o777, JSON.parse(readFileSync(record, 'utf8')).folders]).toEqual([
    0o600,
    { [folder]: { 'agent.config.yaml': expect.objectContaining({ parts: { 'permissions.allow': expect.any(String) } }) } },
  ]);
  const [kept = ''] = readdirSync(join(folder, 'state/trusted'));
  expect(statSync(join(folder, 'state/trusted', kept)).mode & 0o777).toBe(0o600);
  expect(await answered('')).toMatchObject({ code: 0, told: 'The configuration is trusted.\n' });
  expect((await answered('', ['--revoke'])).out).toBe(`${folder} is no longer trusted.\n`);
  expect(readdirSync(join(folder, 'state/trusted'))).toEqual([]);
  expect((await answered('', ['--show'])).code).toBe(6);
});

const MORE =
  'permissions: { allow: [Bash, Edit] }\nhooks: { Stop: [{ hooks: [{ type: command, command: ./x.sh }] }] }\nagents: {}\n';

it('shows what changed since as a diff, and asks again, where the content alone was trusted (T3)', async () => {
  await answered('y\n');
  const { code, out } = await answered('n\n', [], MORE);
  expect(code).toBe(6);
  expect(out).toMatch(
    /Since you trusted it:[\s\S]*hooks\.Stop\[0\]\.hooks\[0\] {2}\(added\)[\s\S]*permissions\.allow {2}\(changed\)/,
  );
  expect(out).toContain('│ +   "Edit"');
});

it('shows the lines of a script that changed (T3)', async () => {
  writeFileSync(join(folder, 'x.sh'), 'echo one\n');
  await answered('y\n', [], MORE);
  writeFileSync(join(folder, 'x.sh'), 'echo one\necho two\n');
  const { out } = await answered('n\n', [], MORE);
  rmSync(join(folder, 'x.sh'));
  expect(out).toMatch(/ {2}x\.sh\n {2}│ {3}echo one\n {2}│ \+ echo two/);
});

it('keeps the texts for a diff without keys, and none of a file that is there to hold secrets', async () => {
  const key = `sk-${'a1'.repeat(12)}`;
  writeFileSync(join(folder, 'prod.env'), 'TOKEN=of-the-file\n');
  await answered('y\n', [], `hooks: { Stop: [{ hooks: [{ type: command, command: "prod.env ${key}" }] }] }\nagents: {}\n`);
  const [kept = ''] = readdirSync(join(folder, 'state/trusted'));
  const text = readFileSync(join(folder, 'state/trusted', kept), 'utf8');
  expect([text.includes('prod.env'), text.includes(key), text.includes('of-the-file')]).toEqual([true, false, false]);
});

it.each([
  ['f\n', []],
  ['', ['--folder']],
])(
  'the answer %j with %j trusts the folder from now on: a change is told once, and nothing is asked (T3)',
  async (stdin, args) => {
    expect(await answered(stdin, args)).toMatchObject({ code: 0, told: expect.stringContaining('Trusted from now on') });
    const changed = await answered('', [], MORE);
    expect([changed.code, changed.told]).toEqual([0, expect.stringContaining('hooks.Stop[0].hooks[0] (added)')]);
    expect((await answered('', [], MORE)).told).toBe('The configuration is trusted.\n');
  },
);

it('a folder in which others can write is not trusted from now on, nor is one that is opened to them later (T3)', async () => {
  chmodSync(folder, 0o777);
  await expect(answered('f\n')).rejects.toMatchObject({
    code: 'TRUST_FOLDER_OPEN',
    message: expect.stringContaining('every user'),
  });
  chmodSync(folder, 0o700);
  await answered('f\n');
  chmodSync(folder, 0o777);
  expect((await answered('', ['--show'], MORE)).code).toBe(6);
  chmodSync(folder, 0o700);
  expect((await answered('', ['--show'], MORE)).code).toBe(0);
});

it('warns of rules that let a program run what the repository says then (T7)', async () => {
  const { out } = await answered(
    'n\n',
    [],
    'permissions: { allow: ["Bash(make:*)", "Bash(npm test:*)", "Bash(ls:*)"] }\nagents: {}\n',
  );
  expect(out.match(/^Careful: .*$/gm)).toEqual([
    expect.stringMatching(
      /^Careful: Bash\(make:\*\) runs whatever scripts, build files and dependencies this repository contains/,
    ),
    expect.stringMatching(/^Careful: Bash\(npm test:\*\) runs/),
  ]);
});

it('shows the tests that answer with yes beside the configuration, and one answer covers both', async () => {
  const config = `${CONFIG}tests: [{ name: t, model: { script: [{ text: a }] }, answers: { Bash: allow }, expect: { outcome: done } }]\n`;
  const { code, out } = await answered('y\n', [], config);
  expect([code, out]).toEqual([0, expect.stringContaining('agent.config.yaml tests[0]')]);
  expect(await answered('', ['--show'], config)).toMatchObject({ code: 0 });
  const changed = config.replace('text: a', 'text: b');
  expect(await answered('', ['--show'], changed)).toMatchObject({ code: 6 });
});
