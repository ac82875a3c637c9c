import type { ClearToolUses } from '@loadout/core/model';
import { expect, it } from 'vitest';
import { model, planFor, reader, runAgent, tempFolder } from '../run/scripted.test-kit.js';

async function sent(clearToolUses: ClearToolUses | undefined) {
  const workspace = tempFolder();
  const plan = planFor(workspace);
  const [agent] = Object.values(plan.agents);
  if (agent === undefined) throw new RangeError('no agent');
  const scripted = model([{ text: 'ok' }]);
  const customTools = ['Read', 'Ask', 'Bash'].map((name) => ({
    ...reader(name, () => 'x'),
    rereadable: name !== 'Ask',
    ...(name === 'Read' ? { role: 'reads-files' as const } : {}),
  }));
  await runAgent({
    plan: { ...plan, agents: { a: { ...agent, clearToolUses } } },
    workspace,
    permissions: {},
    model: scripted,
    customTools,
  });
  return scripted.requests[0]?.clearToolUses;
}

it('the API may clear old calls only of tools whose results can be produced again (COMPACT-03)', async () => {
  expect(await sent(undefined)).toBeUndefined();
  expect(await sent({})).toEqual({ excludeTools: ['Ask'] });
  expect(await sent({ trigger: 5, keep: 1, excludeTools: ['Bash'] })).toEqual({
    trigger: 5,
    keep: 1,
    excludeTools: ['Bash', 'Ask'],
  });
});
