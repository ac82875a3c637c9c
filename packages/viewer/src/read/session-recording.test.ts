import { appendFileSync, copyFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { model, reader, runAgent, tempFolder, writer } from '../../../runner/src/run/scripted.test-kit.js';
import type { CallNode, TreeNode } from '../model/trajectory.js';
import { openFile } from './open-file.js';

async function opened(path: string) {
  const recording = await openFile(path);
  if (recording === undefined) throw new Error('no format');
  onTestFinished(() => recording.close());
  return recording;
}

const callsOf = (nodes: readonly TreeNode[]) => nodes.filter((node): node is CallNode => node.kind === 'call');

const tools = [reader('Look', () => 'seen'), writer('Change', () => 'changed'), writer('Erase', () => 'gone')];

/** A session whose calls are allowed and denied in each way, as its file. */
async function decided() {
  const { run, workspace } = await runAgent({
    customTools: tools,
    permissions: { allow: ['Look'], ask: ['Change'], deny: ['Erase(*)'] },
    hooks: {
      PreToolUse: {
        name: 'guard',
        run: ({ tool_input }) =>
          (tool_input as { n?: number }).n === 7 ? { decision: 'block' as const, reason: 'not seven' } : undefined,
      },
    },
    ask: async ({ input }) =>
      (input as { yes?: boolean }).yes === true ? { behavior: 'allow' } : { behavior: 'deny', message: 'no' },
    model: model([
      { calls: [{ name: 'Look' }, { name: 'Change', input: { yes: true } }, { name: 'Change', input: { yes: false } }] },
      { calls: [{ name: 'Erase' }, { name: 'Erase' }, { name: 'Look', input: { n: 7 } }, { name: 'Nothing' }] },
      { text: 'Done.', usage: { input_tokens: 3, output_tokens: 2, cache_read_input_tokens: 9 } },
    ]),
  });
  return { file: run.transcript, workspace };
}

describe('a session as a trajectory', () => {
  it('says of each call who decided, by which rule, and what would allow it', async () => {
    const { file } = await decided();
    const { trajectory } = await opened(file);
    const calls = callsOf(trajectory.nodes);
    expect(calls.map(({ tool, state, decision }) => [tool, state, decision?.effect, decision?.by, decision?.rule])).toEqual([
      ['Look', 'done', 'allow', 'rule', 'Look'],
      ['Change', 'done', 'allow', 'person', 'Change'],
      ['Change', 'denied', 'deny', 'person', 'Change'],
      ['Erase', 'denied', 'deny', 'rule', 'Erase(*)'],
      ['Erase', 'denied', 'deny', 'rule', 'Erase(*)'],
      ['Look', 'denied', 'deny', 'hook', undefined],
      ['Nothing', 'refused', undefined, undefined, undefined],
    ]);
    expect(calls[3]?.decision?.cure).toContain('Erase(*)');
    expect(calls[3]?.decision?.reason).toContain('denied by the rule Erase(*)');
    expect(calls[4]?.repeats).toBe(calls[3]?.id);
    expect(calls[5]?.hooks).toMatchObject([{ event: 'PreToolUse', name: 'guard', outcome: 'deny' }]);
    expect(calls[1]?.askedMs).toBeGreaterThanOrEqual(0);
    expect(trajectory.head.rules?.map(({ effect, rule }) => `${effect} ${rule}`)).toEqual([
      'deny Erase(*)',
      'ask Change',
      'allow Look',
    ]);
    expect(trajectory.head).toMatchObject({ outcome: 'success', totals: { turns: 3, calls: 7, denied: 4, failed: 1 } });
  });

  it('has times that never run backwards, and parents before their children', async () => {
    const { file } = await decided();
    const { nodes } = (await opened(file)).trajectory;
    for (const { id, parent, start, end } of nodes) {
      expect(parent === undefined || parent < id).toBe(true);
      expect(start === undefined || end === undefined || start <= end, `node ${id}`).toBe(true);
      expect(start).toBeGreaterThan(1_700_000_000_000);
    }
  });

  it('gives contents by node: input and result of a call, what a turn sent and said', async () => {
    const { file } = await decided();
    const recording = await opened(file);
    const [first] = callsOf(recording.trajectory.nodes);
    expect(await recording.contents(first?.id ?? -1)).toMatchObject({ input: { head: '{}' }, result: { head: 'seen' } });
    const turn = recording.trajectory.nodes.findLast(({ kind }) => kind === 'turn');
    const { sent, said } = await recording.contents(turn?.id ?? -1);
    expect(sent?.map(({ type }) => type)).toEqual(['result', 'result', 'result', 'result']);
    expect(said).toEqual([{ type: 'text', text: { head: 'Done.' } }]);
    expect(await recording.contents(999)).toEqual({ id: 999 });
    expect((await recording.search('GONE', 5)).ids).toEqual([]);
    expect((await recording.search('Seen', 5)).ids).toEqual([first?.id]);
    expect(await recording.search('e', 1)).toMatchObject({ more: true });
  });

  it('shows the border where a process was killed, and the call that was not run again', async () => {
    const { run, workspace } = await runAgent({
      customTools: tools,
      model: model([{ calls: [{ name: 'Change' }] }, { text: 'Done.' }]),
    });
    const lines = readFileSync(run.transcript, 'utf8').split('\n');
    const started = lines.findIndex((line) => line.includes('"t":"started"'));
    writeFileSync(run.transcript, `${lines.slice(0, started + 1).join('\n')}\n`);
    const cut = await opened(run.transcript);
    expect(cut.trajectory.head.outcome).toBe('unknown');
    expect(callsOf(cut.trajectory.nodes)[0]).toMatchObject({ state: 'running', journal: { started: true } });
    await runAgent({ workspace, customTools: tools, model: model([{ text: 'I looked.' }]), run: { resume: run.sessionId } });
    const { nodes, head } = (await opened(run.transcript)).trajectory;
    expect(nodes.filter(({ kind }) => kind === 'run').map((node) => node.kind === 'run' && [node.source, node.outcome])).toEqual([
      ['startup', undefined],
      ['resume', 'success'],
    ]);
    expect(nodes.find((node) => node.kind === 'mark' && node.mark === 'crash')).toBeDefined();
    expect(callsOf(nodes)[0]).toMatchObject({ state: 'interrupted', journal: { notRunAgain: true } });
    expect(head.outcome).toBe('success');
  });

  it('follows a file that grows, and reads it anew when it is another one', async () => {
    const { file } = await decided();
    const copy = join(tempFolder(), 'copy.jsonl');
    const lines = readFileSync(file, 'utf8').split('\n');
    const whole = lines.findIndex((line) => line.includes('"t":"results"')) + 1;
    const half = lines[whole]?.slice(0, 30) ?? '';
    writeFileSync(copy, `${lines.slice(0, whole).join('\n')}\n${half}`);
    const recording = await opened(copy);
    const before = recording.trajectory.nodes.length;
    expect(await recording.more()).toEqual([]);
    appendFileSync(copy, `${lines[whole]?.slice(30)}\n${lines.slice(whole + 1).join('\n')}`);
    const more = await recording.more();
    expect(more).not.toBe('anew');
    expect(recording.trajectory.nodes.length).toBeGreaterThan(before);
    expect(recording.trajectory.nodes).toEqual((await opened(file)).trajectory.nodes);
    copyFileSync(file, `${copy}.new`);
    renameSync(`${copy}.new`, copy);
    expect(await recording.more()).toBe('anew');
    expect(recording.trajectory.nodes).toEqual((await opened(file)).trajectory.nodes);
  });

  it('leaves out lines that are not records, and says so', async () => {
    const { file } = await decided();
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    writeFileSync(file, `${[...lines.slice(0, 4), 'not json', '7', '{"t":"future","x":1}', ...lines.slice(4)].join('\n')}\n`);
    const { head, nodes } = (await opened(file)).trajectory;
    expect(callsOf(nodes)).toHaveLength(7);
    expect(head.notes).toEqual([expect.stringContaining('not records'), expect.stringContaining('future')]);
  });

  it('is read without times and decisions from a session that has none', async () => {
    const { file } = await decided();
    const old = readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .flatMap((line) => {
        const { at: _at, decision: _decision, durationMs: _duration, sum: _sum, ...record } = JSON.parse(line);
        return record.t === 'run' || record.t === 'hook' ? [] : [JSON.stringify(record)];
      });
    writeFileSync(file, `${old.join('\n')}\n`);
    const { nodes, head } = (await opened(file)).trajectory;
    expect(callsOf(nodes).map(({ state }) => state)).toEqual(['done', 'done', 'denied', 'denied', 'denied', 'denied', 'refused']);
    expect(callsOf(nodes)[3]?.decision?.reason).toContain('denied by the rule Erase(*)');
    expect(head.rules).toBeUndefined();
  });
});

it('a file of an unknown format is no recording', async () => {
  const file = join(tempFolder(), 'notes.txt');
  writeFileSync(file, 'hello\n');
  await expect(openFile(file)).rejects.toMatchObject({ code: 'VIEW_FORMAT' });
});

describe('a trace as a trajectory', () => {
  it('tells the same calls and decisions as its session', async () => {
    const workspace = tempFolder();
    const { run } = await runAgent({
      workspace,
      trace: join(workspace, 'traces'),
      customTools: tools,
      permissions: { allow: ['Look'], deny: ['Erase(*)'] },
      model: model([{ calls: [{ name: 'Look' }, { name: 'Erase' }] }, { text: 'Done.' }]),
    });
    const session = (await opened(run.transcript)).trajectory;
    const trace = await opened(join(workspace, 'traces', run.sessionId, 'trace.jsonl'));
    const told = (nodes: readonly TreeNode[]) =>
      callsOf(nodes).map(({ tool, state, hash, decision }) => [tool, state, hash, decision?.effect, decision?.by]);
    expect(told(trace.trajectory.nodes)).toEqual(told(session.nodes));
    expect(trace.trajectory.head).toMatchObject({ source: 'trace', outcome: 'denied', agent: session.head.agent });
    const [look] = callsOf(trace.trajectory.nodes);
    expect(await trace.contents(look?.id ?? -1)).toMatchObject({ result: { head: 'seen' } });
  });
});
