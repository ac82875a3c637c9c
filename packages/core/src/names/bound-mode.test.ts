import { expect, it } from 'vitest';
import type { PermissionMode } from '../contract/permission.js';
import { boundMode } from './modes.js';

const MODES: readonly PermissionMode[] = ['plan', 'dontAsk', 'default', 'acceptEdits', 'bypassPermissions'];

it.each([
  ['default', undefined, 'default'],
  ['plan', 'bypassPermissions', 'plan'],
  ['plan', 'default', 'plan'],
  ['dontAsk', 'default', 'dontAsk'],
  ['default', 'bypassPermissions', 'default'],
  ['default', 'plan', 'plan'],
  ['acceptEdits', 'default', 'default'],
  ['acceptEdits', 'bypassPermissions', 'acceptEdits'],
  ['bypassPermissions', 'acceptEdits', 'acceptEdits'],
  ['bypassPermissions', undefined, 'bypassPermissions'],
] satisfies [PermissionMode, PermissionMode | undefined, PermissionMode][])(
  'a child of a parent in %s that wishes for %s runs in %s (PERM-15)',
  (parent, wished, expected) => expect(boundMode(wished, parent)).toBe(expected),
);

it('never permits more than either of the two modes (PERM-15)', () => {
  for (const [wide, limit] of MODES.entries())
    for (const [wish, wished] of MODES.entries()) expect(MODES.indexOf(boundMode(wished, limit))).toBe(Math.min(wide, wish));
});
