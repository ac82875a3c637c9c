import type { Program } from './program.js';

/** A task with words that no shell would read as more than words: recipes hand them to one. */
const WORDS = [['', /^(?![\w./:@,+-]*$)|^[/~]|(?:^|\/)\.\.(?:\/|$)|::/]] as const;

/** Programs that run the tasks of a file of their folder. */
export const JUST: Program = {
  options: {
    flags: 'lnqv',
    long: 'list dry-run quiet verbose summary variables version help evaluate dump highlight no-highlight unsorted',
    odd: WORDS,
    operands: 'task',
  },
  covers: { '': { odd: WORDS } },
  asks: '',
};
export const TASK: Program = {
  absent: 'Neither npm nor Debian has the program.',
  options: {
    flags: 'lanpsvfx',
    long: 'list list-all dry parallel silent verbose force summary status version help json exit-code',
    operands: 'task',
  },
  covers: {
    '': {
      flags: 'lanpsvfx',
      long: 'list list-all dry parallel silent verbose force summary status version help json exit-code',
      odd: WORDS,
    },
  },
  asks: '',
};
export const RAKE: Program = {
  options: {
    flags: 'TPnsqvDmt',
    long: 'tasks prereqs dry-run silent quiet verbose describe trace version help all multitask',
    operands: 'task',
  },
  covers: {
    '': {
      flags: 'TPnsqvDmt',
      long: 'tasks prereqs dry-run silent quiet verbose describe trace version help all multitask',
      odd: [['', /^(?![\w:.-]+(?:\[[\w.,: -]*\])?$)/]],
    },
  },
  asks: '',
};
export const NINJA: Program = {
  options: { flags: 'nv', values: 'jk', long: 'version verbose quiet help' },
  covers: { '': { flags: 'nv', values: 'jk', long: 'version verbose quiet help', odd: WORDS } },
  asks: '',
};
