import { expect, it } from 'vitest';
import { sideBySide } from './side-by-side.js';

const diff = (body: readonly string[], head: string) => ['--- recorded', '+++ now', head, ...body];
const shown = (lines: readonly string[], columns = 120) => sideBySide(lines, columns).map((line) => line.replace(/ +│/, ' │'));
const table = (lines: readonly string[], columns?: number) => shown(lines, columns).slice(1);

it('puts a changed line beside its recording, and marks lines that one side lacks', () => {
  const lines = diff([' You help.', '-Be brief.', '-Be kind.', '+Be long.', ' End.', '+P.S.'], '@@ -1,4 +1,4 @@');
  expect(shown(['it differs.', ...lines, '  Fix: record it again'])).toEqual([
    'it differs.',
    '  recorded │ now',
    '  You help. │ You help.',
    '≠ Be brief. │ Be long.',
    '- Be kind. │',
    '  End. │ End.',
    '+ │ P.S.',
    '  Fix: record it again',
  ]);
});

it('keeps the lines as they are in a narrow terminal, and where no terminal is', () => {
  const lines = diff(['-a', '+b'], '@@ -1,1 +1,1 @@');
  expect(sideBySide(lines, 99)).toBe(lines);
  expect(sideBySide(lines, 0)).toBe(lines);
});

it.each([
  ['no difference', ['a', '-b', '+c']],
  ['a difference that is cut off', diff(['-a', '+b'], '@@ -1,2 +1,1 @@')],
  ['a difference with another line inside', diff(['-a', '\\ No newline', '+b'], '@@ -1,1 +1,1 @@')],
  ['a difference without a hunk', ['--- recorded', '+++ now', 'a']],
])('keeps %s as it is', (_, lines) => {
  expect(sideBySide(lines, 120)).toBe(lines);
});

it('takes lines of the texts that look like parts of a difference as text', () => {
  const lines = diff(['---- recorded', '+@@ -1,1 +1,1 @@', ' +++ now', '-- recorded', '++++ now'], '@@ -1,3 +1,3 @@');
  expect(table(lines)).toEqual(['≠ --- recorded │ @@ -1,1 +1,1 @@', '  +++ now │ +++ now', '≠ - recorded │ +++ now']);
});

it('names the line at which each place begins', () => {
  const lines = [...diff([' x', '-a', '+b'], '@@ -7,2 +9,2 @@'), '@@ -30 +32 @@', '-c', '+d'];
  expect(table(lines)).toEqual(['  ⋮ line 7 │ ⋮ line 9', '  x │ x', '≠ a │ b', '  ⋮ line 30 │ ⋮ line 32', '≠ c │ d']);
});

it('fits the width: long lines go on in the next row, and wide characters count twice', () => {
  const wide = '長い'.repeat(40);
  const lines = diff([`-${'a'.repeat(70)}`, `+${wide}`], '@@ -1,1 +1,1 @@');
  const rows = sideBySide(lines, 105);
  expect(rows.slice(1)).toEqual([
    `≠ ${'a'.repeat(50)} │ ${'長い'.repeat(12)}長`,
    `  ${'a'.repeat(20)}${' '.repeat(30)} │ い${'長い'.repeat(12)}`,
    `  ${' '.repeat(50)} │ ${'長い'.repeat(12)}長`,
    `  ${' '.repeat(50)} │ い${'長い'.repeat(2)}`,
  ]);
});

it('shows two long lines from their difference on, and cuts what follows', () => {
  const same = 'x'.repeat(5_000);
  const lines = diff([` ${same}`, `-${same}old${same}`, `+${same}new${same}`], '@@ -1,2 +1,2 @@');
  const rows = sideBySide(lines, 106);
  expect(rows).toHaveLength(10);
  expect(rows[1]).toBe(`  ${'x'.repeat(49)}… │ ${'x'.repeat(49)}…`);
  expect(rows.slice(2, 4)).toEqual([
    `≠ …${'x'.repeat(49)} │ …${'x'.repeat(49)}`,
    `  xold${'x'.repeat(46)} │ xnew${'x'.repeat(46)}`,
  ]);
  expect(rows[9]).toMatch(/x… │ x+…$/);
});

it('aligns the columns behind tabs, combining marks and emoji', () => {
  const lines = diff(['-\ta', '-e\u0301', '-✅', '+b', '+c', '+d'], '@@ -1,3 +1,3 @@');
  expect(sideBySide(lines, 120)).toEqual(['  recorded │ now', '≠     a    │ b', '≠ e\u0301        │ c', '≠ ✅       │ d']);
});
