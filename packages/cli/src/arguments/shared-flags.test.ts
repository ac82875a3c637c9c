import { PERMISSION_MODES } from '@loadout/core';
import { expect, it } from 'vitest';
import { runFlags } from './shared-flags.js';

it('--permission-mode offers the modes of core, in their order', () => {
  expect(runFlags.find(({ name }) => name === 'permission-mode')).toMatchObject({ choices: PERMISSION_MODES });
});
