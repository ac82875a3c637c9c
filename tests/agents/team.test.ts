import { describe, expect, it } from 'vitest';
import { agent, cast, reader, resultsOf, runAgent, start, team, textOfRequest } from './agents.test-kit.js';

const create = { name: 'TeamCreate', input: { name: 'crew', members: ['ann', 'bob'], task_description: 'Ship it' } };
const join = (name: string) => start({ subagent_type: name, name, team_name: 'crew' });
const say = (to: string, message: string) => ({ name: 'SendMessage', input: { to, message } });
const disband = { name: 'TeamDelete', input: { id: 'crew' } };
const others = [agent('ann'), agent('bob')];

describe('a team (TEAM-01, TOOL-TEAM-01)', () => {
  it('of two members who write to each other, and whose leader hears both, comes to its end (TEAM-02, TOOL-MSG-02, BUG-09)', async () => {
    const idle: string[] = [];
    const scripted = cast({
      lead: (request) => {
        const text = textOfRequest(request);
        if (request.messages.length === 1) return { calls: [create, join('ann'), join('bob')] };
        if (text.includes('Team disbanded')) return { text: 'all done' };
        return text.includes('ann has the answer 42') ? { calls: [disband] } : { text: 'I wait.' };
      },
      ann: (request) => {
        const text = textOfRequest(request);
        if (text.includes('It is 42')) return { text: 'ann has the answer 42' };
        return request.messages.length === 1 ? { calls: [say('bob', 'What is it?')] } : { text: 'ann waits' };
      },
      bob: (request) => {
        const text = textOfRequest(request);
        if (text.includes('What is it?') && !text.includes('Message sent')) return { calls: [say('ann', 'It is 42')] };
        return { text: text.includes('Message sent') ? 'bob has told' : 'bob waits' };
      },
    });
    const { result, run } = await runAgent({
      ...team({}, { others }),
      model: scripted,
      hooks: { TeammateIdle: ({ teammate_name, team_name }) => void idle.push(`${teammate_name} of ${team_name}`) },
    });
    expect(result).toMatchObject({ outcome: 'success', text: 'all done' });
    expect(new Set(idle)).toEqual(new Set(['ann of crew', 'bob of crew']));
    expect(textOfRequest(scripted.of('bob').at(-1))).toContain('Message from ann, of the team crew:');
    expect(run.inspect()).toMatchObject({ subagents: [], services: [] });
  });

  it('gets a broadcast, the leader too, but not its sender and no other team (TOOL-MSG-02)', async () => {
    const scripted = cast({
      lead: (request, turn) => {
        const text = textOfRequest(request);
        if (turn === 0)
          return {
            calls: [
              create,
              { name: 'TeamCreate', input: { name: 'others' } },
              join('ann'),
              join('bob'),
              start({ subagent_type: 'eve', name: 'eve', team_name: 'others' }),
            ],
          };
        if (turn > 0 && text.includes('hello all') && text.includes('bob heard it'))
          return text.includes('disbanded') ? { text: 'done' } : { calls: [disband] };
        return { text: 'I wait.' };
      },
      ann: (request) =>
        request.messages.length === 1 ? { calls: [{ name: 'Ready' }, say('*', 'hello all')] } : { text: 'ann is done' },
      bob: (request) => ({ text: textOfRequest(request).includes('hello all') ? 'bob heard it' : 'bob waits' }),
      eve: () => ({ text: 'eve waits' }),
    });
    let joined = () => {};
    const both = new Promise<void>((resolve) => {
      joined = resolve;
    });
    const ready = reader('Ready', async () => {
      await both;
      return '';
    });
    const { result } = await runAgent({
      ...team({}, { others: [...others, agent('eve')] }),
      model: scripted,
      customTools: [ready],
      hooks: { TeammateIdle: ({ teammate_name }) => (teammate_name === 'bob' ? joined() : undefined) },
    });
    expect(result.outcome).toBe('success');
    expect(resultsOf(scripted.of('ann'))[1]?.text).toBe('Message sent to leader, bob.');
    expect(textOfRequest(scripted.of('lead').at(-1))).toContain('Message from ann, of the team crew:');
    for (const request of scripted.of('eve')) expect(textOfRequest(request)).not.toContain('hello all');
    expect(textOfRequest(scripted.of('ann').at(-1))).not.toContain('Message from ann');
  });

  it('sends a member back to work when a TeammateIdle hook says so (TEAM-02)', async () => {
    const scripted = cast({
      lead: (request, turn) => {
        if (turn === 0) return { calls: [create, join('ann')] };
        return { text: textOfRequest(request).includes('tested too') ? 'done' : 'I wait.' };
      },
      ann: (request) => ({ text: textOfRequest(request).includes('test it') ? 'tested too' : 'finished' }),
    });
    const back = {
      name: 'back',
      once: true,
      run: () => ({ decision: 'block' as const, reason: 'test it' }),
    };
    const { result } = await runAgent({ ...team({}, { others }), model: scripted, hooks: { TeammateIdle: back } });
    expect(result.text).toBe('done');
    expect(textOfRequest(scripted.of('lead').at(-1))).not.toContain('It said:\\n\\nfinished');
  });

  it('reports errors: no team, no member, a taken name, a member that does not run, a team that is gone (TOOL-MSG-01, TOOL-TEAM-01)', async () => {
    const scripted = cast({
      lead: (_, turn) =>
        [
          { calls: [say('ann', 'hi'), join('ann'), create] },
          { calls: [create, say('zoe', 'hi'), say('ann', 'hi'), start({ team_name: 'crew' }), join('leader')] },
          { calls: [start({ subagent_type: 'nobody', name: 'ann', team_name: 'crew' }), disband] },
          { calls: [disband, join('ann'), { name: 'TeamDelete', input: { id: 'nope' } }] },
          { text: 'done' },
        ][turn] ?? { text: 'done' },
    });
    const { result } = await runAgent({ ...team({}, { others }), model: scripted });
    expect(result.outcome).toBe('success');
    const texts = resultsOf(scripted.of('lead')).map(({ text }) => text);
    expect(texts).toEqual([
      expect.stringContaining('You are not a member of a team'),
      expect.stringContaining('There is no team "crew".'),
      'Team created: crew. Members: leader, ann, bob.',
      expect.stringContaining('The team "crew" already exists.'),
      expect.stringContaining('Send to one of: ann, bob'),
      expect.stringContaining('"ann" is no longer running'),
      expect.stringContaining('needs a name'),
      expect.stringContaining('already has a member "leader"'),
      expect.stringContaining('There is no agent "nobody" to start.'),
      'Team disbanded: crew.',
      expect.stringContaining('is already disbanded'),
      expect.stringContaining('is already disbanded'),
      expect.stringContaining('There is no team "nope".'),
    ]);
  });

  it('that is not disbanded ends with the run of its leader (TEAM-02, STATE-03)', async () => {
    const scripted = cast({
      lead: [{ calls: [create, join('ann')] }, { text: 'a' }, { text: 'b' }],
      ann: () => ({ text: 'ann waits' }),
    });
    const { result, run, events } = await runAgent({ ...team({}, { others }), model: scripted });
    expect(result.outcome).toBe('success');
    expect(run.inspect().subagents).toEqual([]);
    expect(events.some((event) => event.type === 'subagent' && event.event.type === 'result')).toBe(true);
  });
});
