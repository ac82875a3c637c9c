import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HookSet } from '@loadout/core';
import { createAgent } from '@loadout/runner';
import git from '@loadout/tool-git';
import { describe, expect, it } from 'vitest';
import {
  agent,
  agentIdIn,
  cast,
  PLUGINS,
  reader,
  resultsOf,
  runAgent,
  start,
  team,
  tempFolder,
  textOfRequest,
  until,
} from '../agents/agents.test-kit.js';

describe('an agent in the background (AGENT-09, CON-19, TOOL-AGENT-06)', () => {
  it('returns its id at once, and the run waits at its end and continues with the report', async () => {
    const scripted = cast({
      lead: (request, turn) =>
        turn === 0
          ? { calls: [start({ subagent_type: 'helper', run_in_background: true }), { name: 'Open' }] }
          : turn === 1
            ? { text: 'I wait.' }
            : { text: textOfRequest(request).includes('late news') ? 'I have read it.' : 'nothing came' },
      helper: [{ calls: [{ name: 'Wait' }] }, { text: 'late news' }],
    });
    const { wait, open } = gate();
    const { result, events } = await runAgent({
      ...team({}, { others: [agent('helper')] }),
      model: scripted,
      customTools: [wait, open],
    });
    expect(result).toMatchObject({ outcome: 'success', text: 'I have read it.' });
    const launched = events.find((event) => event.type === 'tool_result' && event.name === 'Agent');
    expect(launched?.type === 'tool_result' && launched.call.result.structuredContent).toEqual({
      status: 'async_launched',
      agentId: expect.stringMatching(/^agent_/),
      description: 'Does it',
      prompt: 'Do it.',
      outputFile: expect.stringContaining('.jsonl'),
      canReadOutputFile: true,
    });
    expect(textOfRequest(scripted.of('lead')[2])).toContain('<system-reminder>\\nThe agent agent_');
  });

  it('keeps the place of its call in the limit on calls while the conversation has its next prompt', async () => {
    const ran: string[] = [];
    const looks = { calls: [{ name: 'Look' }, { name: 'Look' }] };
    const scripted = cast({
      lead: [{ calls: [start({ subagent_type: 'helper', run_in_background: true })] }, { text: 'I wait.' }, looks, { text: 'x' }],
      helper: [{ calls: [{ name: 'Wait' }] }, { text: 'late news' }],
    });
    const wait = reader('Wait', (_, signal) => {
      ran.push('wait');
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve('')));
    });
    const look = reader('Look', () => `look ${ran.push('look')}`);
    const made = await createAgent({
      ...team({ limits: { toolCalls: 2 } }, { others: [agent('helper')] }),
      model: scripted,
      customTools: [wait, look],
      env: { IS_SANDBOX: '1' },
    });
    const conversation = await made.open();
    await conversation.ask('Go.');
    await until(() => ran.includes('wait'));
    expect(await conversation.ask('Look twice.')).toMatchObject({ outcome: 'success', text: 'x' });
    expect(ran).toEqual(['wait', 'look']);
    await conversation.close();
    await made.close();
  });

  it('is among the tasks of the session: read with TaskOutput, ended with TaskStop (BG-01, CON-22)', async () => {
    const scripted = cast({
      lead: (request, turn) => {
        const id = agentIdIn(textOfRequest(request));
        if (turn === 0)
          return {
            calls: [
              start({ subagent_type: 'quick', run_in_background: true }),
              start({ subagent_type: 'slow', run_in_background: true }),
            ],
          };
        const slow = /agent_\w+/.exec(resultsOf([request])[1]?.text ?? '')?.[0];
        if (turn === 1)
          return {
            calls: [
              { name: 'TaskOutput', input: { task_id: id } },
              { name: 'TaskStop', input: { task_id: slow } },
            ],
          };
        return { text: 'done' };
      },
      quick: [{ text: 'the quick answer' }],
      slow: [{ calls: [{ name: 'Hang' }] }],
    });
    const hang = reader('Hang', (_, signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve(''))));
    const { result } = await runAgent({
      ...team({}, { others: [agent('quick'), agent('slow')] }),
      model: scripted,
      customTools: [hang],
    });
    const [, , output, stop] = resultsOf(scripted.of('lead'));
    expect([result.outcome, output?.isError, stop?.isError]).toEqual(['success', false, false]);
    expect(output?.text).toContain('the quick answer');
    expect(textOfRequest(scripted.of('lead').at(-1))).toContain('terminated early');
  });

  it('runs in the background if its definition says so, unless the call says otherwise (AGENT-02)', async () => {
    const scripted = cast({
      lead: [
        { calls: [start({ subagent_type: 'helper' }), start({ subagent_type: 'helper', run_in_background: false })] },
        { text: 'a' },
        { text: 'b' },
        { text: 'c' },
      ],
      helper: () => ({ text: 'ok' }),
    });
    await runAgent({ ...team({}, { others: [agent('helper', { changes: { background: true } })] }), model: scripted });
    const [first, second] = resultsOf(scripted.of('lead'));
    expect(first?.text).toContain('works in the background');
    expect(second?.text.startsWith('ok')).toBe(true);
  });
});

describe('an agent in a worktree of its own (AGENT-11, TOOL-AGENT-06)', () => {
  const IDENTITY = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.invalid', '-c', 'init.defaultBranch=main'];

  function repository() {
    const workspace = tempFolder();
    const run = (...args: string[]) => execFileSync('git', [...IDENTITY, ...args], { cwd: workspace, encoding: 'utf8' });
    run('init', '--quiet');
    writeFileSync(join(workspace, '.gitignore'), '.sessions/\n.claude/\n');
    run('add', '--all');
    run('commit', '--quiet', '--message', 'First');
    return { workspace, run };
  }
  const plugins = { ...PLUGINS, git };
  const options = (workspace: string) => ({ ...team({}, { workspace, others: [agent('helper')] }), plugins });
  const apart = start({ subagent_type: 'helper', isolation: 'worktree' });

  it('changes no file elsewhere; its changes stay in its worktree, and the report names the place', async () => {
    const { workspace, run } = repository();
    const scripted = cast({
      lead: [{ calls: [apart] }, { text: 'done' }],
      helper: [
        { calls: [{ name: 'Bash', input: { command: 'pwd; echo new > made.txt', description: 'x' } }] },
        { text: 'made it' },
      ],
    });
    await runAgent({ ...options(workspace), model: scripted });
    const [report] = resultsOf(scripted.of('lead'));
    expect(existsSync(join(workspace, 'made.txt'))).toBe(false);
    expect(report?.text).toMatch(/^made it\n\nIts work is in \S+, on the branch \S+:\n[\s\S]*made\.txt/);
    const place = /Its work is in (\S+),/.exec(report?.text ?? '')?.[1] ?? '';
    expect(resultsOf(scripted.of('helper'))[0]?.text).toContain(place);
    expect(readdirSync(place)).toContain('made.txt');
    expect(run('worktree', 'list')).toContain(place);
  });

  it('leaves no worktree when it changed no file, or could not be started', async () => {
    const { workspace, run } = repository();
    const scripted = cast({
      lead: [{ calls: [apart, start({ subagent_type: 'nobody', isolation: 'worktree' })] }, { text: 'done' }],
      helper: [{ text: 'looked' }],
    });
    await runAgent({ ...options(workspace), model: scripted });
    const [report, failed] = resultsOf(scripted.of('lead'));
    expect(report?.text).toContain('Its worktree held no changes and was removed.');
    expect(failed?.isError).toBe(true);
    expect(run('worktree', 'list').trim().split('\n')).toHaveLength(1);
    expect(run('branch', '--list').trim().split('\n')).toHaveLength(1);
  });

  it('continues in the same worktree after its call was deferred, and the worktree stays', async () => {
    const { workspace, run } = repository();
    let decision: 'allow' | 'defer' = 'defer';
    const hooks: HookSet = {
      PreToolUse: { name: 'gate', matcher: 'Bash', run: () => ({ hookSpecificOutput: { permissionDecision: decision } }) },
    };
    const scripted = cast({
      lead: [{ calls: [apart] }, { text: 'done' }],
      helper: [{ calls: [{ name: 'Bash', input: { command: 'pwd', description: 'x' } }] }, { text: 'looked' }],
    });
    const first = await runAgent({ ...options(workspace), model: scripted, hooks });
    expect([first.result.outcome, run('worktree', 'list').trim().split('\n').length]).toEqual(['deferred', 2]);
    decision = 'allow';
    const { result } = await runAgent({ ...options(workspace), model: scripted, hooks, run: { resume: first.run.sessionId } });
    expect([result.outcome, run('worktree', 'list').trim().split('\n').length]).toEqual(['success', 2]);
    const place = /Its work is in (\S+),/.exec(resultsOf(scripted.of('lead'))[0]?.text ?? '')?.[1] ?? 'nowhere';
    expect(resultsOf(scripted.of('helper'))[0]?.text).toContain(place);
  });

  it('continues in the same worktree when it is resumed (AGENT-10)', async () => {
    const { workspace } = repository();
    const write = (file: string) => ({
      calls: [{ name: 'Bash', input: { command: `pwd; echo x > ${file}`, description: 'x' } }],
    });
    const scripted = cast({
      lead: (request, turn) =>
        turn === 0
          ? { calls: [apart] }
          : turn === 1
            ? { calls: [start({ resume: agentIdIn(textOfRequest(request)) })] }
            : { text: 'done' },
      helper: [write('one.txt'), { text: 'first' }, write('two.txt'), { text: 'second' }],
    });
    await runAgent({ ...options(workspace), model: scripted });
    const place = /Its work is in (\S+),/.exec(resultsOf(scripted.of('lead'))[0]?.text ?? '')?.[1] ?? '';
    expect(readdirSync(place)).toEqual(expect.arrayContaining(['one.txt', 'two.txt']));
    expect(existsSync(join(workspace, 'two.txt'))).toBe(false);
  });

  it('is not started without a plugin that makes worktrees', async () => {
    const scripted = cast({ lead: [{ calls: [apart] }, { text: 'done' }] });
    await runAgent({ ...team({}, { others: [agent('helper')] }), model: scripted });
    expect(resultsOf(scripted.of('lead'))[0]).toMatchObject({
      isError: true,
      text: expect.stringContaining('@loadout/tool-git'),
    });
  });
});

/** A call that waits until another call was made. */
function gate() {
  let pass = () => {};
  const passed = new Promise<void>((resolve) => {
    pass = resolve;
  });
  const wait = reader('Wait', async () => {
    await passed;
    return '';
  });
  const open = reader('Open', () => {
    pass();
    return '';
  });
  return { wait, open };
}
