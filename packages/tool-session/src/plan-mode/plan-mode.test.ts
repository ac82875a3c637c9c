import type { Asker, PermissionAnswer } from '@loadout/core/run';
import { callTool } from '@loadout/testing';
import { describe, expect, it } from 'vitest';
import { openSession } from '../testing/session.js';
import { enterPlanModeTool } from './enter-plan-mode-tool.js';

const plan = '1. Change a.ts';

/** An approver with a fixed answer that records its questions. */
function approver(answer: PermissionAnswer) {
  const asked: unknown[] = [];
  const asker: Asker = ({ toolName, input }) => {
    asked.push({ toolName, input });
    return answer;
  };
  return { asked, asker };
}

describe('EnterPlanMode', () => {
  it('changes the mode of the session: the next Write is denied, without anybody being asked (TOOL-PLAN-01)', async () => {
    const { run, mode } = await openSession({ mode: 'bypassPermissions' });
    expect((await run('Write')).outcome).toBe('done');
    const entered = await run('EnterPlanMode');
    expect([entered.outcome, mode.get()]).toEqual(['done', 'plan']);
    expect(entered.content).toMatch(/every call that changes something is denied[\s\S]*ExitPlanMode/);
    expect(await run('Write')).toMatchObject({
      outcome: 'denied',
      content: expect.stringContaining('the permission mode is plan'),
    });
  });

  it('in plan mode says so, and is no error (TOOL-PLAN-01)', async () => {
    const { run, mode } = await openSession({ mode: 'plan' });
    const again = await run('PlanEnter');
    expect([again.outcome, mode.get()]).toEqual(['done', 'plan']);
    expect(again.content).toMatch(/^You are in plan mode already\./);
  });

  it('needs a host that has a mode, and says so', async () => {
    expect(await callTool(enterPlanModeTool(), {})).toMatchObject({
      isError: true,
      content: expect.stringContaining('SessionMode not available'),
    });
  });
});

describe('ExitPlanMode', () => {
  it('shows the plan, waits, and when it is approved the mode is default (TOOL-PLAN-02)', async () => {
    const { run, mode } = await openSession({ mode: 'plan' });
    const { asked, asker } = approver({ behavior: 'allow' });
    expect(await run('ExitPlanMode', { plan }, { asker })).toMatchObject({
      outcome: 'done',
      content: 'The plan is approved, and the permission mode is now default. Carry it out.',
      structured: { plan, isAgent: false },
    });
    expect(asked).toEqual([{ toolName: 'ExitPlanMode', input: { plan } }]);
    expect(mode.get()).toBe('default');
  });

  it('leaves the mode that who approves names (TOOL-PLAN-02)', async () => {
    const { run, mode } = await openSession({ mode: 'plan' });
    const { asker } = approver({
      behavior: 'allow',
      updatedPermissions: [{ type: 'setMode', mode: 'acceptEdits', destination: 'session' }],
    });
    expect((await run('ExitPlanMode', { plan }, { asker })).content).toContain('the permission mode is now acceptEdits');
    expect(mode.get()).toBe('acceptEdits');
  });

  it('tells the model of a plan that was changed when it was approved, with another mode at once too (TOOL-PLAN-02)', async () => {
    const { run, mode } = await openSession({ mode: 'plan' });
    const { asker } = approver({
      behavior: 'allow',
      updatedInput: { plan: '1. Change b.ts' },
      updatedPermissions: [{ type: 'setMode', mode: 'acceptEdits', destination: 'session' }],
    });
    expect(await run('ExitPlanMode', { plan }, { asker })).toMatchObject({
      outcome: 'done',
      content: expect.stringMatching(/It was changed before; this is the plan now:\n\n1\. Change b\.ts$/),
      structured: { plan: '1. Change b.ts', planWasEdited: true },
    });
    expect(mode.get()).toBe('acceptEdits');
  });

  it('stays in plan mode when changes are requested, and the model reads them (TOOL-PLAN-02)', async () => {
    const { run, mode } = await openSession({ mode: 'plan' });
    const { asker } = approver({ behavior: 'deny', message: 'Add a test first.' });
    const refused = await run('ExitPlanMode', { plan }, { asker });
    expect(refused).toMatchObject({ outcome: 'denied', content: expect.stringContaining('Add a test first.') });
    expect([mode.get(), refused.stop]).toEqual(['plan', undefined]);
  });

  it('that is rejected stops the run (TOOL-PLAN-02)', async () => {
    const { run, mode } = await openSession({ mode: 'plan' });
    const { asker } = approver({ behavior: 'deny', message: 'No.', interrupt: true });
    const rejected = await run('ExitPlanMode', { plan }, { asker });
    expect([rejected.outcome, mode.get()]).toEqual(['denied', 'plan']);
    expect(rejected.stop).toBeDefined();
  });

  it('is never approved by the model: `approved` means nothing, and with nobody to ask it is denied (CON-18)', async () => {
    const { run, mode } = await openSession({ mode: 'plan' });
    expect((await run('ExitPlanMode', { plan, approved: true })).outcome).toBe('denied');
    const { asker } = approver({ behavior: 'deny', message: 'No.' });
    expect((await run('PlanExit', { plan, approved: true }, { asker })).outcome).toBe('denied');
    expect(mode.get()).toBe('plan');
  });

  it('is approved by the asker of the host when there is no person (TOOL-PLAN-03)', async () => {
    const { run, mode } = await openSession({ mode: 'plan' });
    const { asker } = approver({ behavior: 'allow', updatedInput: { plan, approved: false } });
    expect((await run('ExitPlanMode', { plan, approved: false }, { asker })).outcome).toBe('done');
    expect(mode.get()).toBe('default');
  });

  it.each(['default', 'acceptEdits', 'bypassPermissions'] as const)('is refused in the mode %s (TOOL-PLAN-02)', async (other) => {
    const { run, mode } = await openSession({ mode: other });
    const { asked, asker } = approver({ behavior: 'allow' });
    expect((await run('ExitPlanMode', { plan }, { asker })).content).toContain(
      `You are not in plan mode (the permission mode is ${other})`,
    );
    expect([asked, mode.get()]).toEqual([[], other]);
  });

  it('is refused the second time: each plan is approved once', async () => {
    const { run } = await openSession({ mode: 'plan' });
    const { asker } = approver({ behavior: 'allow' });
    await run('ExitPlanMode', { plan }, { asker });
    expect((await run('ExitPlanMode', { plan }, { asker })).content).toContain('You are not in plan mode');
  });
});

it('the mode of one session is not that of another (STATE-02)', async () => {
  const [one, other] = [await openSession(), await openSession()];
  await one.run('EnterPlanMode');
  expect([one.mode.get(), other.mode.get()]).toEqual(['plan', 'default']);
});
