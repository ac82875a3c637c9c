import { HOOK_EVENTS } from '@loadout/core';
import { expect, it } from 'vitest';
import { hooks } from './parts.js';

it('a configuration accepts every hook event that fires, and no other (HOOK-01, HOOK-02, HOOK-03)', () => {
  expect(Object.keys(hooks.shape).sort()).toEqual(Object.keys(HOOK_EVENTS).sort());
});
