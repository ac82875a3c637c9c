import type { PermissionMode } from '@loadout/core';
import type { SandboxPlan } from '@loadout/core/run';
import { describe, expect, it } from 'vitest';
import { model, planFor, runAgent, tempFolder } from '../run/scripted.test-kit.js';
import type { AgentSpec } from '../spec/agent-spec.js';
import { checkMode, permittedModes } from './run-permissions.js';

const sandbox = { required: true } as SandboxPlan;
const rules = (more: Partial<Pick<AgentSpec, 'sandbox' | 'env'>> & { bounds?: Partial<AgentSpec['modeBounds']> } = {}) => ({
  modeBounds: { widest: undefined, allowBypass: true, isChosen: false, ...more.bounds },
  sandbox: more.sandbox,
  env: more.env ?? {},
});

describe('the mode bypassPermissions (PERM-06)', () => {
  it.each([
    ['as a user', 1000, {}, true],
    ['as root', 0, {}, false],
    ['as root, in a sandbox', 0, { sandbox }, true],
    ['as root, in a sandbox that may be missing', 0, { sandbox: { ...sandbox, required: false } }, false],
    ['as root, in a container that says so', 0, { env: { IS_SANDBOX: '1' } }, true],
    ['as root, if IS_SANDBOX is 0', 0, { env: { IS_SANDBOX: '0' } }, false],
    ['if nobody requested it', 1000, { bounds: { allowBypass: false } }, false],
    ['if users are unknown', undefined, {}, true],
  ] satisfies [string, number | undefined, Parameters<typeof rules>[0], boolean][])('%s', (_, uid, given, passes) => {
    const check = () => checkMode('bypassPermissions', rules(given), uid ?? Number.NaN);
    if (passes) expect(check).not.toThrow();
    else expect(check).toThrow(expect.objectContaining({ code: 'MODE_REFUSED' }));
  });
});

it('the modes that may be chosen are those that are not refused', () => {
  expect(permittedModes(rules({ bounds: { allowBypass: false } }))).toEqual(['default', 'acceptEdits', 'plan', 'dontAsk']);
  expect(permittedModes(rules({ bounds: { widest: 'default' } }))).toEqual(['default', 'plan', 'dontAsk']);
  expect(permittedModes(rules({ sandbox }))).toContain('bypassPermissions');
});

it.each([
  ['default', 'acceptEdits', false],
  ['acceptEdits', 'acceptEdits', true],
  ['default', 'plan', true],
] satisfies [PermissionMode, PermissionMode, boolean][])('settings that allow %s at most, and %s: %s', (widest, mode, passes) => {
  const check = () => checkMode(mode, rules({ bounds: { widest } }), 1000);
  if (passes) expect(check).not.toThrow();
  else expect(check).toThrow(`no wider mode than ${widest}`);
});

it('limits an agent’s mode to the settings, and refuses a wider mode of the run before it starts', async () => {
  const workspace = tempFolder();
  const plan = planFor(workspace, {
    permissions: { mode: 'default', widestMode: 'default', rules: [], additionalDirectories: [] },
  });
  const [agent] = Object.values(plan.agents);
  const wide = {
    ...plan,
    agents: { a: { ...(agent as NonNullable<typeof agent>), permissions: { mode: 'acceptEdits' as const, rules: [] } } },
  };
  const { run } = await runAgent({ plan: wide, workspace, permissions: {}, model: model([{ text: 'ok' }]) });
  expect(run.permissionMode).toBe('default');
  await expect(
    runAgent({ plan: wide, workspace, permissions: { mode: 'acceptEdits' }, model: model([{ text: 'ok' }]) }),
  ).rejects.toMatchObject({ code: 'MODE_REFUSED' });
});
