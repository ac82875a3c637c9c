import { describe, expect, it } from 'vitest';
import type { PermissionUpdate } from '../contract/permission-update.js';
import { ruleText } from './parse-rule.js';
import { applyUpdate, type Granted, NOTHING_GRANTED } from './permission-update.js';

const after = (...updates: readonly PermissionUpdate[]) => updates.reduce(applyUpdate, NOTHING_GRANTED);
const rules = (granted: Granted) =>
  granted.rules.map(({ rule, destination }) => `${destination} ${rule.behavior} ${ruleText(rule)}`);
const change = (
  type: 'addRules' | 'replaceRules' | 'removeRules',
  texts: readonly string[],
  more: Partial<Pick<Extract<PermissionUpdate, { rules: unknown }>, 'behavior' | 'destination'>> = {},
): PermissionUpdate => ({
  type,
  rules: texts.map((toolName) => ({ toolName })),
  behavior: 'allow',
  destination: 'session',
  ...more,
});

describe('permissions granted during a session (PERM-04)', () => {
  it('adds rules once, removes them, and replaces them by behaviour and destination', () => {
    expect(rules(after(change('addRules', ['Read', 'Edit']), change('addRules', ['Read'])))).toEqual([
      'session allow Edit',
      'session allow Read',
    ]);
    expect(rules(after(change('addRules', ['Read', 'Edit']), change('removeRules', ['Edit'])))).toEqual(['session allow Read']);
    const three = after(
      change('addRules', ['Read']),
      change('addRules', ['Bash'], { behavior: 'deny' }),
      change('addRules', ['Grep'], { destination: 'localSettings' }),
      change('replaceRules', ['Glob']),
    );
    expect(rules(three)).toEqual(['session deny Bash', 'localSettings allow Grep', 'session allow Glob']);
  });

  it('makes rules of the session’s layer from a tool and an optional specifier', () => {
    const update: PermissionUpdate = {
      type: 'addRules',
      rules: [{ toolName: 'Bash', ruleContent: 'npm test:*' }],
      behavior: 'allow',
      destination: 'session',
    };
    expect(after(update).rules[0]?.rule).toMatchObject({ tool: 'Bash', specifier: 'npm test:*', layer: 'session' });
  });

  it('keeps the last mode, and adds and removes directories', () => {
    const granted = after(
      { type: 'setMode', mode: 'plan', destination: 'session' },
      { type: 'setMode', mode: 'acceptEdits', destination: 'session' },
      { type: 'addDirectories', directories: ['/a', '/b'], destination: 'session' },
      { type: 'removeDirectories', directories: ['/a'], destination: 'session' },
    );
    expect(granted).toMatchObject({ mode: 'acceptEdits', directories: ['/b'] });
  });

  it.each([
    [{ type: 'setMode', mode: 'auto', destination: 'session' }, 'PERMISSION_UPDATE_INVALID'],
    [{ type: 'grantAll' }, 'PERMISSION_UPDATE_INVALID'],
    [undefined, 'PERMISSION_UPDATE_INVALID'],
    [{ ...change('addRules', ['Read']), rules: 'Read' }, 'PERMISSION_UPDATE_INVALID'],
    [{ ...change('addRules', ['Read']), rules: [{ toolName: 'Bash', ruleContent: 1 }] }, 'PERMISSION_UPDATE_INVALID'],
    [{ ...change('addRules', ['Read']), behavior: 'block' }, 'PERMISSION_UPDATE_INVALID'],
    [{ type: 'addDirectories', directories: '/a', destination: 'session' }, 'PERMISSION_UPDATE_INVALID'],
    [{ type: 'removeDirectories', destination: 'session' }, 'PERMISSION_UPDATE_INVALID'],
    [change('addRules', ['*']), 'RULE_INVALID'],
    [change('addRules', ['Read(']), 'RULE_INVALID'],
  ])('changes nothing for an update that cannot be applied: %j', (update, code) => {
    expect(() => applyUpdate(NOTHING_GRANTED, update as PermissionUpdate)).toThrow(expect.objectContaining({ code }));
  });
});
