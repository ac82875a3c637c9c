import { appendFileSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bench } from './checkpoints.test-kit.js';

describe('checkpoints', () => {
  it('store each content once, for the owner only, as it was when the prompt first changed it', async () => {
    const { session, byHand, text } = bench();
    byHand('a', 'same');
    byHand('b', 'same');
    const s = session();
    s.ask('p1');
    await s.put('a', 'x');
    await s.put('b', 'y');
    await s.put('a', 'z');
    expect(s.copies()).toHaveLength(1);
    const modes = [s.index, s.place.dir, join(s.place.dir, 'content', s.copies()[0] ?? '')].map(
      (path) => statSync(path).mode & 0o777,
    );
    expect(modes).toEqual([0o600, 0o700, 0o600]);
    s.rewind('p1');
    expect([text('a'), text('b')]).toEqual(['same', 'same']);
  });

  it('cover the last 100 prompts that changed files; copies of older ones are removed (STATE-04)', async () => {
    const { session, byHand, text } = bench();
    byHand('a', 'state 0');
    const s = session();
    for (let n = 1; n <= 101; n++) {
      s.ask(`quiet-${n}`);
      s.ask(`p${n}`);
      await s.put('a', `state ${n}`);
    }
    expect(s.copies()).toHaveLength(100);
    for (const gone of ['quiet-1', 'p1'])
      expect(s.rewind(gone)).toEqual({ canRewind: false, error: expect.stringContaining('its last 100 prompts') });
    expect(text('a')).toBe('state 101');
    s.reopen();
    s.ask('p102');
    await s.put('a', 'state 102');
    expect(s.copies()).toHaveLength(100);
    expect(s.rewind('p2').canRewind).toBe(false);
    expect(s.rewind('quiet-3').canRewind).toBe(true);
    expect(text('a')).toBe('state 2');
  });

  it('of a fork that dropped some of its own cannot restore prompts from before the fork either', async () => {
    const { session } = bench();
    const first = session('first');
    first.ask('p0');
    await first.put('a', '0');
    const fork = session('fork', { from: 'first' });
    for (let n = 1; n <= 101; n++) {
      fork.ask(`p${n}`);
      await fork.put(`a`, `${n}`);
    }
    expect(['p0', 'p1', 'p2'].map((prompt) => fork.rewind(prompt, true).canRewind)).toEqual([false, false, true]);
  });

  it('skip links and folders, which no tool replaces (STATE-04)', async () => {
    const { session, at, byHand } = bench();
    byHand('target', 'x');
    symlinkSync('target', at('link'));
    mkdirSync(at('folder'));
    const s = session();
    s.ask('p1');
    for (const name of ['link', 'folder']) await s.before(name);
    expect(existsSync(join(s.place.dir, 'content'))).toBe(false);
    expect(s.rewind('p1')).toMatchObject({ canRewind: true, filesChanged: [] });
  });

  it('fail with a reason if they cannot be made, so that nothing is lost', async () => {
    const { session, byHand, at } = bench();
    byHand('a', 'old');
    const s = session();
    mkdirSync(join(s.place.dir, '..'), { recursive: true });
    writeFileSync(s.place.dir, 'a file where the folder belongs');
    await expect(s.before('a')).rejects.toMatchObject({
      code: 'CHECKPOINT_FAILED',
      message: expect.stringContaining(`${at('a')} was not changed, because its current content could not be saved`),
    });
  });

  it('are found by the next process, also behind a cut-off line', async () => {
    const { session, byHand, text } = bench();
    byHand('a', '0');
    const s = session();
    s.ask('p1');
    await s.put('a', '1');
    appendFileSync(s.index, '{"t":"file","prompt":"p1","pa');
    s.reopen();
    await s.put('a', 'on with p1');
    await s.put('b', 'on with p1');
    s.ask('p2');
    await s.put('a', '2');
    expect(s.rewind('p2').canRewind).toBe(true);
    expect([text('a'), text('b')]).toEqual(['on with p1', 'on with p1']);
    s.rewind('p1');
    expect([text('a'), text('b')]).toEqual(['0', undefined]);
    expect(readFileSync(s.index, 'utf8').match(/"t":"prompt"/g)).toHaveLength(2);
  });

  it('of two sessions share nothing', async () => {
    const { session, byHand, text } = bench();
    byHand('a', '0');
    byHand('b', '0');
    const [one, two] = [session('one'), session('two')];
    one.ask('p1');
    two.ask('q1');
    await one.put('a', '1');
    await two.put('b', '1');
    expect(two.rewind('p1').canRewind).toBe(false);
    one.rewind('p1');
    expect([text('a'), text('b')]).toEqual(['0', '1']);
  });

  it('of a fork are its own and those of the other session up to the fork (SESS-06)', async () => {
    const { session, byHand, text } = bench();
    for (const name of ['a', 'b', 'c', 'd']) byHand(name, '0');
    const at = Date.now();
    const first = session('first', { at: at - 1000 });
    first.ask('p1');
    await first.put('a', '1');
    const lines = readFileSync(first.index, 'utf8').replaceAll(/"at":\d+/g, `"at":${at - 500}`);
    writeFileSync(first.index, lines);
    const fork = session('fork', { from: 'first', at: at - 400 });
    fork.ask('f1');
    await fork.put('b', '1');
    const again = session('again', { from: 'fork', at: Date.now() });
    again.ask('g1');
    await again.put('c', '1');
    await first.put('d', 'later, in p1 of the first');
    expect(again.rewind('p1').canRewind).toBe(true);
    expect(['a', 'b', 'c', 'd'].map(text)).toEqual(['0', '0', '0', 'later, in p1 of the first']);
    expect(first.rewind('f1').canRewind).toBe(false);
    first.rewind('p1');
    expect(text('d')).toBe('0');
  });
});
