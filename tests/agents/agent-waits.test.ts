import type { PermissionAnswer, PermissionQuestion } from '@loadout/core/run';
import { describe, expect, it } from 'vitest';
import {
  agent,
  agentIdIn,
  cast,
  resultsOf,
  rule,
  runAgent,
  type Step,
  start,
  team,
  textOfRequest,
  writer,
} from './agents.test-kit.js';

type Answer = PermissionAnswer['behavior'];

/** Runs of a lead whose agents ask before they send. Each run has its own answer. */
function office(steps: Parameters<typeof cast>[0]) {
  const sent: unknown[] = [];
  const asked: PermissionQuestion[] = [];
  /** Answers to the next questions, before that of the run. */
  const decided: Answer[] = [];
  const model = cast(steps);
  const options = team(
    { limits: { subagentDepth: 2 } },
    {
      others: [agent('helper', { tools: ['*', 'Agent'] }), agent('other')],
      permissions: { mode: 'bypassPermissions', rules: [rule('ask', 'Send')], additionalDirectories: [] },
    },
  );
  const go = (usual: Answer, resume?: string) =>
    runAgent({
      ...options,
      model,
      customTools: [writer('Send', ({ to }) => `sent ${sent.push(to)}`)],
      ask: (question) => {
        asked.push(question);
        const answer = decided.shift() ?? usual;
        if (answer === 'defer') return { behavior: 'defer', reason: 'Somebody has to look.' };
        return answer === 'allow' ? { behavior: 'allow' } : { behavior: 'deny', message: 'Not today.' };
      },
      ...(resume === undefined ? {} : { run: { resume } }),
    });
  return { go, sent, asked, decided, model };
}

const send = (to: string, id: string): Step => ({ calls: [{ name: 'Send', input: { to }, id }] });

describe('an agent whose call waits for an answer', () => {
  it('ends the whole run as deferred, and after the answer the agent goes on from its call', async () => {
    const { go, sent, asked, model } = office({
      lead: [{ calls: [start({ subagent_type: 'helper' }, 'outer')] }, { text: 'done' }],
      helper: [send('Ada', 'inner'), { text: 'It is sent.' }],
    });
    const { result, run } = await go('defer');
    expect(result).toMatchObject({
      outcome: 'deferred',
      deferredCall: { id: 'outer', name: 'Agent' },
      error: { code: 'RUN_DEFERRED' },
    });
    expect([sent, model.of('lead').length, model.of('helper').length]).toEqual([[], 1, 1]);
    const again = await go('allow', run.sessionId);
    expect([again.result.outcome, again.result.text, sent]).toEqual(['success', 'done', ['Ada']]);
    expect(asked.map(({ toolUseId, agentName, agentId }) => [toolUseId, agentName, agentId === asked[0]?.agentId])).toEqual([
      ['inner', 'helper', true],
      ['inner', 'helper', true],
    ]);
    expect(resultsOf(model.of('lead'))[0]?.text).toContain('It is sent.');
  });

  it('may be deeper, wait again, and be denied in the end', async () => {
    const { go, sent, asked, model } = office({
      lead: [{ calls: [start({ subagent_type: 'helper' })] }, { text: 'done' }],
      helper: [{ calls: [start({ subagent_type: 'other' })] }, { text: 'The other was refused.' }],
      other: [send('Ada', 'inner'), { text: 'I may not.' }],
    });
    const { run } = await go('defer');
    expect((await go('defer', run.sessionId)).result.outcome).toBe('deferred');
    const { result } = await go('deny', run.sessionId);
    expect([result.text, sent]).toEqual(['done', []]);
    expect(new Set(asked.map(({ agentName, agentId, answerNow }) => `${agentName} ${agentId} ${answerNow}`)).size).toBe(1);
    expect(asked[0]).toMatchObject({ agentName: 'other', answerNow: false });
    expect(textOfRequest(model.of('other')[1])).toContain('Not today.');
  });

  it('waits beside another that waits, and each goes on from its own call', async () => {
    const { go, sent, asked, model } = office({
      lead: [{ calls: [start({ subagent_type: 'helper' }), start({ subagent_type: 'other' })] }, { text: 'done' }],
      helper: [send('Ada', 'one'), { text: 'Ada has it.' }],
      other: [send('Bob', 'two'), { text: 'Bob has it.' }],
    });
    const { run, result } = await go('defer');
    expect([result.outcome, asked.map(({ agentName }) => agentName).sort()]).toEqual(['deferred', ['helper', 'other']]);
    expect((await go('allow', run.sessionId)).result.outcome).toBe('success');
    expect([...sent].sort()).toEqual(['Ada', 'Bob']);
    expect(resultsOf(model.of('lead')).map(({ text }) => text.slice(0, 11))).toEqual(['Ada has it.', 'Bob has it.']);
  });

  it('lets an agent beside it come to its end, once', async () => {
    const { go, sent, model } = office({
      lead: [{ calls: [start({ subagent_type: 'helper' }), start({ subagent_type: 'other' })] }, { text: 'done' }],
      helper: [send('Ada', 'one'), { text: 'Ada has it.' }],
      other: [{ text: 'There was nothing to do.' }],
    });
    const { run } = await go('defer');
    expect((await go('allow', run.sessionId)).result.outcome).toBe('success');
    expect([sent, model.of('other').length]).toEqual([['Ada'], 1]);
  });

  it('may be an agent that was resumed for another task', async () => {
    const { go, sent, model } = office({
      lead: (request, turn) =>
        turn === 0
          ? { calls: [start({ subagent_type: 'helper' })] }
          : turn === 1
            ? { calls: [start({ resume: agentIdIn(textOfRequest(request)), prompt: 'Send it now.' })] }
            : { text: 'done' },
      helper: [{ text: 'I am ready.' }, send('Ada', 'inner'), { text: 'Ada has it.' }],
    });
    const { run, result } = await go('defer');
    expect(result.outcome).toBe('deferred');
    expect((await go('allow', run.sessionId)).result.text).toBe('done');
    expect([sent, textOfRequest(model.of('helper')[2]).match(/Send it now/g)?.length]).toEqual([['Ada'], 1]);
  });

  it('in the background must have its answer now, and the host is told so', async () => {
    const { go, asked } = office({
      lead: [{ calls: [start({ subagent_type: 'helper', run_in_background: true })] }, { text: 'begun' }, { text: 'done' }],
      helper: [{ calls: [start({ subagent_type: 'other' })] }, { text: 'refused' }],
      other: [send('Ada', 'inner'), { text: 'refused' }],
    });
    expect((await go('deny')).result.outcome).toBe('success');
    expect(asked.map(({ agentName, answerNow }) => [agentName, answerNow])).toEqual([['other', true]]);
  });

  it('ends those in the background, and the resumed run tells the model once which have no report', async () => {
    const { go, model, sent, decided } = office({
      lead: [
        { calls: [start({ subagent_type: 'other', run_in_background: true })] },
        { calls: [start({ subagent_type: 'helper' })] },
        { calls: [start({ subagent_type: 'helper' })] },
        { text: 'done' },
      ],
      helper: [send('Ada', 'one'), { text: 'Ada has it.' }, send('Bob', 'two'), { text: 'Bob has it.' }],
      other: [{ hold: () => new Promise(() => {}) }],
    });
    const { run } = await go('defer');
    const told = (request: number) =>
      textOfRequest(model.of('lead')[request]).match(/agent_[0-9a-f]{12} \(other\) worked in the background/g)?.length;
    decided.push('allow', 'defer');
    expect((await go('allow', run.sessionId)).result.outcome).toBe('deferred');
    expect((await go('allow', run.sessionId)).result.text).toBe('done');
    expect([sent, told(1), told(2), told(3)]).toEqual([['Ada', 'Bob'], undefined, 1, 1]);
  });

  it('does not go on in a fork: its session belongs to the run that was forked', async () => {
    const { go, sent, model } = office({
      lead: [{ calls: [start({ subagent_type: 'helper' })] }, { text: 'done' }, { text: 'done' }],
      helper: [send('Ada', 'inner'), { text: 'Ada has it.' }],
    });
    const { run, workspace } = await go('defer');
    const fork = await runAgent({
      ...team({}, { others: [agent('helper')], workspace }),
      model,
      run: { resume: run.sessionId, fork: true },
    });
    expect([fork.result.outcome, sent]).toEqual(['success', []]);
    expect(resultsOf(model.of('lead'))[0]?.text).toContain('The process ended while Agent was running.');
    expect((await go('allow', run.sessionId)).result.outcome).toBe('success');
    expect(sent).toEqual(['Ada']);
  });
});
