import { expect, it } from 'vitest';
import { boundMode, byWidth, isPermissionMode, PERMISSION_MODES } from './modes.js';

it('PERM-15: dontAsk is narrower than default, and plan is the narrowest', () => {
  expect([...PERMISSION_MODES].sort(byWidth)).toEqual(['plan', 'dontAsk', 'default', 'acceptEdits', 'bypassPermissions']);
});

it('returns the narrower of two modes, and the limit if no mode was wished for', () => {
  expect(boundMode('bypassPermissions', 'acceptEdits')).toBe('acceptEdits');
  expect(boundMode('plan', 'acceptEdits')).toBe('plan');
  expect(boundMode(undefined, 'dontAsk')).toBe('dontAsk');
});

it('tells a mode from another text', () => {
  expect(['plan', 'auto', 7].map(isPermissionMode)).toEqual([true, false, false]);
});
