import type { ModelRequest } from '@loadout/core/model';
import { describe, expect, it } from 'vitest';
import { cast, PLUGINS, reader, resultsOf, runAgent, type Step } from './agents.test-kit.js';
import { type Skills, use, withSkills } from './skills.test-kit.js';
import { Tape } from './tape.test-kit.js';

const look = reader('Look', () => 'seen');
const peek = reader('Peek', () => 'peeked');

/** The answers by their number in the history, as a model without memory gives them. */
const byHistory = (steps: readonly Step[]) => (request: ModelRequest) => {
  const turn = request.messages.filter(({ role }) => role === 'assistant').length;
  const step = steps[turn] ?? { text: 'done' };
  return { ...step, calls: (step.calls ?? []).map((call, at) => ({ ...call, id: `call_${turn}_${at}` })) };
};

/** A run that uses a skill and then looks, in any number of processes. */
function lookingUnder(skills: Skills, steps: readonly Step[]) {
  const options = { ...withSkills(skills), plugins: PLUGINS, customTools: [look, peek] };
  return (tape: Tape, resume?: string, prompt?: string) => {
    const model = cast({ lead: byHistory(steps) });
    const run = resume === undefined ? {} : { run: { resume }, ...(prompt === undefined ? {} : { prompt }) };
    return { model, ran: runAgent({ ...options, model, sessionStore: () => tape.store(), ...run }) };
  };
}

const careful = { text: 'Take care.', disallowedTools: ['Look'] };
const STEPS = [{ calls: [use('careful')] }, { calls: [{ name: 'Look' }] }, { calls: [{ name: 'Peek' }] }, { text: 'done' }];

/** The results of calls of Look on a tape: whether each failed. */
const looks = (tape: Tape, id: string) =>
  tape.of(id).flatMap((record) => (record.t === 'ended' && record.id === 'call_1_0' ? [record.block.is_error === true] : []));

describe('the skill of an interrupted run', () => {
  it('denies what it denied, after whichever record the process was killed', async () => {
    const run = lookingUnder({ careful }, STEPS);
    const whole = new Tape();
    await run(whole).ran;
    const [id = ''] = whole.idsUnder('');
    expect(looks(whole, id)).toEqual([true]);
    let used = 0;
    for (let count = 2; count < whole.entries.length; count += 1) {
      const tape = whole.upTo(count);
      await run(tape, id).ran;
      // A call of Skill that was cut off before the skill began is reported as interrupted.
      const isUsed = tape.of(id).some(({ t }) => t === 'skill');
      expect([count, looks(tape, id)]).toEqual([count, [isUsed]]);
      used += Number(isUsed);
    }
    expect(used).toBeGreaterThan(8);
  });

  it('holds its list of tools again', async () => {
    const run = lookingUnder({ careful: { text: 'Take care.', toolRestrictions: ['Peek'] } }, STEPS);
    const whole = new Tape();
    await run(whole).ran;
    const [id = ''] = whole.idsUnder('');
    const after = whole.entries.findIndex(({ record }) => record.t === 'results') + 1;
    const tape = whole.upTo(after);
    await run(tape, id).ran;
    expect(looks(tape, id)).toEqual([true]);
  });

  it('has ended when the next prompt comes', async () => {
    const run = lookingUnder({ careful }, [{ calls: [use('careful')] }, { calls: [{ name: 'Look' }] }, { text: 'done' }]);
    const whole = new Tape();
    await run(whole).ran;
    const [id = ''] = whole.idsUnder('');
    const after = whole.entries.findIndex(({ record }) => record.t === 'results') + 1;
    const tape = whole.upTo(after);
    const { model, ran } = run(tape, id, 'Something else.');
    await ran;
    expect(resultsOf(model.of('lead')).map(({ text }) => text)).toContain('seen');
  });
});
