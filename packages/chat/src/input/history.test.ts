import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { History } from './history.js';

const newFile = () => join(mkdtempSync(join(tmpdir(), 'loadout-history-')), 'state', 'chat-history');
const open = (file: string) => new History({ file });

/** Presses Up (`^`) and Down (`v`), and returns each text that comes. */
const walk = (history: History, ways: string, draft = '') =>
  [...ways].map((way) => (way === '^' ? history.previous(draft) : history.next()));

describe('the history', () => {
  it('brings what was typed before, the newest first, and gives the draft back', () => {
    const history = open(newFile());
    for (const text of ['one', 'two', 'three']) history.add(text);
    expect(walk(history, '^^^^vvvv', 'a draft')).toEqual([
      'three',
      'two',
      'one',
      undefined,
      'two',
      'three',
      'a draft',
      undefined,
    ]);
    expect(walk(history, '^')).toEqual(['three']);
  });

  it('is that of all sessions, and knows each text once, where it was typed last', () => {
    const file = newFile();
    for (const text of ['one', 'two\nlines', 'one']) open(file).add(text);
    expect(open(file).all()).toEqual(['one', 'two\nlines']);
  });

  it('has what another chat has typed since, behind what was typed here', () => {
    const file = newFile();
    const [here, there] = [open(file), open(file)];
    here.add('here');
    there.add('there');
    expect(walk(here, '^^')).toEqual(['here', 'there']);
  });

  it('can be read by its owner alone', () => {
    const file = newFile();
    open(file).add('one');
    expect([statSync(file).mode & 0o777, statSync(join(file, '..')).mode & 0o777]).toEqual([0o600, 0o700]);
  });

  it.each([
    ['begins with a blank', ' rm -rf build'],
    ['has a key of a model', `use sk-ant-api03-${'x1'.repeat(20)} for it`],
    ['has a token of GitHub', `git push https://ghp_${'a1'.repeat(18)}@github.com/a/b`],
    ['has a password in an address', 'psql postgres://me:geheim@db/app'],
    ['has a declared secret', 'my password is correct-horse'],
    ['is longer than a prompt', 'x'.repeat(10_001)],
  ])('keeps a text that %s in memory only', (_, text) => {
    const file = newFile();
    const history = new History({ file, isSecret: (one) => one.includes('correct-horse') });
    history.add(text);
    expect(walk(history, '^')).toEqual([text]);
    expect([open(file).all(), existsSync(file)]).toEqual([[], false]);
  });

  it('leaves out what is not a prompt, and a line that was broken off', () => {
    const file = newFile();
    open(file).add('one');
    appendFileSync(file, '\n"broken o');
    open(file).add('two');
    appendFileSync(file, '\n{"text":1}\n17\n');
    expect(open(file).all()).toEqual(['two', 'one']);
  });

  it('goes on in memory where the file cannot be used, and says so', () => {
    const folder = mkdtempSync(join(tmpdir(), 'loadout-history-'));
    const problems: unknown[] = [];
    const history = new History({ file: folder, onProblem: (error) => problems.push(error) });
    history.add('one');
    expect(walk(history, '^')).toEqual(['one']);
    expect(problems.map((error) => (error as NodeJS.ErrnoException).code)).toEqual(['EISDIR', 'EISDIR']);
  });

  it('begins a new file when the old one is long, and has both', () => {
    const file = newFile();
    open(file).add('old');
    writeFileSync(file, `\n"${'x'.repeat(9000)}"`.repeat(60) + readFileSync(file, 'utf8'));
    open(file).add('new');
    expect(statSync(file).size).toBeLessThan(100);
    expect(open(file).all().slice(0, 2)).toEqual(['new', 'old']);
  });
});

describe('several chats at once', () => {
  it('begin a new file one at a time: the slower one would replace the long file by that of the faster one', () => {
    const file = newFile();
    open(file).add('old');
    appendFileSync(file, '\n'.repeat(600_000));
    // Another process is about to rename the file.
    writeFileSync(`${file}.left`, '');
    open(file).add('new');
    expect(existsSync(`${file}.old`)).toBe(false);
    expect(open(file).all()).toEqual(['new', 'old']);
  });

  it('lose no prompt and break none', async () => {
    const file = newFile();
    const script = join(file, '..', '..', 'type.mjs');
    await build({
      stdin: {
        contents: `
          import { appendPrompt } from ${JSON.stringify(join(import.meta.dirname, 'history-file.ts'))};
          const [file, name] = process.argv.slice(2);
          for (let turn = 0; turn < 50; turn++) appendPrompt(file, name + ' ' + turn + ' 世界'.repeat(turn * 20));`,
        resolveDir: import.meta.dirname,
      },
      bundle: true,
      platform: 'node',
      format: 'esm',
      outfile: script,
    });
    const names = ['a', 'b', 'c', 'd'];
    const ended = names.map((name) => once(spawn(process.execPath, [script, file, name], { stdio: 'inherit' }), 'close'));
    expect((await Promise.all(ended)).map(([code]) => code)).toEqual([0, 0, 0, 0]);
    const all = open(file)
      .all()
      .map((text) => text.split(' ').slice(0, 2).join(' '));
    expect(all.toSorted()).toEqual(
      names.flatMap((name) => Array.from({ length: 50 }, (_, turn) => `${name} ${turn}`)).toSorted(),
    );
  });
});
