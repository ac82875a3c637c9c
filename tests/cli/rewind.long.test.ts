import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadout, project } from '../lib/loadout.js';
import { terminal } from '../lib/terminal.js';
import { scripted } from './scripted.js';

const write = (file_path: string, content: string) => ({ Write: { file_path, content } });
const turns = [
  { tools: [write('a.txt', 'one\ntwo\n')] },
  { text: 'Wrote.' },
  { tools: [{ Edit: { file_path: 'a.txt', old_string: 'two', new_string: '2' } }, write('sub/b.txt', 'b\n')] },
  { text: 'Changed.' },
  { text: 'Nothing to do.' },
];

interface Made {
  readonly sessions?: Readonly<Record<string, unknown>>;
  readonly steps?: readonly unknown[];
  readonly prompts?: readonly string[];
  readonly permissions?: Readonly<Record<string, unknown>>;
}

/** A folder whose agent has had these prompts in one session. */
async function worked({
  sessions = { checkpoints: true },
  steps = turns,
  prompts = ['Write the file.', 'Change it.', 'Is all done?'],
  permissions = { mode: 'acceptEdits' },
}: Made = {}) {
  const config = { sessions: { dir: 'sessions', ...sessions }, permissions };
  const cwd = scripted({ turns: steps, config });
  for (const [index, prompt] of prompts.entries()) {
    const { code, stderr } = await loadout(['run', ...(index === 0 ? [] : ['--continue']), prompt], { cwd });
    expect([code, stderr]).toEqual([0, expect.any(String)]);
  }
  const at = (name: string) => join(cwd, name);
  return {
    cwd,
    at,
    text: (name: string) => (existsSync(at(name)) ? readFileSync(at(name), 'utf8') : undefined),
    rewind: (...args: readonly string[]) => loadout(['rewind', ...args], { cwd }),
    onTerminal: async (...args: readonly string[]) => {
      expect((await loadout(['trust', '--yes'], { cwd, trust: false })).code).toBe(0);
      return terminal(['rewind', ...args], cwd);
    },
    /** Finds the only file of this name in the folder of the sessions. */
    stored: (name: string) => {
      const found = readdirSync(at('sessions'), { recursive: true, encoding: 'utf8' }).filter((one) => basename(one) === name);
      expect(found).toHaveLength(1);
      return join(at('sessions'), found[0] ?? '');
    },
  };
}

describe('loadout rewind', () => {
  it('lists the prompts of a session with the files that each changed', async () => {
    const { cwd, rewind } = await worked();
    const { code, stdout, stderr } = await rewind();
    expect(code).toBe(0);
    expect(stdout.split('\n').map((line) => line.replace(/\d{4}-\d\d-\d\d \d\d:\d\d/, 'TIME').trim())).toEqual([
      expect.stringMatching(/^time +prompt +changed$/),
      expect.stringMatching(/^1 +TIME +Write the file\. +1 file +a\.txt$/),
      expect.stringMatching(/^2 +TIME +Change it\. +2 files +a\.txt, sub\/b\.txt$/),
      expect.stringMatching(/^3 +TIME +Is all done\? +0 files$/),
      '',
    ]);
    const id = /loadout rewind (\S+) NUMBER/.exec(stderr)?.[1] ?? '';
    const listed = JSON.parse((await loadout(['rewind', id.slice(0, 8), '--json'], { cwd })).stdout);
    expect(listed).toMatchObject({
      session: id,
      prompts: [{ number: 1, canRewind: true }, { files: ['a.txt', 'sub/b.txt'] }, {}],
    });
  });

  it('restores the files to before a prompt: those of it and of all later ones', async () => {
    const { rewind, text, at } = await worked();
    const shown = await rewind('latest', '2', '--yes');
    expect([shown.code, shown.stdout]).toEqual([
      0,
      [
        'Back to before prompt 2, "Change it.":',
        'restore  a.txt      +1 -1',
        'remove   sub/b.txt  +0 -1',
        'Restored 2 files. The conversation is unchanged.\n',
      ].join('\n'),
    ]);
    expect([text('a.txt'), existsSync(at('sub'))]).toEqual(['one\ntwo\n', false]);
    expect((await rewind('latest', '1', '--yes')).stdout).toContain('remove  a.txt  +0 -2\n');
    expect(text('a.txt')).toBeUndefined();
    const again = await rewind('latest', '1', '--yes');
    expect([again.code, again.stdout]).toEqual([0, 'No file would change for prompt 1, "Write the file.".\n']);
  });

  it('shows the changes as JSON and changes nothing, and restores with --yes', async () => {
    const { rewind, text } = await worked();
    const would = JSON.parse((await rewind('latest', '2', '--json')).stdout);
    const file = { changedSince: false, outside: false };
    expect(would).toMatchObject({
      prompt: 2,
      restored: false,
      files: [
        { path: 'a.txt', change: 'restore', insertions: 1, deletions: 1, ...file },
        { path: 'sub/b.txt', change: 'remove', insertions: 0, deletions: 1, ...file },
      ],
      problems: [],
    });
    expect(text('sub/b.txt')).toBe('b\n');
    expect(JSON.parse((await rewind('latest', '2', '--json', '--yes')).stdout)).toEqual({ ...would, restored: true });
    expect(text('sub/b.txt')).toBeUndefined();
  });

  it('names a file that was changed after the session, or is gone, and does not take its own work for that', async () => {
    const { rewind, at, text } = await worked();
    appendFileSync(at('sub/b.txt'), 'by hand\n');
    const later = new Date(Date.now() + 60_000);
    utimesSync(at('sub/b.txt'), later, later);
    rmSync(at('a.txt'));
    const { stdout } = await rewind('latest', '2', '--yes');
    expect(stdout).toContain('create  a.txt      +2 -0\nremove  sub/b.txt  +0 -2  changed after the session\n');
    expect(text('a.txt')).toBe('one\ntwo\n');
    expect((await rewind('latest', '1', '--yes')).stdout).toContain('remove  a.txt  +0 -2\n');
  });

  it('asks on a terminal, keeps other processes out meanwhile, and changes nothing without a yes', async () => {
    const { rewind, text, onTerminal } = await worked();
    const asked = async (answer: string) => {
      const typed = await onTerminal('latest', '2');
      await typed.sees(/Restore 2 files\? This cannot be undone\. \[y\/N\]: /);
      const busy = await rewind('latest', '1', '--yes');
      expect([busy.code, busy.stderr]).toEqual([1, expect.stringContaining('error SESSION_BUSY: ')]);
      typed.type(answer);
      return typed.code;
    };
    expect([await asked('n\r'), await asked('\x03'), text('sub/b.txt')]).toEqual([1, 130, 'b\n']);
    expect([await asked('y\r'), text('sub/b.txt'), text('a.txt')]).toEqual([0, undefined, 'one\ntwo\n']);
  });

  it('changes nothing where nobody can be asked', async () => {
    const { rewind, text } = await worked();
    const { code, stdout, stderr } = await rewind('latest', '2');
    expect([code, stdout]).toEqual([2, expect.stringContaining('restore  a.txt')]);
    expect(stderr).toMatch(/error REWIND_NOT_CONFIRMED: .* 2 files, .*\nFix: .*: loadout rewind \S+ 2 --yes\n$/);
    expect(text('sub/b.txt')).toBe('b\n');
  });

  it('refuses a number that no prompt has, and says how many prompts there are', async () => {
    const { rewind, text } = await worked();
    for (const number of ['0', '4', '-1', 'two', '1e0']) {
      const { code, stderr } = await rewind('--yes', '--', 'latest', number);
      const says = `error REWIND_NUMBER: There is no prompt "${number}". The session has 3 prompts, counted from 1.`;
      expect([code, stderr]).toEqual([2, expect.stringContaining(says)]);
    }
    expect(text('sub/b.txt')).toBe('b\n');
  });

  it('says how to switch checkpoints on for a session without them, and that a prompt from before has none', async () => {
    const { cwd, rewind, at } = await worked({ sessions: {}, prompts: ['Write the file.'] });
    const without = await rewind('latest', '1', '--yes');
    expect([without.code, without.stderr]).toEqual([
      2,
      expect.stringMatching(
        /error REWIND_NOT_KEPT: The session .* has no checkpoints.*\nFix: Add sessions: \{ checkpoints: true \} /,
      ),
    ]);
    const file = at('agent.config.yaml');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"dir"', '"checkpoints": true, "dir"'));
    expect((await loadout(['run', '--continue', 'Change it.'], { cwd })).code).toBe(0);
    expect((await rewind()).stdout).toMatch(/1 .*Write the file\. +not kept\n2 .*Change it\. +2 files/);
    expect((await rewind('latest', '1', '--yes')).stderr).toContain(
      'error REWIND_UNKNOWN: There is no checkpoint for the message "Write the file." in this session.',
    );
  });

  it('without a session says so', async () => {
    const { code, stderr } = await loadout(['rewind'], { cwd: project({}) });
    expect([code, stderr]).toEqual([2, expect.stringContaining('error SESSION_UNKNOWN: ')]);
  });
});

describe('loadout rewind with a part that cannot be restored', () => {
  it('restores the other files, leaves the target of a link, names each file that it left, and ends with 1', async () => {
    const { rewind, at, text } = await worked();
    writeFileSync(at('other.txt'), 'other');
    rmSync(at('a.txt'));
    symlinkSync('other.txt', at('a.txt'));
    const { code, stdout, stderr } = await rewind('latest', '2', '--yes');
    expect([code, text('other.txt'), text('sub/b.txt')]).toEqual([1, 'other', undefined]);
    expect(stdout).toContain(`Cannot restore ${at('a.txt')}: It was not restored: a symbolic link stands in its place.\n`);
    expect(stderr).toContain('error REWIND_PARTLY: 1 of 2 files could not be restored');
  });

  it('leaves a file whose copy is damaged as it is', async () => {
    const { rewind, stored, text } = await worked();
    const [copy = ''] = readdirSync(stored('content'));
    writeFileSync(join(stored('content'), copy), 'x');
    const { code, stderr } = await rewind('latest', '2', '--yes');
    expect([code, stderr]).toEqual([1, expect.stringMatching(/a\.txt: Its copy .* is damaged\./)]);
    expect([text('a.txt'), text('sub/b.txt')]).toEqual(['one\n2\n', undefined]);
  });

  it('skips damaged lines of the index, and removes no file that they name', async () => {
    const { rewind, stored, at, text } = await worked();
    writeFileSync(at('mine.txt'), 'mine');
    const lines = [null, 1, { t: 'file' }, { t: 'temporary', path: at('mine.txt') }, { t: 'temporary', path: '../mine.txt' }];
    appendFileSync(stored('index.jsonl'), `{"t":"fi\n${lines.map((line) => JSON.stringify(line)).join('\n')}\n`);
    expect((await rewind('latest', '1', '--yes')).code).toBe(0);
    expect([text('mine.txt'), text('a.txt')]).toEqual(['mine', undefined]);
  });

  it('says which file keeps it from reading the index', async () => {
    const { rewind, stored } = await worked();
    const index = stored('index.jsonl');
    rmSync(index);
    mkdirSync(index);
    const { code, stderr } = await rewind();
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining(`error CHECKPOINTS_UNREADABLE: The list of checkpoints ${index} `),
    ]);
  });

  it('finishes what a killed rewind began, and removes what it left', async () => {
    const { rewind, stored, at, text } = await worked();
    const left = at('.loadout-00000000-0000-4000-8000-000000000000.tmp');
    writeFileSync(left, 'half');
    appendFileSync(stored('index.jsonl'), `${JSON.stringify({ t: 'temporary', path: left })}\n`);
    writeFileSync(at('a.txt'), 'one\ntwo\n');
    const { code, stdout } = await rewind('latest', '2', '--yes');
    expect([code, stdout]).toEqual([0, expect.stringContaining('Restored 1 file.')]);
    expect([existsSync(left), text('sub/b.txt')]).toEqual([false, undefined]);
  });

  it('changes a file outside of the folder only after a question', async () => {
    const outside = join(project({}), 'far.txt');
    const steps = [{ tools: [write(outside, 'far'), write('near.txt', 'near')] }, { text: 'Wrote.' }];
    const { cwd, rewind, text, onTerminal } = await worked({
      steps,
      prompts: ['Write both.'],
      permissions: { allow: ['Write'] },
    });
    const { code, stdout, stderr } = await rewind('latest', '1', '--yes');
    expect([code, stdout]).toEqual([2, expect.stringMatching(new RegExp(`remove +${outside} .* outside of this folder\n`))]);
    expect(stderr).toContain(`error REWIND_OUTSIDE: Nothing was changed, because a rewind without a question stays in ${cwd}`);
    expect([existsSync(outside), text('near.txt')]).toEqual([true, 'near']);
    const typed = await onTerminal('latest', '1');
    await typed.sees(/Restore 2 files\?/);
    typed.type('y\r');
    expect([await typed.code, existsSync(outside), text('near.txt')]).toEqual([0, false, undefined]);
  });
});
