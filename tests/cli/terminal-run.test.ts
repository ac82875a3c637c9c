import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadout } from '../lib/loadout.js';
import { terminal } from '../lib/terminal.js';
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
