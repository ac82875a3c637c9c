import type { HookSet } from '@loadout/core';
import { describe, expect, it } from 'vitest';
import type { StandardTool } from '../index.js';
import { openLab } from '../lab.test-kit.js';

const asking = { permissions: { ask: ['lab__stamp'] } };
const stampOf = (tools: readonly StandardTool[]): StandardTool => {
  const tool = tools.find(({ name }) => name === 'lab__stamp');
  if (tool === undefined) throw new Error('There is no tool.');
  return tool;
};

describe('an approval of the host', () => {
  it('lets the call run that the host asked about', async () => {
    const { kit, ran } = await openLab(asking);
    const stamp = stampOf(kit.standard());
    expect(await stamp.needsApproval({ what: 'a' }, { id: 'one' })).toBe(true);
    expect(await stamp.execute({ what: 'a' }, { id: 'one' })).toMatchObject({ isError: false });
    expect(ran).toEqual(['a']);
  });

  it('covers no other input, no other call, and no second call', async () => {
    const { kit, ran } = await openLab(asking);
    const stamp = stampOf(kit.standard());
    await stamp.needsApproval({ what: 'a' }, { id: 'one' });
    expect(await stamp.execute({ what: 'b' }, { id: 'one' })).toMatchObject({ outcome: 'denied' });
    expect(await stamp.execute({ what: 'a' }, { id: 'two' })).toMatchObject({ outcome: 'denied' });
    expect(await stamp.execute({ what: 'a' }, { id: 'one' })).toMatchObject({ outcome: 'done' });
    expect(await stamp.execute({ what: 'a' }, { id: 'one' })).toMatchObject({ outcome: 'denied' });
    expect(ran).toEqual(['a']);
  });

  it('survives another order of the same keys, as JSON stores may make it', async () => {
    const { kit } = await openLab(asking);
    const stamp = stampOf(kit.standard());
    await stamp.needsApproval({ what: 'a', note: { x: 1, y: [2] } }, { id: 'one' });
    expect(await stamp.execute({ note: { y: [2], x: 1 }, what: 'a' }, { id: 'one' })).toMatchObject({ isError: false });
  });

  it('does not cover an input that a hook changes afterwards', async () => {
    const hooks: HookSet = { PreToolUse: () => ({ hookSpecificOutput: { updatedInput: { what: 'all' } } }) };
    const { kit, ran } = await openLab({ ...asking, hooks });
    const stamp = stampOf(kit.standard());
    await stamp.needsApproval({ what: 'a' }, { id: 'one' });
    expect(await stamp.execute({ what: 'a' }, { id: 'one' })).toMatchObject({
      outcome: 'denied',
      text: expect.stringContaining('approved with another input'),
    });
    expect(ran).toEqual([]);
  });

  it('is not wanted for a call that is allowed, denied, wrong or unknown', async () => {
    const { kit } = await openLab({ permissions: { allow: ['lab__stamp'] } });
    expect(await stampOf(kit.standard()).needsApproval({ what: 'a' })).toBe(false);
    expect(await stampOf(kit.standard()).needsApproval({ what: 1 })).toBe(false);
    const { kit: denying } = await openLab({ permissions: { allow: ['lab__stamp'], deny: ['lab__stamp(what:a)'] } });
    expect(await stampOf(denying.standard()).needsApproval({ what: 'a' })).toBe(false);
  });

  it('has a question that names the rule', async () => {
    const { kit } = await openLab(asking);
    const { lab__stamp } = kit.langchainInterrupts();
    const toolCall = { id: 'one', name: 'lab__stamp', args: { what: 'a' } };
    expect(await lab__stamp?.when({ toolCall })).toBe(true);
    expect(await lab__stamp?.description(toolCall)).toContain('lab__stamp');
  });
});
