import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadout, project, root } from '../lib/loadout.js';
import { terminal, terminalOf } from '../lib/terminal.js';
import { scripted } from './scripted.js';

const writes = [{ tools: [{ Write: { file_path: 'made.txt', content: 'made' } }] }, { text: 'Done.' }];

describe('run on a terminal asks the person in front of it (U5)', () => {
  it.each([
    ['y', true],
    ['n', false],
  ])('%s decides about a call that no rule decides', async (answer, isMade) => {
    const cwd = scripted({ turns: writes });
    const screen = terminal(['run', 'helper', 'Go.'], cwd);
    const shown = await screen.sees(/> $/m);
    expect(shown).toContain('Write wants to change made.txt');
    screen.type(`${answer}\r`);
    await screen.code;
    expect(existsSync(join(cwd, 'made.txt'))).toBe(isMade);
  });

  it('and in a pipe the call is denied, with the rule that would allow it', async () => {
    const { stderr } = await loadout(['run', 'helper', 'Go.'], { cwd: scripted({ turns: writes }) });
    expect(stderr).toContain('Nobody is there to ask');
  });
});

describe('a question outside of a run', () => {
  it.each([
    ['Ctrl+C', '\x03', 130],
    ['the end of the input', '\x04', 6],
  ])('leaves its line at %s', async (_, key, code) => {
    const screen = terminal(['trust'], scripted({ agent: { permissions: { allow: ['Write'] } } }));
    await screen.sees(/\[N\] no: $/m);
    screen.type(key);
    await screen.sees(/(?:\^C)?\r?\n/);
    expect(await screen.code).toBe(code);
  });

  it('of npm create loadout ends at Ctrl+C, and nothing is written', async () => {
    const cwd = project({});
    const screen = terminalOf([join(root, 'packages/create-loadout/bin/create-loadout.js'), 'made'], cwd);
    await screen.sees(/Template \(1\): /);
    screen.type('\x03');
    await screen.sees(/\r?\n/);
    expect(await screen.code).toBe(130);
    expect(existsSync(join(cwd, 'made'))).toBe(false);
  });
});

describe('a mistyped agent (U3)', () => {
  const turns = [{ text: 'This is the answer.' }];

  it('is an error on a terminal, which asks nothing', async () => {
    const screen = terminal(['run', 'helpr'], scripted({ turns }));
    await screen.sees(/no agent "helpr"/);
    await screen.sees(/Did you mean helper\?/);
    expect(await screen.code).toBe(2);
  });

  it('is an error without a terminal, and nothing is sent', async () => {
    const { code, stdout, stderr } = await loadout(['run', 'helpr'], { cwd: scripted({ turns }) });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/no agent "helpr".*Did you mean helper\?/s);
  });

  it.each([[['run', '--', 'helpr']], [['run', 'helper', 'helpr']], [['run', 'Go.']]])('%j is sent', async (args) => {
    const { code, stdout } = await loadout(args, { cwd: scripted({ turns }) });
    expect([code, stdout]).toEqual([0, 'This is the answer.\n']);
  });
});
