import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { longIt } from '../lib/breadth.js';
import { loadout } from '../lib/loadout.js';
import { terminal } from '../lib/terminal.js';
import { scripted } from './scripted.js';

const PROMPT = /\x1b\[0J> /;
const FILE = 'agent.config.local.yaml';
const touches = { tools: [{ Bash: { command: 'touch made.txt' } }] };
const make = () => scripted({ turns: [touches, { text: 'Done.' }, touches, { text: 'Again.' }] });
const RULE = 'Bash(touch made.txt)';

/** The home of `terminal`, so that a command without one sees the same state. */
const sees = (cwd: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  loadout(args, { cwd, trust: false, env: { HOME: join(cwd, '.home'), ...env } });

describe('"always in this project" (PERM-04)', () => {
  it('is written beside the configuration by a chat, says so, and holds in the next run, which asks nothing', async () => {
    const cwd = make();
    const chat = terminal(['chat'], cwd);
    await chat.sees(PROMPT);
    chat.type('go\r');
    expect(await chat.sees(PROMPT)).toContain(`p  yes, and always allow in this project: ${RULE} (written to ${FILE})`);
    chat.type('p\r');
    expect(await chat.sees(/Done\./)).toContain(`${RULE} is allowed in this project from now on, by ${FILE}.`);
    await chat.sees(PROMPT);
    chat.type('/exit\r');
    expect(await chat.code).toBe(0);
    expect(readFileSync(join(cwd, FILE), 'utf8')).toContain(`- ${RULE}`);
    rmSync(join(cwd, 'made.txt'));
    const { code, stdout } = await sees(cwd, ['run', 'helper', 'Go.']);
    expect([code, stdout, existsSync(join(cwd, 'made.txt'))]).toEqual([0, 'Done.\n', true]);
  });

  longIt('is offered by a run on a terminal', async () => {
    const cwd = make();
    const screen = terminal(['run', 'helper', 'Go.'], cwd);
    await screen.sees(/> $/m);
    screen.type('p\r');
    await screen.sees(/allowed in this project from now on/);
    expect(await screen.code).toBe(0);
    expect((await sees(cwd, ['explain', 'helper', RULE])).stdout).toMatch(/allow/);
    expect((await sees(cwd, ['explain', 'helper', RULE])).stdout).toContain(`${FILE}:4:7`);
  });

  longIt('is named as a source by the commands that show one', async () => {
    const cwd = make();
    const screen = terminal(['run', 'helper', 'Go.'], cwd);
    await screen.sees(/> $/m);
    screen.type('p\r');
    await screen.code;
    expect((await sees(cwd, ['config', 'print', '--origins'])).stdout).toMatch(new RegExp(`permissions.allow.*${FILE}`));
    const trust = await sees(cwd, ['trust', '--show']);
    expect([trust.code, trust.stdout]).toEqual([0, expect.stringContaining(`${FILE} in ${cwd}`)]);
    expect((await sees(cwd, ['check'])).code).toBe(0);
    expect((await sees(cwd, ['context', 'helper'])).code).toBe(0);
  });
});

describe('a personal file of somebody else', () => {
  const shipped = () =>
    scripted({
      turns: [touches, { text: 'Done.' }],
      files: { [FILE]: `permissions: { allow: ["${RULE}"], deny: ["Bash(ls:*)"] }\n` },
    });

  it('waits for trust, which says what it would allow, and allows nothing before', async () => {
    const cwd = shipped();
    const before = await sees(cwd, ['run', 'helper', 'Go.']);
    expect(before.stderr).toContain(`${FILE} is not trusted, so these parts are disabled: permissions.allow.`);
    expect(existsSync(join(cwd, 'made.txt'))).toBe(false);
    expect((await sees(cwd, ['explain', 'helper', 'Bash(ls -l)'])).stdout).toMatch(/denied|deny/);
    expect((await sees(cwd, ['run', 'helper', 'Go.', '--require-trust'])).code).not.toBe(0);
    const shown = await sees(cwd, ['trust', '--show']);
    expect([shown.code, shown.stdout]).toEqual([6, expect.stringContaining(RULE)]);
    expect((await sees(cwd, ['trust', '--yes'])).code).toBe(0);
    expect((await sees(cwd, ['run', 'helper', 'Go.'])).stdout).toBe('Done.\n');
    expect(existsSync(join(cwd, 'made.txt'))).toBe(true);
  });

  longIt('that came by a copy of the folder waits there', async () => {
    const cwd = make();
    const screen = terminal(['run', 'helper', 'Go.'], cwd);
    await screen.sees(/> $/m);
    screen.type('p\r');
    await screen.code;
    const copy = `${cwd}-copy`;
    cpSync(cwd, copy, { recursive: true, verbatimSymlinks: true });
    rmSync(join(copy, 'made.txt'));
    const { stderr } = await sees(copy, ['run', 'helper', 'Go.'], { HOME: join(cwd, '.home') });
    expect([stderr, existsSync(join(copy, 'made.txt'))]).toEqual([expect.stringContaining(`${FILE} is not trusted`), false]);
    rmSync(copy, { recursive: true });
  });
});

describe('loadout rules', () => {
  it('shows what was asked, how it was answered, and the rule that was offered with it', async () => {
    const cwd = make();
    expect((await sees(cwd, ['rules'])).stdout).toContain('Nothing was asked');
    for (const answer of ['y', 'n']) {
      const screen = terminal(['run', 'helper', 'Go.'], cwd);
      await screen.sees(/> $/m);
      screen.type(`${answer}\r`);
      await screen.code;
    }
    await sees(cwd, ['run', 'helper', 'Go.']);
    await sees(cwd, ['run', '--resume', 'latest', '--fork', 'On.']);
    const { stdout } = await sees(cwd, ['rules', '--json']);
    expect(JSON.parse(stdout)).toEqual({
      asked: [
        { tool: 'Bash', rules: [RULE], asked: 4, allowed: 1, denied: 1, nobody: 2, last: expect.stringMatching(/^\d{4}-/) },
      ],
      unread: [],
    });
    const shown = await sees(cwd, ['rules']);
    expect(shown.stdout).toMatch(
      /asked +yes +no +nobody there +last +would be spared by\n +4 +1 +1 +2 +\d{4}-\d\d-\d\d \d\d:\d\d +Bash\(touch made\.txt\)\n$/,
    );
    expect(shown.stderr).toContain(FILE);
  });

  longIt('leaves out what a rule of the project or of the person spares by now (PERM-04)', async () => {
    const cwd = make();
    const screen = terminal(['run', 'helper', 'Go.'], cwd);
    await screen.sees(/> $/m);
    screen.type('p\r');
    await screen.code;
    expect(JSON.parse((await sees(cwd, ['rules', '--json'])).stdout).asked).toEqual([]);
    expect((await sees(cwd, ['rules'])).stdout).toBe('The current rules already answer 1 question; no other was asked.\n');
    rmSync(join(cwd, FILE));
    expect((await sees(cwd, ['rules'])).stdout).toContain(RULE);
  });

  it('names no rule where none would help', async () => {
    const cwd = scripted({ turns: [touches, { text: 'Done.' }], config: { permissions: { ask: ['Bash(touch:*)'] } } });
    await sees(cwd, ['run', 'helper', 'Go.']);
    expect((await sees(cwd, ['rules'])).stdout).toContain('no rule: Bash is asked about each time');
  });
});
