import { expect, it } from 'vitest';
import { BAD } from './bad-texts.fixture.js';
import { GOOD } from './good-texts.fixture.js';
import { GIVEN_TO_PROGRAMS, RUN_BY_PROGRAMS } from './programs.fixture.js';
import { readNames } from './read-names.js';

it.each(GOOD)('%s: a value stays a value', (text) => {
  expect(readNames(text, ['x', 'y']).problems).toEqual([]);
});

it.each(BAD)('%s: is refused, since it is %s', (text, word) => {
  const { problems } = readNames(text, ['x', 'y']);
  expect(problems.map(({ where, why }) => `${where} ${why}`).join('\n')).toContain(word);
});

const linesOf = (text: string) => text.trim().split('\n');

it.each(linesOf(GIVEN_TO_PROGRAMS))('%s: its program only takes the value', (text) => {
  expect(readNames(text, ['x', 'y']).problems).toEqual([]);
});

it.each(Object.entries(RUN_BY_PROGRAMS).flatMap(([word, texts]) => linesOf(texts).map((text) => [text, word] as const)))(
  '%s: its program %s',
  (text, word) => {
    const { problems } = readNames(text, ['x', 'y']);
    expect(problems.map(({ why }) => why).join('\n')).toContain(word);
  },
);

it('says how a value comes into SQL', () => {
  const [problem] = readNames('psql -c "select \'$x\'"', ['x']).problems;
  expect(problem).toMatchObject({ why: 'which psql runs as SQL', instead: expect.stringContaining(":'name'") });
});

it('tells users of psql only of its variables', () => {
  const [problem] = readNames('mysql -e "select \'$x\'"', ['x']).problems;
  expect(problem?.instead).toBe('Use script: with a driver that binds values.');
});

it('counts at least 150 texts', () => {
  expect(GOOD.length + BAD.length).toBeGreaterThanOrEqual(150);
});

it('tells which names a text reads', () => {
  expect([...readNames('echo "$x" "$(cat "${y:-a}")"', ['x', 'y', 'z']).used].sort()).toEqual(['x', 'y']);
});

it('a text in which many programs may start others is read once for each', () => {
  const text = `echo "$x" | ${'docker run '.repeat(200)}a`;
  expect(readNames(text, ['x']).problems.length).toBeLessThan(3);
});
