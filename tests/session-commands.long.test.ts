import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scripted } from './cli/scripted.js';
import { loadout } from './lib/loadout.js';
import { inProcess } from './list.test-kit.js';

const ALL = { permissions: { allow: ['Edit', 'Write', 'Bash'] } };
const turns = [
  { tools: [{ Read: { file_path: 'a.txt' } }] },
  {
    tools: [
      { Edit: { file_path: 'a.txt', old_string: 'two', new_string: 'TWO' } },
      { Write: { file_path: 'new/b.txt', content: 'made\n' } },
      { Bash: { command: 'rm c.txt' } },
      { Write: { file_path: '/nowhere/x.txt', content: 'no' } },
    ],
  },
  { text: 'Done with ``` fences.' },
];
const files = { 'a.txt': 'one\ntwo\nthree\n', 'c.txt': 'gone\n' };
const session = async (config: object) => {
  const cwd = scripted({
    turns,
    files,
    config: { ...ALL, permissions: { ...ALL.permissions, deny: ['Write(//nowhere/**)'] }, ...config },
  });
  const run = await inProcess(['run', 'Change it.', '--output', 'json'], { cwd });
  return { cwd, id: (JSON.parse(run.stdout) as { sessionId: string }).sessionId };
};

describe('loadout diff', () => {
  it('with checkpoints, compares the files with their state before the session', async () => {
    const { cwd, id } = await session({ sessions: { checkpoints: true } });
    const { code, stdout } = await inProcess(['diff', id], { cwd });
    expect(code).toBe(0);
    expect(stdout).toMatch(/a\.txt {2}changed\n[\s\S]*│ - two\n {2}│ \+ TWO\n[\s\S]*new\/b\.txt {2}created\n {2}│ \+ made\n/);
    writeFileSync(join(cwd, 'a.txt'), files['a.txt']);
    rmSync(join(cwd, 'new'), { recursive: true });
    expect((await inProcess(['diff'], { cwd })).stdout).toBe('No file differs from its state before the session.\n');
  });

  it('without checkpoints, shows what the calls asked for, and says so', async () => {
    const { cwd } = await session({});
    const { stdout, stderr } = await inProcess(['diff'], { cwd });
    expect(stdout).toMatch(/a\.txt {2}Edit\n {2}│ - two\n {2}│ \+ TWO\nnew\/b\.txt {2}Write\n/);
    expect(stdout).not.toContain('nowhere');
    expect(stderr).toContain('checkpoints: true');
    const { stdout: json } = await inProcess(['diff', '--json'], { cwd });
    expect(JSON.parse(json)).toMatchObject({ source: 'calls', files: [{ path: 'a.txt', tool: 'Edit' }, { path: 'new/b.txt' }] });
  });

  it('names the command that lists sessions if there is no such session', async () => {
    const { code, stderr } = await inProcess(['diff', 'nothing'], { cwd: scripted({ turns }) });
    expect([code, stderr]).toEqual([2, expect.stringMatching(/no session "nothing"[\s\S]*loadout sessions/)]);
  });
});

describe('loadout sessions export', () => {
  it('prints a page with prompts, calls, results, denials and the end, whose fences no text can close', async () => {
    const { cwd, id } = await session({});
    const { stdout } = await inProcess(['sessions', 'export', id], { cwd });
    for (const part of [
      `# Session ${id}`,
      '> Change it.',
      '**Edit**',
      'Result of Write: denied',
      '## End',
      'Denied:\n\n- Write: ',
    ])
      expect(stdout).toContain(part);
    const fences = stdout.split('\n').filter((line) => /^`{3,}/.test(line));
    expect(fences.length % 2).toBe(0);
  });

  it('prints the events with --format jsonl, and no declared secret in either form', async () => {
    const cwd = scripted({
      turns: [{ tools: [{ Bash: { command: 'echo $TOKEN-s3cr3t-value' } }] }, { text: 'It is s3cr3t-value.' }],
      config: { ...ALL, secrets: { TOKEN: { env: 'MY_TOKEN' } } },
    });
    const env = { MY_TOKEN: 's3cr3t-value' };
    await loadout(['run', 'Go.'], { cwd, env });
    const { stdout } = await loadout(['sessions', 'export', '--format', 'jsonl'], { cwd, env });
    const types = stdout
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { type: string }).type);
    expect([types[0], types.at(-1)]).toEqual(['init', 'result']);
    const page = await loadout(['sessions', 'export'], { cwd, env });
    expect(`${stdout}${page.stdout}`).not.toContain('s3cr3t-value');
  });
});

describe('loadout sessions', () => {
  it('says how each session ended, and its first prompt', async () => {
    const { cwd } = await session({});
    const { stdout } = await inProcess(['sessions', '--json'], { cwd });
    expect(JSON.parse(stdout)).toMatchObject([{ outcome: 'success', state: 'ended', prompt: 'Change it.' }]);
  });
});

describe('loadout replay --step', () => {
  it('needs a terminal', async () => {
    const { cwd } = await session({});
    const { code, stderr } = await inProcess(['replay', 'latest', '--step'], { cwd });
    expect([code, stderr]).toEqual([2, expect.stringContaining('--step waits for a person')]);
  });
});
