import { describe, expect, it } from 'vitest';
import { table } from '../errors.js';
import { defineErrors, isLoadoutError, LoadoutError, messageOf } from './loadout-error.js';

describe('an error table', () => {
  const made = defineErrors({
    DISK_FULL: { message: (p: { free: number }) => `Only ${p.free} bytes are free.`, fix: () => 'Delete something.' },
  });

  it('makes one function per code, with the message, the fix, the position and the cause', () => {
    const position = { file: 'a.yaml', line: 1, column: 2 };
    const cause = new Error('ENOSPC');
    const error = made.DISK_FULL({ free: 3 }, { position, cause });
    expect(error).toMatchObject({
      code: 'DISK_FULL',
      message: 'Only 3 bytes are free.',
      fix: 'Delete something.',
      position,
      cause,
    });
    expect(JSON.parse(JSON.stringify(error))).toEqual({ code: 'DISK_FULL', message: error.message, fix: error.fix, position });
  });

  it('recognises an error of another copy of this package by its brand', () => {
    const foreign = Object.assign(new Error('x'), { [Symbol.for('loadout.error')]: true });
    expect([made.DISK_FULL({ free: 1 }), new LoadoutError('A', 'b'), foreign].every(isLoadoutError)).toBe(true);
    expect([new Error('x'), null, undefined, 'x', {}].some(isLoadoutError)).toBe(false);
  });

  it('has a code in capitals and a message for every error of core', () => {
    for (const [code, row] of Object.entries(table)) {
      expect(code).toMatch(/^[A-Z]+(?:_[A-Z]+)+$/);
      expect(row.message).toBeTypeOf('function');
    }
  });
});

describe('messageOf returns the message of any thrown value', () => {
  it.each([
    [new Error('a'), 'a'],
    ['b', 'b'],
    [{ message: 'c' }, 'c'],
    [undefined, ''],
    [null, ''],
    [Symbol('d'), 'Symbol(d)'],
    [404, '404'],
    [Object.create(null), 'an object that cannot be shown'],
    [{}, '[object Object]'],
  ])('%#: %j', (thrown, said) => expect(messageOf(thrown)).toBe(said));
});
