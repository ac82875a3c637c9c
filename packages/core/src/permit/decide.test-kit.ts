import type { Access, PermissionBehavior, PermissionRule } from '../contract/permission.js';
import { decide } from './decide.js';
import type { DecidedCall, PermissionLayers } from './decided-call.js';
import { parsePermissionRule } from './parse-rule.js';

export const rule = (behavior: PermissionBehavior, text: string): PermissionRule =>
  parsePermissionRule(text, { behavior, layer: 'project', position: { file: '/repo/agent.config.yaml', line: 3, column: 5 } });

export const layersOf = (rules: readonly PermissionRule[], more: Partial<PermissionLayers> = {}): PermissionLayers => ({
  mode: 'default',
  rules,
  roots: ['/repo', '/data'],
  workspace: '/repo',
  home: '/home/me',
  artifactDir: '/state/artifacts',
  ...more,
});

export const callOf = (name: string, accesses: readonly Access[], more: Partial<DecidedCall> = {}): DecidedCall => ({
  tool: { name, aliases: [] },
  input: {},
  readOnly: false,
  openWorld: false,
  accesses,
  ...more,
});

export const run = (...words: string[]): Access => ({ kind: 'run', text: words.join(' '), words });
export const read = (path: string): Access => ({ kind: 'read', path });
export const write = (path: string): Access => ({ kind: 'write', path });
export const fetched = (url: string): Access => ({ kind: 'fetch', url });

/** Returns the decision of one rule about one access of one tool. */
export const ruled = (behavior: PermissionBehavior, text: string, [name, access]: readonly [string, Access]) =>
  decide(callOf(name, [access]), layersOf([rule(behavior, text)])).behavior;
