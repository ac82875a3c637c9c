import { defineTool, type HookRound, type HookSet, SessionHooks } from '@loadout/core';
import { describe, expect, it } from 'vitest';
import { model, runAgent, tempFolder } from '../run/scripted.test-kit.js';

/** Runs a tool that fires an event. */
async function fired(hooks: HookSet, fire: (hooks: SessionHooks) => Promise<HookRound>): Promise<HookRound> {
  let round: HookRound | undefined;
  const tool = defineTool({
    name: 'Work',
    description: 'Works.',
    call: async (_, context) => {
      round = await fire(context.get(SessionHooks));
      return 'done';
    },
  });
  const scripted = model([{ calls: [{ name: 'Work' }] }, { text: 'ok' }]);
  await runAgent({ model: scripted, customTools: [tool], hooks });
  if (round === undefined) throw new Error('the tool did not run');
  return round;
}

describe('a tool fires an event for the hooks of its session', () => {
  it('with the fields of every event, and gets the combined answer (HOOK-02)', async () => {
    const seen: unknown[] = [];
    const hooks: HookSet = {
      TaskCreated: (input) => {
        seen.push([input.hook_event_name, input.task_id, input.task_subject, input.agent_type]);
        return { decision: 'block', reason: 'too vague' };
      },
    };
    const round = await fired(hooks, (to) => to.fire('TaskCreated', { task_id: 'task_1', task_subject: 'Improve it' }));
    expect(seen).toEqual([['TaskCreated', 'task_1', 'Improve it', 'main']]);
    expect(round.verdict).toMatchObject({ behavior: 'deny', reason: 'too vague' });
  });

  it('of a subagent with the subagent’s id, and matchers compare its type (HOOK-01, HOOK-13)', async () => {
    const seen: unknown[] = [];
    const run = ({ agent_id, agent_type }: { agent_id: string; agent_type: string }) => {
      seen.push([agent_id, agent_type]);
      return { hookSpecificOutput: { additionalContext: 'Be brief.' } };
    };
    const hooks: HookSet = { SubagentStart: ['Explore', 'Plan'].map((matcher) => ({ name: matcher, matcher, run })) };
    const round = await fired(hooks, (to) => to.fire('SubagentStart', { agent_id: 'agent_7', agent_type: 'Explore' }));
    expect([seen, round.contexts]).toEqual([[['agent_7', 'Explore']], ['Be brief.']]);
  });

  it('and gets no opinion if there are no hooks', async () => {
    const round = await fired({}, (to) => to.fire('WorktreeRemove', { worktree_path: '/gone' }));
    expect([round.verdict, round.contexts]).toEqual([undefined, []]);
  });

  it('and is stopped by a failing WorktreeCreate hook; a hook that answers names the folder (HOOK-17)', async () => {
    const failing = () => {
      throw new Error('no space');
    };
    const fire = (to: SessionHooks) => to.fire('WorktreeCreate', { name: 'fix' });
    expect((await fired({ WorktreeCreate: failing }, fire)).verdict).toMatchObject({ behavior: 'deny' });
    const making: HookSet = { WorktreeCreate: () => ({ hookSpecificOutput: { worktreePath: '/trees/fix' } }) };
    expect((await fired(making, fire)).worktreePath).toBe('/trees/fix');
  });
});

it('DirectoryAdded is fired if an answer adds a working directory (HOOK-03)', async () => {
  const workspace = tempFolder();
  const seen: unknown[] = [];
  const hooks: HookSet = { DirectoryAdded: ({ directory, source }) => void seen.push([directory, source]) };
  const other = tempFolder();
  const tool = defineTool({ name: 'Note', description: 'Notes.', call: () => 'noted' });
  await runAgent({
    workspace,
    model: model([{ calls: [{ name: 'Note' }] }, { text: 'ok' }]),
    customTools: [tool],
    hooks,
    permissions: { mode: 'default' },
    ask: () => ({
      behavior: 'allow',
      updatedPermissions: [{ type: 'addDirectories', directories: [other], destination: 'session' }],
    }),
  });
  expect(seen).toEqual([[other, 'session']]);
});
