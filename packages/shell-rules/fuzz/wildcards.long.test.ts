import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as core from '@loadout/core/run';
import * as shell from '@loadout/shell-rules';
import { afterAll, describe, expect, it } from 'vitest';
import { createDecider } from './lib/decider.mjs';
import { generate } from './lib/generate.mjs';
import { createRandom } from './lib/random.mjs';
import { readCommands } from './lib/read-commands.mjs';
import { BYPASSES, HARMLESS } from './lib/seeds.mjs';
import { makeWorkspace } from './lib/workspace.mjs';

const cwd = makeWorkspace();
afterAll(() => rmSync(cwd, { recursive: true, force: true }));
const decider = createDecider({ core, shell, cwd });
const random = createRandom(126);
const { commands: ordinary } = readCommands(fileURLToPath(new URL('./ordinary-commands.txt', import.meta.url)));

const isAllowed = (command: string, rule: string) =>
  decider.decide(command, decider.parseRules([rule], 'allow')).behavior === 'allow';

/** Texts that an attacker puts where a `*` stands. */
const HOSTILE = [
  ...['--exec=evil', '../..', '/etc/passwd', 'a/b', '~', '~root', 'a=b', 'CC=evil', '@npm:evil', 'a@b', '!x', '%x', 'a,b', '+x'],
  ...['a b', '$X', '$(evil)', '`evil`', '*', '?', '[a]', '{a,b}', '"a b"', 'a;evil', 'a&&evil', 'a|evil', 'a>evil'],
  ...['a\nevil', '\u202e', '\u00a0', '%2e%2e', 'x'.repeat(300)],
];
/** Texts that make an option of a word. */
const DASHES = ['-', '--', '-rf'];
const PLAIN = ['', 'a', 'A1', 'prod', ':prod', '.x', '_', '-x', 'é', '1.2'];

/** Without git, which is asked about files and may take too long for an answer on a busy machine. */
const plain = ordinary.filter((text) => /^(?!cd |time |git )\w[\w.-]*(?: [\w./:@-]+)+$/.test(text));

interface Pattern {
  readonly rule: string;
  /** The words of the rule. */
  readonly words: readonly string[];
  readonly at: number;
  /** Whether the `*` begins its word. */
  readonly isFirst: boolean;
  fill(text: string): string;
}

/** Each word of a command but its program, with `*` at its end, at its start and in its middle. */
const all: readonly Pattern[] = plain.flatMap((command) => {
  const words = command.split(' ');
  return words.flatMap((word, at) => {
    const cut = Math.ceil(word.length / 2);
    return [
      [word, ''],
      // A rule that begins with a wildcard is refused as it is read.
      ...(at === 0 ? [] : [['', word]]),
      [word.slice(0, cut), word.slice(cut)],
    ].map(([before = '', after = '']) => {
      const own = words.with(at, `${before}*${after}`);
      return {
        rule: `Bash(${own.join(' ')})`,
        words: own,
        at,
        isFirst: before === '',
        fill: (text: string) => words.with(at, before + text + after).join(' '),
      };
    });
  });
});

/** `:*` may only stand at the end of a rule. One pattern in eight is tried with each word. */
const patterns = all.filter(({ rule }) => !/:\*./.test(rule.slice(0, -1))).filter(() => random.chance(1 / 8));

const mayStand = ({ words, at }: Pattern) => at > 0 && !words.slice(0, at + 1).some((word) => word.startsWith('-'));

describe('a * inside a word of an allow rule', () => {
  it('is tried in hundreds of rules', () => {
    expect(patterns.length).toBeGreaterThan(200);
  });

  it('allows no option, path, assignment, sign of a shell or second word in its place (GAP-A4)', () => {
    const beyond = patterns.flatMap(({ rule, fill, isFirst }) =>
      [...HOSTILE, ...(isFirst ? DASHES : [])]
        .map(fill)
        .filter((command) => isAllowed(command, rule) && !isAllowed(command, 'Nothing'))
        .map((command) => ({ rule, command })),
    );
    expect(beyond).toEqual([]);
  });

  it('allows no more than a rule for these words, and no more than a rule for the program (GAP-A4)', () => {
    const beyond = patterns.flatMap((pattern) =>
      PLAIN.map(pattern.fill)
        .filter((command) => isAllowed(command, pattern.rule) && !isAllowed(command, 'Nothing'))
        .filter((command) => !isAllowed(command, `Bash(${command})`) || !isAllowed(command, `Bash(${command.split(' ')[0]}:*)`))
        .map((command) => ({ rule: pattern.rule, command })),
    );
    expect(beyond).toEqual([]);
  });

  it('stands for nothing in the program, in an option and behind an option (GAP-A4)', () => {
    const idle = patterns.filter((pattern) => !mayStand(pattern));
    expect(idle.length).toBeGreaterThan(50);
    const beyond = idle.flatMap(({ rule, fill }) =>
      ['a', 'x1']
        .map(fill)
        .filter((command) => isAllowed(command, rule) && !isAllowed(command, 'Nothing'))
        .map((command) => ({ rule, command })),
    );
    expect(beyond).toEqual([]);
  });

  it('lets no known bypass and no generated command pass that its words do not name (GAP-A4)', () => {
    const others = [...BYPASSES, ...HARMLESS, ...Array.from({ length: 1_000 }, () => generate(random))].filter(
      (text) => text.trim() !== '',
    );
    const rules = patterns.filter((_, index) => index % 3 === 0);
    const parsed = decider.parseRules(
      rules.map(({ rule }) => rule),
      'allow',
    );
    const passed = others.filter((one) => decider.decide(one, parsed).behavior === 'allow' && !isAllowed(one, 'Nothing'));
    const heads = new Set(rules.map(({ words }) => words[0]));
    expect(passed.filter((one) => !heads.has(one.trim().split(/\s/)[0]))).toEqual([]);
  });
});
