import { describe, expect, it } from 'vitest';
import { openSession } from '../testing/session.js';

describe('Config', () => {
  it('lists, reads and changes settings of the session (TOOL-CFG-01)', async () => {
    const { call } = await openSession();
    expect((await call('Config', { action: 'list' })).content).toBe(
      'effort = "high" (one of "low", "medium", "high"): How much thought\nmodel = "main": Which model',
    );
    expect((await call('Config', { action: 'get', key: 'model' })).content).toBe('model = "main": Which model');
    expect(await call('Config', { action: 'set', key: 'effort', value: 'low' })).toMatchObject({
      content: 'effort is now "low"; it was "high".',
      structured: { key: 'effort', value: 'low', previous: 'high' },
    });
    expect((await call('Config', { action: 'get', key: 'effort' })).structured).toEqual({ key: 'effort', value: 'low' });
  });

  it.each([
    [{ action: 'get' }, 'key required for get/set.'],
    [{ action: 'set', value: 1 }, 'key required for get/set.'],
    [{ action: 'set', key: 'effort' }, 'value required for set; null goes back to what the configuration says.'],
    [{ action: 'reset' }, 'Unknown action "reset". Use get, set or list.'],
  ])('refuses %j (TOOL-CFG-01)', async (input, said) => {
    expect(await (await openSession()).call('Config', input)).toMatchObject({ isError: true, content: said });
  });

  it('changes nothing but the settings that may be changed, and those only to what fits (TOOL-CFG-02)', async () => {
    const { call, settings } = await openSession();
    const before = JSON.stringify(settings.list());
    for (const action of ['get', 'set'])
      expect(await call('Config', { action, key: 'permissions.mode', value: 'bypassPermissions' })).toMatchObject({
        isError: true,
        content: expect.stringContaining('no setting "permissions.mode" that may be changed here. There are: effort, model.'),
      });
    expect(await call('Config', { action: 'set', key: 'effort', value: 'endless' })).toMatchObject({
      isError: true,
      content: 'effort is one of low, medium, high, not "endless".',
    });
    expect(JSON.stringify(settings.list())).toBe(before);
  });

  it('changes the run itself, not a copy, and null goes back (TOOL-CFG-02)', async () => {
    const { call, settings } = await openSession();
    const effort = () => settings.list().find((setting) => setting.key === 'effort')?.value;
    await call('Config', { action: 'set', key: 'effort', value: 'medium' });
    expect(effort()).toBe('medium');
    await call('Config', { action: 'set', key: 'effort', value: null });
    expect(effort()).toBe('high');
  });

  it('leaves another session as it is (TOOL-CFG-02, STATE-02)', async () => {
    const [one, other] = [await openSession(), await openSession()];
    await one.call('Config', { action: 'set', key: 'effort', value: 'low' });
    expect((await other.call('Config', { action: 'get', key: 'effort' })).structured).toMatchObject({ value: 'high' });
  });

  it('needs no approval: it changes what only the run remembers, and nothing of that makes it wider (TOOL-CFG-02)', async () => {
    const { run } = await openSession();
    expect((await run('Config', { action: 'list' })).outcome).toBe('done');
    expect((await run('Config', { action: 'set', key: 'effort', value: 'low' })).outcome).toBe('done');
  });
});
