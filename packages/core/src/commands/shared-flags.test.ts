import { expect, it } from 'vitest';
import { PERMISSION_MODES } from '../names/modes.js';
import { ruleFlags } from './shared-flags.js';

it('--permission-mode offers the modes of core, in their order', () => {
  expect(ruleFlags.find(({ name }) => name === 'permission-mode')).toMatchObject({ choices: PERMISSION_MODES });
});
