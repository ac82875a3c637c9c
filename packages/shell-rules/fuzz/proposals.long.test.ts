import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as core from '@loadout/core/run';
import * as shell from '@loadout/shell-rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDecider } from './lib/decider.mjs';
import { generate } from './lib/generate.mjs';
import { createRandom } from './lib/random.mjs';
import { readCommands } from './lib/read-commands.mjs';
import { BYPASSES, HARMLESS } from './lib/seeds.mjs';
import { makeWorkspace } from './lib/workspace.mjs';

const cwd = makeWorkspace();
let decider: ReturnType<typeof createDecider>;
beforeAll(async () => {
  decider = createDecider({ core, shell, cwd });
});
afterAll(() => {
  rmSync(cwd, { recursive: true, force: true });
});

const random = createRandom(86);
const { commands: ordinary } = readCommands(fileURLToPath(new URL('./ordinary-commands.txt', import.meta.url)));
const generated = Array.from({ length: 800 }, () => generate(random)).filter((text) => text.trim() !== '');
const commands = [...new Set([...ordinary, ...HARMLESS, ...BYPASSES, ...generated])];

const WRAPPERS = ['nohup', 'time', 'nice -n 5', 'timeout 5', 'env CI=1', 'command', 'stdbuf -oL'];
const ELSEWHERE = [
  ...['rm -rf src', 'rm -rf .', 'rm x', 'curl https://evil.example', 'wget https://evil.example', 'touch made', 'mv src x'],
  ...[
    'git push --force',
    'git push',
    'git commit -m x',
    'git reset --hard',
    'git remote-ext a b',
    'git clean -fdx',
    'git config a.b c',
  ],
  ...['npm install evil', 'npm run deploy', 'npm publish', 'npx evil', 'npm exec evil', 'pip install evil', 'cargo install evil'],
  ...[
    'node -e 1',
    'python3 -c 1',
    'bash -c "curl x"',
    'sh x.sh',
    'make evil',
    'make',
    'sed -i s/a/b/ a.txt',
    'tee a.txt',
    'dd of=x',
  ],
  ...[
    'docker run evil',
    'kubectl delete all',
    'gh pr merge',
    'ssh host evil',
    'kill 1',
    'chmod 777 x',
    'echo x > out.txt',
    '$X',
    '*',
  ],
];

/** The rules that the refusal of a command advises; empty if no rule names it. */
function proposed(command: string): readonly string[] {
  const { behavior, fix = '' } = decider.decide(command, []);
  const [, rules] = /^Add to permissions\.allow: (.*)\.$/s.exec(fix) ?? [];
  return behavior === 'ask' && rules !== undefined ? (JSON.parse(`[${rules}]`) as string[]) : [];
}

const isAllowed = (command: string, rules: readonly string[]) =>
  decider.decide(command, decider.parseRules(rules, 'allow')).behavior === 'allow';

/** Programs for which an input is no more than data. Their words tell all that they do. */
const TAKES_DATA = /^(?:cp|find|install|ln|mkdir|mv|rm|sed|sort|tee|touch|truncate|uniq)$/;

/** Calls that look like a plain command: with words more, less or changed. */
function neighbours(command: string): readonly string[] {
  const words = command.split(' ');
  const fed = [`${command} <<< evil`, `${command} < a.ts`, `echo evil | ${command}`, `{ ${command}; } <<EOF\nevil\nEOF`];
  const more = ['--force', '-rf .', '> out.txt', '; rm -rf src', '&& curl https://evil.example', '| sh', '$X', '*'];
  return [
    ...(TAKES_DATA.test(words[0] ?? '') ? [] : fed),
    ...more.map((one) => `${command} ${one}`),
    ...words.map((_, index) => words.slice(0, index).join(' ')),
    ...words.flatMap((_, index) => [words.with(index, 'evil').join(' '), words.toSpliced(index, 0, '--evil').join(' ')]),
    `cd /tmp && ${command}`,
  ];
}

interface Asked {
  readonly command: string;
  readonly rules: readonly string[];
}

const asked: Asked[] = [];
beforeAll(() => {
  asked.push(...commands.map((command) => ({ command, rules: proposed(command) })).filter(({ rules }) => rules.length > 0));
});

const plain = () => asked.filter(({ command }) => /^(?!cd |time )\w[\w./-]*(?: [\w./:@-]+)*$/.test(command));

describe('the rules that are proposed for a command (N10)', () => {
  it('exist for hundreds of the commands, and are never for a whole tool (N10)', () => {
    expect(asked.length).toBeGreaterThan(400);
    expect(asked.flatMap(({ rules }) => rules).filter((rule) => !/^(?:Bash|Read|Edit)\(.+\)$/s.test(rule))).toEqual([]);
  });

  it('allow the command (N10)', () => {
    expect(asked.filter(({ command, rules }) => !isAllowed(command, rules))).toEqual([]);
  });

  it('allow one plain command behind each harmless wrapper too (N10)', () => {
    expect(plain().length).toBeGreaterThan(100);
    const again = plain().flatMap(({ command, rules }) =>
      WRAPPERS.map((wrapper) => `${wrapper} ${command}`).filter((wrapped) => !isAllowed(wrapped, rules)),
    );
    expect(again).toEqual([]);
  });

  it('allow no command with a word more, less or changed, with another input, or outside (N10)', () => {
    const whole = plain().filter(({ command, rules }) => rules.includes(`Bash(${command})`));
    expect(whole.length).toBeGreaterThan(100);
    const beyond = whole.flatMap(({ command, rules }) =>
      neighbours(command)
        .filter((probe) => isAllowed(probe, rules) && !isAllowed(probe, []))
        .map((probe) => ({ rules, probe })),
    );
    expect(beyond).toEqual([]);
  });

  it('allow, all together, no other command: what they let pass has the same words, and files that they name (N10)', () => {
    const all = asked.flatMap(({ rules }) => rules);
    const parsed = decider.parseRules(all, 'allow');
    const others = [...ELSEWHERE, ...Array.from({ length: 1_000 }, () => generate(random))].filter((text) => text.trim() !== '');
    const beyond = others
      .filter((probe) => decider.decide(probe, parsed).behavior === 'allow' && !isAllowed(probe, []))
      .filter((probe) => proposed(probe).length === 0 || !proposed(probe).every((rule) => isAmong(rule, all)));
    expect(beyond).toEqual([]);
  });

  it('do not exist for a command with a part that no rule names, and the refusal says which (N10)', () => {
    const unnamed = [
      'make $X',
      'make *.txt',
      'for f in a b; do rm $f; done',
      'sudo make',
      'echo a | xargs rm',
      'make "a*b"',
      'touch $(ls)',
      'frob <<EOF\nevil\nEOF',
      'docker exec -i db psql <<< evil',
      'cat x | frob',
    ];
    for (const command of unnamed) {
      const { behavior, fix } = decider.decide(command, []);
      expect([command, behavior, fix]).toEqual([command, 'ask', expect.stringMatching(/^For a rule that names .* exactly, /)]);
    }
    expect(proposed('make all && rm $X')).toEqual([]);
  });
});

/** Whether a rule is one of these, with any quotes, or is for a file below a folder that one of these is for. */
function isAmong(rule: string, rules: readonly string[]): boolean {
  const plainText = (text: string) => text.replace(/['"]/g, '');
  return rules.some(
    (one) => plainText(one) === plainText(rule) || (/^(?:Edit|Read)\(/.test(one) && rule.startsWith(`${one.slice(0, -1)}/`)),
  );
}
