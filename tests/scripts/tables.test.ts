import { expect, it } from 'vitest';
import { COVERED_WORDS } from '../../packages/config/src/check/covered-words.js';
import { PROGRAMS } from '../../packages/shell-rules/src/programs/index.js';

it.each(Object.entries(PROGRAMS))('loadout check knows the subcommands that a rule for %s covers (N1)', (name, { covers }) => {
  expect(COVERED_WORDS[name]?.filter((word) => !word.startsWith('-'))).toEqual(Object.keys(covers));
});
