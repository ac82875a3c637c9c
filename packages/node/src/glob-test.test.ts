import { expect, it } from 'vitest';
import { firstOf } from '../../../tests/lib/breadth.js';
import { globTest } from './glob-test.js';

const slowly = (glob: string, expression: RegExp) => {
  let slow = 0;
  const onSlow = () => {
    slow += 1;
    return true;
  };
  const test = globTest(expression, { glob, onSlow });
  return { test, slow: () => slow };
};

it.each(
  firstOf(1, [
    ['a repeated group', '(a+)+$', /^(a+)+\$$/, `${'a'.repeat(60)}!`],
    ['many stars on a long name', '*a*a*a*a*a*a*a*b', /^[^/]*a[^/]*a[^/]*a[^/]*a[^/]*a[^/]*a[^/]*a[^/]*b$/, 'a'.repeat(255)],
    ['many groups', '{a,aa}'.repeat(30), new RegExp(`^${'(a|aa)'.repeat(30)}$`), `${'a'.repeat(45)}!`],
  ]),
)('a test by %s is stopped, and so is the next one, at once', (_, glob, expression, path) => {
  const { test, slow } = slowly(glob, expression);
  expect(test('x')).toBe(false);
  expect(test(path)).toBe(true);
  expect(slow()).toBe(1);
  for (let again = 0; again < 10_000; again++) test(path);
  expect(slow()).toBe(10_001);
});

it('an everyday pattern answers as its expression does', () => {
  const { test, slow } = slowly('@(src|lib)/**/*.ts', /^(src|lib)\/(?:.*\/)?[^/]*\.ts$/);
  for (const path of ['src/a.ts', 'lib/x/y/b.ts', 'test/a.ts', 'src/a.js'])
    expect(test(path)).toBe(/^(src|lib).*\.ts$/.test(path));
  expect(slow()).toBe(0);
});
