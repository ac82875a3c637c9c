import { expect, it } from 'vitest';
import { remembering } from './remembering.js';

it('a text is worked on once, and however many texts come, no more than a few thousand results are kept', () => {
  const made: string[] = [];
  const lengthOf = remembering((text) => {
    made.push(text);
    return { length: text.length };
  });
  expect(lengthOf('rule')).toBe(lengthOf('rule'));
  expect(made).toEqual(['rule']);
  for (let index = 0; index < 5_000; index++) lengthOf(`Bash(echo ${index})`);
  expect(lengthOf('rule')).toEqual({ length: 4 });
  expect(made.filter((text) => text === 'rule')).toHaveLength(2);
});
