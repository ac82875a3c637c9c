import { type AnyTool, defineTool } from '@loadout/core';
import type { ModelRequest } from '@loadout/core/model';
import { validateMessages } from '@loadout/testing';
import { describe, expect, it } from 'vitest';
import { agent, cast, runAgent, type Step, start, team, tempFolder } from './agents.test-kit.js';
import { Tape } from './tape.test-kit.js';

/** The answers of an agent by the number of its answers in the history, as a model without memory gives them. */
const byHistory = (steps: readonly Step[]) => (request: ModelRequest) => {
  const turn = request.messages.filter(({ role }) => role === 'assistant').length;
  const step = steps[turn] ?? { text: 'done' };
  const who = request.system[0]?.text?.slice(5, 9);
  // A provider gives each call its own id.
  return { ...step, calls: (step.calls ?? []).map((call, at) => ({ ...call, id: call.id ?? `call_${who}_${turn}_${at}` })) };
};

interface Effect {
  readonly key: string;
  /** The number of records when the effect happened. */
  readonly at: number;
}

/** A lead that starts a helper, which starts a deeper agent. Each of them has effects. */
function family(tape: Tape, workspace = tempFolder()) {
  const effects: Effect[] = [];
  const effect = (name: string, idempotentHint: boolean): AnyTool =>
    defineTool({
      name,
      description: 'Has an effect.',
      inputSchema: { type: 'object' } as const,
      annotations: { readOnlyHint: false, idempotentHint },
      call: (_, { agentId, toolUseId }) => {
        effects.push({ key: `${name} ${agentId} ${toolUseId}`, at: tape.entries.length });
        return 'did it';
      },
    });
  const model = cast({
    lead: byHistory([
      { calls: [{ name: 'Once' }] },
      { calls: [start({ subagent_type: 'helper' }), start({ subagent_type: 'helper', prompt: 'Do the other.' })] },
      { text: 'All done.' },
    ]),
    helper: byHistory([
      { calls: [{ name: 'Once' }] },
      { calls: [start({ subagent_type: 'deeper' })] },
      { calls: [{ name: 'Again' }] },
      { text: 'The helper is done.' },
    ]),
    deeper: byHistory([{ calls: [{ name: 'Once' }] }, { text: 'The deepest is done.' }]),
  });
  const limits = { subagentDepth: 2 };
  const others = [agent('helper', { tools: ['*', 'Agent'] }), agent('deeper')];
  const options = { ...team({ limits }, { others, workspace }), customTools: [effect('Once', false), effect('Again', true)] };
  const run = (resume?: string) =>
    runAgent({ ...options, model, sessionStore: () => tape.store(), ...(resume === undefined ? {} : { run: { resume } }) });
  return { effects, model, run, workspace };
}

/** Calls of two agents may have the same id. */
const nameOf = ({ session, call }: { readonly session: string; readonly call: string }) => `${session} ${call}`;

/** The calls that were reported as interrupted although their agent was on record. */
function lostAgents(killed: Tape, resumed: Tape): readonly string[] {
  const begun = killed.entries.flatMap(({ record }) =>
    record.t === 'asked' && record.by !== undefined ? [nameOf(record.by)] : [],
  );
  return resumed.entries.flatMap(({ path, record }) => {
    if (record.t !== 'ended' || record.outcome !== 'interrupted') return [];
    const name = nameOf({ session: path.split('/').at(-1) ?? '', call: record.id });
    return begun.includes(name) ? [name] : [];
  });
}

const lastText = (requests: readonly ModelRequest[]) => JSON.stringify(requests.at(-1)?.messages ?? []);

describe('a session that is resumed after its process was killed', () => {
  it('continues its agents and theirs, whichever record was the last: no finished step is repeated, and none is lost', async () => {
    const whole = new Tape();
    const first = family(whole);
    const { result, run } = await first.run();
    expect(result.outcome).toBe('success');
    const paths = new Set(whole.entries.map(({ path }) => path));
    expect(paths.size).toBe(5);
    for (let count = 2; count < whole.entries.length; count += 1) {
      const tape = whole.upTo(count);
      const second = family(tape, first.workspace);
      const { result: again } = await second.run(run.sessionId);
      const context = `killed after ${count} records, the last ${JSON.stringify(whole.entries[count - 1])?.slice(0, 200)}`;
      expect([again.outcome, again.text], context).toEqual(['success', 'All done.']);
      // An effect right after the last record may have happened, and counts.
      const before = first.effects.filter(({ key, at }) => at <= count && key.startsWith('Once')).map(({ key }) => key);
      const after = second.effects.map(({ key }) => key);
      expect(
        after.filter((key) => before.includes(key)),
        context,
      ).toEqual([]);
      expect(new Set(after).size, context).toBe(after.length);
      const isReported = tape.entries.some(({ record }) => record.t === 'ended' && record.outcome === 'interrupted');
      const once = new Set([...before, ...after].filter((key) => key.startsWith('Once')));
      if (!isReported) expect(once.size, context).toBe(5);
      expect(lostAgents(whole.upTo(count), tape), context).toEqual([]);
      for (const { messages } of second.model.requests) expect(validateMessages(messages), context).toEqual([]);
    }
  });

  it('reports an interrupted effect inside the agent, and the agent goes on', async () => {
    const whole = new Tape();
    const first = family(whole);
    const { run } = await first.run();
    const at = whole.entries.findIndex(
      ({ path, record }) => path.includes('/') && record.t === 'started' && record.name === 'Once',
    );
    const second = family(whole.upTo(at + 1), first.workspace);
    const { result } = await second.run(run.sessionId);
    expect(result.outcome).toBe('success');
    expect(JSON.stringify(second.model.of('helper')[0]?.messages)).toContain('The process ended while Once was running');
    expect(lastText(second.model.of('lead'))).not.toContain('The process ended');
    expect(lastText(second.model.of('lead'))).toContain('The helper is done.');
  });
});
