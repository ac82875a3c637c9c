import { rmSync } from 'node:fs';
import * as core from '@loadout/core/run';
import * as shell from '@loadout/shell-rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDecider } from './lib/decider.mjs';
import { generate, generateRules } from './lib/generate.mjs';
import { createRandom } from './lib/random.mjs';
import { BYPASSES, INTERPRETED } from './lib/seeds.mjs';
import { makeTraps } from './lib/traps.mjs';

const traps = makeTraps();
let decider: ReturnType<typeof createDecider>;
beforeAll(async () => {
  decider = createDecider({ core, shell, cwd: traps.work, home: '/nonexistent' });
});
afterAll(() => {
  rmSync(traps.root, { recursive: true, force: true });
});

describe('commands that once slipped past a checker', () => {
  const rules = () => [
    ...decider.parseRules(['Read(secret/**)'], 'deny'),
    ...decider.parseRules(
      'echo printf ls cat head tail sort uniq wc grep rg sed cut nl paste diff od jq find xargs env timeout nice git test true date set cd'
        .split(' ')
        .map((name) => `Bash(${name}:*)`),
      'allow',
    ),
  ];
  it.each(BYPASSES)('%j is not let through by the rules for other programs', (command) => {
    expect(decider.decide(command, rules()).behavior).not.toBe('allow');
  });

  const forbidding = () => [
    ...decider.parseRules(['Read(secret/**)', 'Bash(fire:*)', 'Edit(/canary)'], 'deny'),
    ...decider.parseRules(['Bash'], 'allow'),
  ];
  it.each(BYPASSES.filter((command) => !INTERPRETED.test(command)))(
    '%j is not let through where a deny rule names the program and Bash is allowed',
    (command) => {
      expect(decider.decide(command, forbidding()).behavior).not.toBe('allow');
    },
  );
});

describe('generated commands', () => {
  it('can be decided in at least a quarter of cases, so that the long run has commands to run', () => {
    const random = createRandom(7);
    const { allow, deny } = generateRules(random);
    const parsed = [...decider.parseRules(deny, 'deny'), ...decider.parseRules(allow, 'allow')];
    const all = Array.from({ length: 2_000 }, () => generate(random));
    const allowed = all.filter((command) => decider.decide(command, parsed).behavior === 'allow');
    expect(allowed.length).toBeGreaterThan(all.length / 10);
  });
});
