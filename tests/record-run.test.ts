import '@loadout/test/vitest';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AnyTool, defineTool, type PermissionMode } from '@loadout/core';
import { type AgentOptions, createAgent } from '@loadout/runner';
import { type RecordedRun, recordRun } from '@loadout/test';
import fs from '@loadout/tool-fs';
import { describe, expect, it } from 'vitest';
import { model, type Step, tempFolder } from '../packages/runner/src/run/scripted.test-kit.js';

const note = defineTool({
  name: 'Note',
  description: 'Takes a note.',
  inputSchema: { text: 'string' },
  call: ({ text }) => `noted ${text}`,
}) as AnyTool;

interface Wanted extends Partial<AgentOptions> {
  readonly expected?: (run: RecordedRun, agent: Awaited<ReturnType<typeof createAgent>>) => void | Promise<void>;
}

/** Runs the steps and records the run. */
async function recorded(steps: readonly Step[], { expected, ...options }: Wanted = {}): Promise<RecordedRun> {
  const workspace = tempFolder();
  writeFileSync(join(workspace, 'a.md'), 'teh\n');
  const agent = await createAgent({
    model: model([...steps, { text: 'done' }]),
    plugins: { fs },
    customTools: [note],
    workspace,
    sessionsDir: tempFolder(),
    env: {},
    ...options,
  });
  try {
    const run = await recordRun(agent.run('Go.'));
    await expected?.(run, agent);
    return run;
  } finally {
    await agent.close();
  }
}

const taking = (text: string): Step => ({ calls: [{ name: 'Note', input: { text } }] });
const modes: readonly PermissionMode[] = ['dontAsk', 'plan'];

describe('recordRun', () => {
  it('names the rule that allowed a call', async () => {
    const run = await recorded([taking('a')], { permissions: { allow: ['Note'] } });
    expect(run.calls).toMatchObject([{ tool: 'Note', input: { text: 'a' }, state: 'done', result: 'noted a' }]);
    expect(run.calls[0]?.by).toMatchObject({ kind: 'rule', rule: 'Note' });
    expect([run.outcome, run.text, run.usage.toolCalls]).toEqual(['done', 'done', 1]);
  });

  it('names the rule that denied a call, with its reason', async () => {
    const read: Step = { calls: [{ name: 'Read', input: { file_path: 'a.md' } }] };
    const run = await recorded([read], { permissions: { deny: ['Read(a.md)'] } });
    expect(run.calls[0]).toMatchObject({ state: 'denied', by: { kind: 'rule', rule: 'Read(a.md)' } });
    expect(run.calls[0]?.reason).toContain('Read is denied by the rule Read(a.md)');
  });

  it('says that nobody was there to ask', async () => {
    const run = await recorded([taking('a')]);
    expect(run.calls[0]).toMatchObject({ state: 'denied', by: { kind: 'nobody' } });
  });

  it.each(modes)('says that the mode %s decided', async (mode) => {
    const run = await recorded([taking('a')], { permissions: { mode } });
    expect(run.calls[0]).toMatchObject({ state: 'denied', by: { kind: 'mode' } });
  });

  it('says that a person decided, and keeps the ask rule that made the question', async () => {
    const permissions = { ask: ['Note'] };
    const yes = await recorded([taking('a')], { permissions, ask: async () => ({ behavior: 'allow' }) });
    expect(yes.calls[0]).toMatchObject({ state: 'done', by: { kind: 'person', rule: 'Note' } });
    const no = await recorded([taking('a')], { permissions, ask: async () => ({ behavior: 'deny', message: 'No.' }) });
    expect(no.calls[0]).toMatchObject({ state: 'denied', by: { kind: 'person', rule: 'Note' }, reason: 'No.' });
  });

  it('names the hook that denied, allowed or changed a call', async () => {
    const hook = (answer: object) => ({ PreToolUse: { name: 'gate', run: () => answer } });
    const no = await recorded([taking('a')], { hooks: hook({ decision: 'block', reason: 'Not now.' }) });
    expect(no.calls[0]).toMatchObject({ state: 'denied', by: { kind: 'hook', hook: 'gate' } });
    const permission = { hookEventName: 'PreToolUse', permissionDecision: 'allow' };
    const yes = await recorded([taking('a')], { hooks: hook({ hookSpecificOutput: permission }) });
    expect(yes.calls[0]).toMatchObject({ state: 'done', by: { kind: 'hook', hook: 'gate' } });
    const changed = { ...permission, updatedInput: { text: 'b' } };
    const other = await recorded([taking('a')], { hooks: hook({ hookSpecificOutput: changed }) });
    expect(other.calls[0]).toMatchObject({ input: { text: 'b' }, result: 'noted b' });
  });

  it('records a call of an unknown tool, and the error of a run', async () => {
    const unknown = await recorded([{ calls: [{ name: 'Nite', input: {} }] }]);
    expect(unknown.calls[0]).toMatchObject({ tool: 'Nite', state: 'refused' });
    expect(unknown.calls[0]?.by).toBeUndefined();
    const failed = await recorded([{ fail: 'MODEL_TEST_BROKEN' }]);
    expect(failed).toMatchObject({ outcome: 'model', error: { code: 'MODEL_TEST_BROKEN' } });
  });

  it('is the same after a way through JSON', async () => {
    const run = await recorded([taking('a')], { permissions: { allow: ['Note'] } });
    expect(JSON.parse(JSON.stringify(run))).toEqual(run);
  });
});

describe('matchers', () => {
  it('hold for a run, and their opposites do not', async () => {
    await recorded([taking('a')], {
      permissions: { allow: ['Note(text:a)'] },
      expected: async (run, agent) => {
        expect(run).toHaveCalled('Note', { text: 'a' });
        expect(run).toHaveCalled('N*', {}, { by: 'Note(text:a)' });
        expect(run).not.toHaveCalled('Note', { text: 'b' });
        expect(run).toHaveEnded('done');
        await expect(run).toMeet({ outcome: 'done', calls: ['Note(text:a)'] }, agent);
        await expect(run).not.toMeet({ calls: { never: ['Note(text:*)'] } }, agent);
      },
    });
  });

  it('say what was called instead', async () => {
    const run = await recorded([taking('a')]);
    expect(run).toHaveDenied('Note', { text: 'a' }, { by: 'nobody' });
    expect(() => expect(run).toHaveCalled('Note')).toThrow(
      /Note was not called\n {2}Nearest: call 1, .*: is denied, expected done/,
    );
    expect(() => expect(run).not.toHaveDenied('Note')).toThrow(/is call 1, expected no call like Note/);
    expect(() => expect(run).toHaveEnded('limit')).toThrow(/The run ended with denied, expected limit/);
  });

  it('refuse a rule where no agent says what it matches', async () => {
    const run = await recorded([]);
    expect(() => expect(run).toHaveCalled('Bash(git push)')).toThrow(/Only an agent knows which calls/);
  });
});
