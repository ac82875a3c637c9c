import { copyFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scripted } from '../cli/scripted.js';
import { longIt } from '../lib/breadth.js';
import { loadout } from '../lib/loadout.js';
import { terminal } from '../lib/terminal.js';

const FILE = 'agent.config.local.yaml';
const bash = (command: string) => ({ tools: [{ Bash: { command } }] });
const write = (path: string) => ({ tools: [{ Write: { file_path: path, content: 'x' } }] });

const ANSWERED = [
  ...['src/a.ts', 'src/b.ts', 'src/c.ts'].map((path) => [write(path), 'y'] as const),
  ...['src/keys/a.ts', 'src/keys/b.ts', 'src/keys/c.ts'].map((path) => [write(path), 'n'] as const),
  ...['y', 'y', 'n', 'n'].map((answer) => [bash('touch shared.txt'), answer] as const),
];

/** A project in which a person answered each of these questions. */
async function answered() {
  const cwd = scripted({
    turns: [...ANSWERED.map(([call]) => call), { text: 'Done.' }],
    files: { [FILE]: '# My own.\nx-mine: 1 # a note\n' },
  });
  const screen = terminal(['run', 'helper', 'Go.'], cwd);
  for (const [, answer] of ANSWERED) {
    await screen.sees(/> $/m);
    screen.type(`${answer}\r`);
  }
  await screen.code;
  const sees = (...args: readonly string[]) =>
    loadout(['rules', ...args], { cwd, trust: false, env: { HOME: join(cwd, '.home') } });
  return { cwd, sees, text: () => readFileSync(join(cwd, FILE), 'utf8') };
}

it('each kind is written after a yes of its own, and less is allowed without what a person does not want held back', async () => {
  const { cwd, text } = await answered();
  const screen = terminal(['rules', 'suggest', '--write'], cwd);
  const shown = await screen.sees(/Write 1 deny rule into agent\.config\.local\.yaml\? \[y\/N\]: $/);
  expect(shown).toContain('1 allow rule would let pass what was approved:');
  expect(shown).toContain('allow  Edit(/src/**)');
  expect(shown).toContain('1 deny rule would refuse what was refused:');
  expect(shown).toContain('1 ask rule would keep the question about what was refused:');
  screen.type('n\r');
  await screen.sees(/Write 1 ask rule into .* $/);
  screen.type('y\r');
  const less = await screen.sees(/Write 1 allow rule into .* $/);
  expect(less).toContain('Without these deny rules, less can be allowed.');
  expect(less).toContain('allow  Edit(/src/*.ts)');
  screen.type('y\r');
  await screen.sees(/is allowed in this project from now on/);
  await screen.code;
  expect(text()).toContain('# My own.\nx-mine: 1 # a note\npermissions:\n  ask:\n    - Bash(touch shared.txt)\n  allow:\n');
  expect(text()).toContain('- Edit(/src/*.ts)');
});

longIt(
  'a pipe writes nothing without --yes, chooses kinds, and a try of the written file turns the calls that were announced',
  async () => {
    const { cwd, sees, text } = await answered();
    const refused = await sees('suggest', '--write');
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('RULES_NOT_CONFIRMED')]);
    expect(text()).not.toContain('permissions');
    const some = JSON.parse((await sees('suggest', '--json', '--kind', 'ask', '--kind', 'deny')).stdout);
    expect(some.rules.map((one: { effect: string }) => one.effect).sort()).toEqual(['ask', 'deny']);

    const { rules } = JSON.parse((await sees('suggest', '--json')).stdout) as { rules: Announced[] };
    const announced = rules.flatMap(({ effect, calls, also }) =>
      [...(effect === 'ask' ? [] : calls), ...also.recorded].map((call) => `${effect} ${call}`),
    );
    const before = text();
    expect((await sees('suggest', '--write', '--yes')).code).toBe(0);
    mkdirSync(join(cwd, 'next'));
    copyFileSync(join(cwd, 'agent.config.yaml'), join(cwd, 'next/agent.config.yaml'));
    renameSync(join(cwd, FILE), join(cwd, 'next', FILE));
    writeFileSync(join(cwd, FILE), before);
    const tried = await sees('try', 'next/agent.config.yaml', '--json');
    const turns = (JSON.parse(tried.stdout) as { turns: readonly Turn[] }).turns.map(
      ({ call, after }) => `${after.behavior} ${call}`,
    );
    expect([tried.code, [...new Set(turns)].sort()]).toEqual([0, announced.sort()]);
    expect(announced).toHaveLength(6);
  },
);

interface Turn {
  readonly call: string;
  readonly after: { readonly behavior: string };
}

interface Announced {
  readonly effect: string;
  readonly calls: readonly string[];
  readonly also: { readonly recorded: readonly string[] };
}
