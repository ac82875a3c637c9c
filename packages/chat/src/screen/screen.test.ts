import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Block, Picture } from '../text/line.js';
import { wrap } from '../text/wrap.js';
import { HeadlessTerminal, ManualClock } from './headless-terminal.test-kit.js';
import { Screen } from './screen.js';

/** Codes that would take something from the person: the scrollback, the other screen, a scrolled region. */
const FORBIDDEN = /\x1b\[(?:3J|2J|\?1049|\?47|\?1047|[\d;]*r)/;
const block =
  (text: string): Block =>
  (columns) =>
    wrap([{ text }], columns);
const picture = (text: string): Picture => ({ lines: text.split('\n').map((line) => [{ text: line }]) });

async function opened({ columns = 80, rows = 24, before = '' } = {}) {
  const terminal = new HeadlessTerminal({ columns, rows });
  await terminal.print(before);
  const clock = new ManualClock();
  const screen = new Screen(terminal, { clock });
  return { terminal, clock, screen };
}

describe('a screen', () => {
  it('draws its first frame in the tick that opens it', async () => {
    const { terminal, screen } = await opened();
    screen.show(() => picture('hello'));
    screen.open();
    expect(terminal.written.join('')).toContain('hello');
    expect(terminal.isRaw).toBe(true);
  });

  it('keeps what stood in the terminal, puts finished blocks above the live region, and erases that at the end', async () => {
    const { terminal, screen, clock } = await opened({ before: 'mine 1\nmine 2\n' });
    screen.show(() => picture('status\n> '));
    screen.open();
    screen.commit(block('one'));
    screen.commit(block('two'));
    await clock.pass(100);
    expect(await terminal.text()).toEqual(['mine 1', 'mine 2', 'one', 'two', 'status', '>']);
    screen.close();
    expect(await terminal.text()).toEqual(['mine 1', 'mine 2', 'one', 'two']);
    expect(terminal.isRaw).toBe(false);
    expect(await terminal.cursor()).toEqual({ row: 4, column: 0 });
  });

  it('writes nothing while nothing is different', async () => {
    const { terminal, screen, clock } = await opened();
    screen.show(() => picture('same'));
    screen.open();
    const count = terminal.written.length;
    screen.changed();
    await clock.pass(100);
    expect(terminal.written).toHaveLength(count);
  });

  it('writes only the new characters of a line that grows', async () => {
    const { terminal, screen, clock } = await opened();
    let text = 'The quick brown';
    screen.show(() => picture(`${text}\n> `));
    screen.open();
    text += ' fox';
    screen.changed();
    await clock.pass(100);
    expect(terminal.written.at(-1)).toContain(' fox');
    expect(terminal.written.at(-1)).not.toContain('brown');
    expect(await terminal.text()).toEqual(['The quick brown fox', '>']);
  });

  it('draws the first change at once, then at most 30 frames a second, each as one write', async () => {
    const { terminal, screen, clock } = await opened();
    let count = 0;
    screen.show(() => picture(`${count}`));
    screen.open();
    await clock.pass(1000);
    const before = terminal.written.length;
    count = 1;
    screen.changed();
    await clock.pass(0);
    expect(terminal.written).toHaveLength(before + 1);
    for (let ms = 0; ms < 1000; ms += 5) {
      count += 1;
      screen.changed();
      await clock.pass(5);
    }
    expect(terminal.written.length - before).toBeGreaterThanOrEqual(28);
    expect(terminal.written.length - before).toBeLessThanOrEqual(31);
    expect(terminal.written.at(-1)).toMatch(/^\x1b\[\?2026h.*\x1b\[\?2026l$/s);
  });

  it('skips frames while the terminal is behind, and shows the newest when it has caught up', async () => {
    const { terminal, screen, clock } = await opened();
    let count = 0;
    screen.show(() => picture(`count ${count}`));
    screen.open();
    terminal.isSlow = true;
    for (; count < 50; count++) {
      screen.changed();
      await clock.pass(40);
    }
    const behind = terminal.written.length;
    expect(behind).toBeLessThanOrEqual(4);
    screen.commit(block('kept'));
    terminal.drain();
    await clock.pass(40);
    expect(terminal.written).toHaveLength(behind + 1);
    expect(await terminal.text()).toEqual(['kept', 'count 50']);
  });

  it('cuts a live region that is higher than the window from its top, and loses nothing of the person', async () => {
    const { terminal, screen, clock } = await opened({ rows: 10, before: 'mine\n' });
    screen.show(() => ({
      ...picture(Array.from({ length: 40 }, (_, at) => `line ${at}`).join('\n')),
      cursor: { row: 39, column: 3 },
    }));
    screen.open();
    await clock.pass(100);
    const text = await terminal.text();
    expect(text.slice(0, 2)).toEqual(['mine', '… 32 more lines']);
    expect(text).toHaveLength(1 + 9);
    expect(await terminal.cursor()).toEqual({ row: 9, column: 3 });
  });

  it('draws again after a resize that came while the terminal was behind', async () => {
    const { terminal, screen, clock } = await opened();
    let text = 'one';
    screen.show(() => picture(text));
    screen.open();
    terminal.isSlow = true;
    text = 'two';
    screen.changed();
    await clock.pass(40);
    await terminal.resize(60, 20);
    text = 'three';
    await clock.pass(100);
    terminal.drain();
    await clock.pass(100);
    expect(await terminal.text()).toEqual(['three']);
  });

  it('puts the cursor behind text whose width terminals disagree on where this terminal has it', async () => {
    const { terminal, screen } = await opened();
    screen.show(() => ({ lines: [[{ text: '> 👩‍👩‍👧‍👦x' }]], cursor: { row: 0, column: 4 } }));
    screen.open();
    expect(terminal.written.at(-1)).toContain('\r> 👩‍👩‍👧‍👦\x1b[?25h');
  });

  it('leaves the terminal to another program and comes back below what it wrote', async () => {
    const { terminal, screen, clock } = await opened();
    screen.show(() => picture('status'));
    screen.open();
    screen.pause();
    expect(terminal.isRaw).toBe(false);
    screen.changed();
    screen.commit(block('while away'));
    await terminal.print('from the other\n');
    await clock.pass(100);
    expect(await terminal.text()).toEqual(['from the other']);
    screen.resume();
    expect(await terminal.text()).toEqual(['from the other', 'while away', 'status']);
  });

  it('restores the terminal when the process ends, once', async () => {
    const { terminal, screen } = await opened();
    screen.show(() => picture('status'));
    screen.keep({ on: '\x1b[>1u', off: '\x1b[<u' });
    screen.open();
    terminal.exit();
    const end = terminal.written.at(-1) ?? '';
    for (const code of ['\x1b[?25h', '\x1b[?2004l', '\x1b[?1004l', '\x1b[<u', '\x1b[?2026l']) expect(end).toContain(code);
    expect(await terminal.text()).toEqual([]);
    const count = terminal.written.length;
    screen.close();
    terminal.exit();
    expect(terminal.written).toHaveLength(count);
  });

  it('restores the terminal when a block failed', async () => {
    const { terminal, screen } = await opened();
    screen.open();
    const failing = new Screen(terminal);
    failing.commit(() => {
      throw new Error('the block fails');
    });
    expect(() => failing.open()).toThrow('the block fails');
    failing.commit(() => {
      throw new Error('another one fails');
    });
    expect(() => terminal.exit()).toThrow('another one fails');
    expect(terminal.written.at(-1)).toContain('\x1b[?2004l');
  });

  it('copies what a terminal can take, and says when a text is too long', async () => {
    const { terminal, screen } = await opened();
    expect(screen.copy('hällo')).toBe(true);
    expect(terminal.written.at(-1)).toBe(`\x1b]52;c;${Buffer.from('hällo').toString('base64')}\x07`);
    expect(screen.copy('x'.repeat(74_995))).toBe(false);
  });

  it('gives a hostile text no way to the terminal, in whichever field it stands', async () => {
    const hostile = 'a\x1b]52;c;ZXZpbA==\x07b\x1b[3J\x1b[2J\u202ec\x9b3Jd\r\x08e\x1b]0;title\x07\x00';
    const { terminal, screen, clock } = await opened();
    screen.show(() => ({ lines: [[{ text: hostile, styles: ['red'], link: `https://x/${hostile}` }]] }));
    screen.open();
    screen.commit(() => [[{ text: `${hostile}\n${hostile}` }]]);
    await clock.pass(100);
    const all = terminal.written.join('');
    expect(all).not.toMatch(FORBIDDEN);
    expect(all).not.toMatch(/\x1b\]52|\u202e|\x9b|\x08|\x00|\x1b\]0/);
  });

  it.each([20, 60, 200])('shows after random frames what one frame would show, at %i columns', async (columns) => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 4, max: 30 }), fc.array(STEP, { maxLength: 30 }), (rows, steps) =>
        randomFrames({ columns, rows }, steps),
      ),
      { numRuns: 40 },
    );
  });
});

const WORDS = [
  'alpha',
  'Überraschung',
  '日本語の文章',
  'x',
  'word-and-word',
  '。',
  '—',
  '12,345',
  'https://example.com/a/long/path/to/it',
];
const SENTENCE = fc.array(fc.constantFrom(...WORDS), { maxLength: 30 }).map((words) => words.join(' '));
const STEP = fc.record({
  /** The first live text becomes final as it is. */
  commits: fc.boolean(),
  count: fc.nat(8),
  at: fc.nat(7),
  grows: fc.boolean(),
  text: SENTENCE,
  ms: fc.nat(60),
});
type Step = typeof STEP extends fc.Arbitrary<infer T> ? T : never;

const laid = (texts: readonly string[], columns: number) =>
  texts.flatMap((text) =>
    wrap([{ text }], columns).map((line) =>
      line
        .map((span) => span.text)
        .join('')
        .trimEnd(),
    ),
  );

async function randomFrames({ columns, rows }: { columns: number; rows: number }, steps: readonly Step[]) {
  const { terminal, clock, screen } = await opened({ columns, rows, before: 'mine 1\nmine 2\n' });
  const committed: string[] = [];
  const live: string[] = [];
  const dim = (texts: readonly string[], width: number) => texts.flatMap((text) => wrap([{ text, styles: ['dim'] }], width));
  screen.show((size) => ({ lines: dim(live, size.columns), cursor: { row: 0, column: 0 } }));
  screen.open();
  for (const { commits, count, at, grows, text, ms } of steps) {
    const final = commits ? (live.shift() ?? text) : undefined;
    if (final !== undefined) committed.push(final);
    if (final !== undefined) screen.commit((width) => dim([final], width));
    live.length = Math.min(live.length, count);
    live[Math.min(at, live.length)] = grows ? `${live[at] ?? ''}${text}` : text;
    screen.changed();
    await clock.pass(ms);
  }
  await clock.pass(100);
  const region = laid(live, columns - 1);
  const left = region.length - rows + 2;
  const wanted = ['mine 1', 'mine 2', ...laid(committed, columns - 1)];
  wanted.push(...(region.length < rows ? region : [`… ${left} more line${left === 1 ? '' : 's'}`, ...region.slice(left)]));
  while (wanted.at(-1) === '') wanted.pop();
  expect(await terminal.text()).toEqual(wanted);
  expect(terminal.written.join('')).not.toMatch(FORBIDDEN);
}
