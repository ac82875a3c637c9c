import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HookSet } from '@loadout/core';
import type { PermissionQuestion } from '@loadout/core/run';
import { describe, expect, it } from 'vitest';
import { agent, cast, resultsOf, rule, runAgent, start, team, tempFolder } from './agents.test-kit.js';

const WRITES = [{ calls: [{ name: 'Write', input: { file_path: 'made.txt', content: 'x' } }] }, { text: 'tried' }];
const cautious = { mode: 'default' as const, rules: [], additionalDirectories: [] };

describe('what a subagent may do, in a whole run (AGENT-07)', () => {
  it('is at most what its parent may do: a subagent with bypassPermissions under a parent that asks is still asked about (TOOL-AGENT-05, BUG-08)', async () => {
    const asked: PermissionQuestion[] = [];
    const scripted = cast({
      lead: [{ calls: [start({ subagent_type: 'helper', mode: 'bypassPermissions' })] }, { text: 'done' }],
      helper: WRITES,
    });
    const options = team({}, { others: [agent('helper', { mode: 'bypassPermissions' })], permissions: cautious });
    const { workspace } = await runAgent({
      ...options,
      model: scripted,
      ask: (question) => {
        asked.push(question);
        return { behavior: 'deny', message: 'not today' };
      },
    });
    expect(asked).toEqual([expect.objectContaining({ toolName: 'Write', agentId: expect.stringMatching(/^agent_/) })]);
    expect(resultsOf(scripted.of('helper'))[0]).toMatchObject({ isError: true, text: expect.stringContaining('not today') });
    expect(existsSync(join(workspace, 'made.txt'))).toBe(false);
  });

  it.each([
    ['narrows where it asks for less', { mode: 'plan' as const }, { ...cautious, mode: 'acceptEdits' as const }, false],
    [
      'keeps to a deny rule of the parent',
      { rules: [rule('allow', 'Write', 'agent')] },
      { ...cautious, rules: [rule('deny', 'Write(made.txt)')] },
      false,
    ],
    ['has what the parent has', {}, { ...cautious, mode: 'acceptEdits' as const }, true],
  ])('%s (PERM-15)', async (_, wishes, permissions, isMade) => {
    const scripted = cast({ lead: [{ calls: [start({ subagent_type: 'helper' })] }, { text: 'done' }], helper: WRITES });
    const { workspace } = await runAgent({ ...team({}, { others: [agent('helper', wishes)], permissions }), model: scripted });
    expect(existsSync(join(workspace, 'made.txt'))).toBe(isMade);
  });

  it('is widened only by a written grant, which does not answer a rule of the user', async () => {
    for (const [layer, isMade] of [
      ['project', true],
      ['user', false],
    ] as const) {
      const scripted = cast({ lead: [{ calls: [start({ subagent_type: 'helper' })] }, { text: 'done' }], helper: WRITES });
      const subagents = { helper: { grants: [rule('allow', 'Write(made.txt)', 'agent')] } };
      const permissions = { ...cautious, rules: [rule('ask', 'Write', layer)] };
      const { workspace } = await runAgent({
        ...team({ subagents }, { others: [agent('helper')], permissions }),
        model: scripted,
      });
      expect([layer, existsSync(join(workspace, 'made.txt'))]).toEqual([layer, isMade]);
    }
  });

  it('asks nobody under a parent that may not ask, in any mode: no PermissionRequest hook allows the call (PERM-06)', async () => {
    const outside = join(tempFolder(), 'a.txt');
    writeFileSync(outside, 'far away');
    const heard: string[] = [];
    const hooks: HookSet = {
      PermissionRequest: ({ tool_name }) => {
        heard.push(tool_name);
        return { hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior: 'allow' } } } as never;
      },
    };
    const read = [{ calls: [{ name: 'Read', input: { file_path: outside } }] }, { text: 'tried' }];
    const under = async (mode: 'default' | 'dontAsk') => {
      const scripted = cast({
        lead: [{ calls: [start({ subagent_type: 'helper' })] }, { text: 'done' }],
        helper: read,
      });
      const permissions = { ...cautious, mode };
      await runAgent({ ...team({}, { others: [agent('helper', { mode: 'plan' })], permissions }), model: scripted, hooks });
      return resultsOf(scripted.of('helper'))[0];
    };
    expect(await under('default')).toMatchObject({ isError: false, text: expect.stringContaining('far away') });
    expect(heard.splice(0)).toEqual(['Read']);
    expect(await under('dontAsk')).toMatchObject({ isError: true, text: expect.stringContaining('runs in the mode dontAsk') });
    expect(heard).toEqual([]);
  });

  it('sees no tool that an undeclared parent does not see; one that is declared has its own list, without what is taken from the parent', async () => {
    const run = async (subagents: Record<string, { grants: [] }> | undefined) => {
      const scripted = cast({
        lead: [{ calls: [start({ subagent_type: 'helper' })] }, { text: 'done' }],
        helper: [{ text: 'ok' }],
      });
      const lead = {
        tools: ['Agent', 'Read'],
        changes: { disallowedTools: ['Grep'] },
        ...(subagents === undefined ? {} : { subagents }),
      };
      await runAgent({ ...team(lead, { others: [agent('helper', { tools: ['Read', 'Grep', 'Glob'] })] }), model: scripted });
      return scripted.of('helper')[0]?.tools.map((tool) => tool.name);
    };
    expect([await run(undefined), await run({ helper: { grants: [] } })]).toEqual([['Read'], ['Glob', 'Read']]);
  });
});
