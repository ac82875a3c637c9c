import { describe, expect, it } from 'vitest';
import type { HookSet } from '../contract/hook/hook.js';
import { registerHooks } from './register.js';

const register = (hooks: object) => registerHooks([{ hooks: hooks as HookSet, owner: 'crm' }]);
const run = () => {};

describe('registering hooks', () => {
  it('orders hooks once: transform, guard, observe, then registration', () => {
    const of = (name: string, phase: 'transform' | 'guard' | 'observe') => ({ name, phase, run });
    const table = registerHooks([
      { owner: 'a', hooks: { PreToolUse: [of('o1', 'observe'), of('g1', 'guard')] } },
      { owner: 'b', hooks: { PreToolUse: [of('t1', 'transform'), of('g2', 'guard'), of('o2', 'observe')] } },
    ]);
    expect(table.get('PreToolUse')?.map((hook) => hook.name)).toEqual(['t1', 'g1', 'g2', 'o1', 'o2']);
  });

  it('gives a bare function the name of its plugin and the careful defaults', () => {
    expect(register({ PreToolUse: run }).get('PreToolUse')).toMatchObject([
      { name: 'crm', phase: 'guard', onFailure: 'block', timeoutSeconds: 60, external: false },
    ]);
    expect(register({ PostToolUse: [run] }).get('PostToolUse')).toMatchObject([{ phase: 'observe', onFailure: 'continue' }]);
    expect(register({ UserPromptSubmit: run }).get('UserPromptSubmit')).toMatchObject([{ phase: 'guard', onFailure: 'block' }]);
  });

  it('runs the hooks of an event without a subject whatever their matcher says', () => {
    const hooks = register({ Stop: { name: 's', matcher: 'Bash', run } }).get('Stop');
    expect(hooks?.[0]?.matches([''])).toBe(true);
  });

  it('has no entry for an event without hooks', () => {
    expect([...register({ PreToolUse: undefined, Stop: run }).keys()]).toEqual(['Stop']);
  });

  it.each([
    [{ PreTool: run }, 'there is no event "PreTool"; there are PreToolUse, '],
    [{ toString: run }, 'there is no event "toString"'],
    [{ PreToolUse: { name: 'g' } }, 'it has no run function'],
    [{ PreToolUse: { name: 'g', run, matcher: '(' } }, 'its matcher "(" is not a regular expression'],
    [{ Stop: { name: 'g', run, matcher: '(' } }, 'its matcher "(" is not a regular expression'],
    [{ PreToolUse: { name: 'g', run, phase: 'first' } }, 'its phase is "first", not one of transform, guard, observe'],
    ...[0, -1, Number.NaN, Number.POSITIVE_INFINITY].map(
      (timeoutSeconds) =>
        [{ PreToolUse: { name: 'g', run, timeoutSeconds } }, `its timeoutSeconds is ${timeoutSeconds}`] as const,
    ),
  ] as [object, string][])('%#: one that cannot work is refused by name', (hooks, problem) =>
    expect(() => register(hooks)).toThrow(
      expect.objectContaining({ code: 'HOOK_INVALID', message: expect.stringContaining(problem) }),
    ),
  );
});
