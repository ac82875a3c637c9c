import { describe, expect, it } from 'vitest';
import { nearest } from './nearest.js';

describe('the nearest name is what was probably meant, or nothing', () => {
  const names = ['Read', 'Write', 'Bash', 'WebFetch', 'AskUserQuestion'];
  it.each([
    ['read', 'Read'],
    ['Raed', 'Read'],
    ['Wirte', 'Write'],
    ['WebFetsch', 'WebFetch'],
    ['AskUserQuestoin', 'AskUserQuestion'],
    ['Ask', 'AskUserQuestion'],
    ['a'.repeat(41), undefined],
    ['Deploy', undefined],
    ['X', undefined],
  ])('%s: %s', (name, meant) => expect(nearest(name, names)).toBe(meant));
});
