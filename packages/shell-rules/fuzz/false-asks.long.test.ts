import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as core from '@loadout/core/run';
import * as shell from '@loadout/shell-rules';
import { afterAll, describe, expect, it } from 'vitest';
import { createDecider } from './lib/decider.mjs';
import { readCommands } from './lib/read-commands.mjs';
import { makeWorkspace } from './lib/workspace.mjs';

const cwd = makeWorkspace();
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

describe('ordinary commands, each part of which has an allow rule', () => {
  const { rules, commands } = readCommands(fileURLToPath(new URL('./ordinary-commands.txt', import.meta.url)));

  it('are at least three hundred', () => expect(commands.length).toBeGreaterThanOrEqual(300));

  it('are asked about in at most 2 % of cases (PERM-10)', async () => {
    const decider = createDecider({ core, shell, cwd });
    const parsed = [...decider.parseRules(rules.deny, 'deny'), ...decider.parseRules(rules.allow, 'allow')];
    const asked = commands.filter((command) => decider.decide(command, parsed).behavior !== 'allow');
    if (process.env.SHOW === '1') for (const c of asked) console.log(c, '=>', decider.decide(c, parsed).reason);
    expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(commands.length * 0.02);
  });
});

describe('commands that only look around', () => {
  const { commands } = readCommands(fileURLToPath(new URL('./reading-commands.txt', import.meta.url)));

  it('are at least three hundred', () => expect(commands.length).toBeGreaterThanOrEqual(300));

  it('need no rule (PERM-08)', async () => {
    const decider = createDecider({ core, shell, cwd });
    const asked = commands.filter((command) => decider.decide(command, []).behavior !== 'allow');
    expect(asked).toEqual([]);
  });
});
