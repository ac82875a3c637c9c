import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scripted } from '../cli/scripted.js';
import { loadout } from '../lib/loadout.js';
import { terminal } from '../lib/terminal.js';

const FILE = 'agent.config.local.yaml';
const touches = { tools: [{ Bash: { command: 'touch made.txt' } }] };
const removes = { tools: [{ Bash: { command: 'rm made.txt' } }] };

it('loadout rules suggest --write keeps the rules of what was approved, and the same run asks nothing more', async () => {
  const cwd = scripted({
    turns: [touches, touches, removes, { text: 'Done.' }],
    files: { [FILE]: '# My own.\npermissions:\n  deny: [Bash(ls:*)] # none of it\n' },
  });
  const sees = (args: readonly string[]) => loadout(args, { cwd, trust: false, env: { HOME: join(cwd, '.home') } });
  const screen = terminal(['run', 'helper', 'Go.'], cwd);
  for (const answer of ['y', 'y', 'n']) {
    await screen.sees(/> $/m);
    screen.type(`${answer}\r`);
  }
  await screen.code;

  const found = await sees(['rules', 'suggest', '--json']);
  expect(JSON.parse(found.stdout)).toMatchObject({
    questions: 3,
    spared: 2,
    rules: [{ effect: 'allow', rule: 'Bash(touch made.txt)', width: 'call', questions: 2, calls: ['Bash: touch made.txt'] }],
  });
  const written = await sees(['rules', 'suggest', '--write', '--yes']);
  expect(written.stdout).toContain(
    '1 rule would have answered 2 of 3 questions.\n\n1 allow rule would let pass what was approved:\n',
  );
  expect(written.stdout).toContain(`Bash(touch made.txt) is allowed in this project from now on, by ${FILE}.`);
  const text = readFileSync(join(cwd, FILE), 'utf8');
  expect(text).toMatch(/^# My own\.\npermissions:\n {2}deny: \[ Bash\(ls:\*\) \] # none of it\n {2}allow:\n/);
  expect(text).toContain('- Bash(touch made.txt)');
  expect((await sees(['rules', 'suggest'])).stdout).toContain(
    '1 question on record. Nothing was answered alike often enough for a rule.',
  );

  const again = terminal(['run', 'helper', 'Go.'], cwd);
  const question = await again.sees(/wants to run:\s+│ \S+/);
  expect(question).toMatch(/│ rm$/);
});

it('loadout rules suggest reads the transcripts of Claude Code, and --write takes what passed there only with --claude', async () => {
  const cwd = scripted({ turns: [] });
  const home = join(cwd, '.home');
  const folder = join(home, '.claude/projects', cwd.replace(/[^a-zA-Z0-9]/g, '-'));
  mkdirSync(folder, { recursive: true });
  const call = (id: string, result: object) => [
    { type: 'assistant', message: { content: [{ type: 'tool_use', id, name: 'Bash', input: { command: 'make all' } }] } },
    { type: 'user', message: { content: [{ type: 'tool_result', tool_use_id: id, content: 'ok', ...result }] } },
  ];
  const entries = [{ type: 'permission-mode', permissionMode: 'default' }, ...call('a', {}), ...call('b', {})];
  writeFileSync(join(folder, 's.jsonl'), entries.map((entry) => `${JSON.stringify({ ...entry, cwd })}\n`).join(''));
  const suggests = async (...args: readonly string[]) =>
    (await loadout(['rules', 'suggest', ...args], { cwd, trust: false, env: { HOME: home } })).stdout;

  expect(await suggests()).toContain('allow  Bash(make all)\n  passed twice in 1 session of Claude Code\n    Bash: make all\n');
  expect(await suggests('--write', '--yes')).toContain('No question on record would be asked again.');
  expect(existsSync(join(cwd, FILE))).toBe(false);
  expect(await suggests('--write', '--yes', '--claude')).toContain(
    `Bash(make all) is allowed in this project from now on, by ${FILE}.`,
  );
  expect(await suggests()).not.toContain('make all');
});
