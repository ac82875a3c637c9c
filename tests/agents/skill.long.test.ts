import { join } from 'node:path';
import type { ModelRequest } from '@loadout/core/model';
import { describe, expect, it } from 'vitest';
import { agent, cast, reader, resultsOf, rule, runAgent, textOfRequest, until } from './agents.test-kit.js';
import { use, withSkills } from './skills.test-kit.js';

const look = reader('Look', () => 'seen');
const peek = reader('Peek', () => 'peeked');
const cautious = { mode: 'default' as const, rules: [], additionalDirectories: [] };
const version = { name: 'Bash', input: { command: 'node -p process.version', description: 'x' } };

describe('a skill (TOOL-SKILL-01)', () => {
  it('is listed with its description, and its text is loaded at its use, with the arguments filled in (TOOL-SKILL-02, SKILL-04, SKILL-05, SKILL-06, BUG-35)', async () => {
    const scripted = cast({ lead: [{ calls: [use('deploy', 'staging "the api"'), use('d', 'x')] }, { text: 'done' }] });
    const deploy = {
      text: 'Deploy $1 to $place. Costs \\$5.',
      arguments: ['place'],
      aliases: ['d'],
      files: { 'list.md': 'a' },
      whenToUse: 'Before a release.',
    };
    const options = withSkills({ deploy, hidden: { text: 'x', modelInvocable: false } });
    await runAgent({ ...options, model: scripted });
    const system = JSON.stringify(scripted.requests[0]?.system);
    expect(system).toContain('- deploy: For deploy. Before a release.');
    expect([system.includes('hidden'), system.includes('Deploy')]).toEqual([false, false]);
    const [first, second] = resultsOf(scripted.of('lead'));
    const dir = join(options.workspace, 'skills/deploy');
    expect(first).toMatchObject({
      isError: false,
      text: `Deploy the api to staging. Costs $5.\n\nFiles of this skill, in ${dir}:\nlist.md`,
    });
    expect(second?.text).toContain('Deploy  to x.');
  });

  it('that is missing, not for models, or unreadable says so (TOOL-SKILL-02)', async () => {
    const scripted = cast({ lead: [{ calls: [use('reviw'), use('mine'), use('gone')] }, { text: 'done' }] });
    const options = withSkills({
      review: { text: 'x' },
      mine: { text: 'x', modelInvocable: false },
      gone: { text: 'x', file: '/no/SKILL.md' },
    });
    await runAgent({ ...options, model: scripted });
    const texts = resultsOf(scripted.of('lead'));
    expect(texts.every(({ isError }) => isError)).toBe(true);
    expect(texts.map(({ text }) => text)).toEqual([
      expect.stringContaining('Did you mean "review"? Use one of: review, gone.'),
      expect.stringContaining('only a person may start it'),
      expect.stringContaining('/no/SKILL.md'),
    ]);
  });

  it('that is used again with the same text is only referred to; with another text it is loaded (SKILL-08)', async () => {
    const scripted = cast({ lead: [{ calls: [use('a', '1'), use('a', '1'), use('a', '2')] }, { text: 'done' }] });
    await runAgent({ ...withSkills({ a: { text: 'Take $0.' } }), model: scripted });
    expect(resultsOf(scripted.of('lead')).map(({ text }) => text)).toEqual([
      'Take 1.',
      expect.stringContaining('loaded already'),
      'Take 2.',
    ]);
  });

  it('is started by a person as /name, and other prompts stay as they are (SKILL-09)', async () => {
    const options = withSkills({ fix: { text: 'Fix issue $ARGUMENTS.' }, own: { text: 'x', userInvocable: false } });
    for (const [prompt, said] of [
      ['/fix 12 now', 'Fix issue 12 now.'],
      ['/own 1', '/own 1'],
      ['/tmp/x is full', '/tmp/x is full'],
    ] as const) {
      const scripted = cast({ lead: [{ text: 'ok' }] });
      await runAgent({ ...options, model: scripted, prompt });
      expect(scripted.requests[0]?.messages[0]?.content[0]).toEqual({ type: 'text', text: said });
    }
  });

  it('that an agent has from the start stands in its first message, and its rules hold once it is used (AGENT-02, SKILL-07)', async () => {
    const scripted = cast({
      lead: [{ calls: [{ name: 'Look' }, use('a')] }, { calls: [{ name: 'Look' }, { name: 'Peek' }] }, { text: 'done' }],
    });
    const options = withSkills({ a: { text: 'The way of a.', toolRestrictions: ['peek'] } }, { changes: { skills: ['a'] } });
    await runAgent({ ...options, model: scripted, customTools: [look, peek] });
    expect(textOfRequest(scripted.requests[0])).toContain('The skill a:\\n\\nThe way of a.');
    expect(resultsOf(scripted.of('lead')).map(({ isError, text }) => (isError ? 'refused' : text.slice(0, 16)))).toEqual([
      'seen',
      'The skill a is l',
      'refused',
      'peeked',
    ]);
  });

  it('in a fork runs in an agent of its own, whose last message is the answer (SKILL-07)', async () => {
    const scripted = cast({
      lead: [{ calls: [use('study', 'bees')] }, { calls: [{ name: 'Look' }] }, { text: 'done' }],
      helper: [{ calls: [{ name: 'Look' }, { name: 'Peek' }] }, { text: 'they dance' }],
    });
    const options = withSkills(
      { study: { text: 'Study $0.', context: 'fork', agent: 'helper', toolRestrictions: ['Peek'] } },
      {},
      { others: [agent('helper')] },
    );
    await runAgent({ ...options, model: scripted, customTools: [look, peek] });
    expect(scripted.of('helper')[0]?.messages[0]?.content[0]).toEqual({ type: 'text', text: 'Study bees.' });
    expect(resultsOf(scripted.of('helper')).map(({ isError }) => isError)).toEqual([true, false]);
    const [report, seen] = resultsOf(scripted.of('lead'));
    expect([report?.text.split('\n')[0], seen?.isError]).toEqual(['they dance', false]);
  });
});

describe('what a skill restricts (POOL-09, SKILL-03, SKILL-10, BUG-14)', () => {
  it.each([
    ['ends', [{ text: 'done' }], 'success'],
    ['fails', [{ fail: 'MODEL_TEST' }], 'error_model'],
    ['is interrupted', [{ text: 'x', hold: () => new Promise<void>(() => {}) }], 'interrupted'],
  ] as const)('stands on the stack, and is gone when the run %s', async (_, last, outcome) => {
    const options = withSkills({ narrow: { text: 'Only look.', toolRestrictions: ['Look'] } });
    const scripted = cast({ lead: [{ calls: [use('narrow')] }, { calls: [{ name: 'Look' }, { name: 'Peek' }] }, ...last] });
    const { result, run } = await runAgent({
      ...options,
      model: scripted,
      customTools: [look, peek],
      during: (started) =>
        outcome === 'interrupted' && void until(() => scripted.requests.length === 3).then(() => started.interrupt()),
    });
    expect(result.outcome).toBe(outcome);
    expect(resultsOf(scripted.requests).slice(1)).toEqual([
      expect.objectContaining({ isError: false }),
      expect.objectContaining({ isError: true, text: expect.stringContaining('outside the active restriction') }),
    ]);
    const again = cast({ lead: [{ calls: [{ name: 'Peek' }] }, { text: 'done' }] });
    await runAgent({ ...options, model: again, customTools: [look, peek], prompt: 'Go on.', run: { resume: run.sessionId } });
    expect(resultsOf(again.requests).at(-1)).toMatchObject({ isError: false, text: 'peeked' });
  });

  it('gives each of two skills its own tools, in either order, and always leaves Skill (G3, POOL-10)', async () => {
    const skills = {
      review: { text: 'Review.', toolRestrictions: ['look'] },
      ship: { text: 'Ship.', toolRestrictions: ['peek'] },
    };
    const both = { calls: [{ name: 'Look' }, { name: 'Peek' }] };
    const scripted = cast({
      lead: [
        { calls: [use('review')] },
        both,
        { calls: [use('ship')] },
        both,
        { calls: [use('review')] },
        both,
        { text: 'done' },
      ],
    });
    await runAgent({ ...withSkills(skills), model: scripted, customTools: [look, peek] });
    expect(resultsOf(scripted.of('lead')).map(({ isError, text }) => (isError ? 'refused' : text.slice(0, 16)))).toEqual([
      'Review.',
      'seen',
      'refused',
      'Ship.',
      'refused',
      'peeked',
      'The skill review',
      'seen',
      'refused',
    ]);
  });

  it('stays in force for a skill without a list, which "*" lifts, and never gives back what the agent lacks (G3, LAW-06)', async () => {
    const skills = {
      review: { text: 'Review.', toolRestrictions: ['Look'] },
      style: { text: 'Style.' },
      all: { text: 'All.', toolRestrictions: ['*', 'Grab'] },
    };
    const every = { calls: [{ name: 'Look' }, { name: 'Peek' }, { name: 'Grab' }] };
    const scripted = cast({
      lead: [{ calls: [use('review'), use('style')] }, every, { calls: [use('all')] }, every, { text: 'done' }],
    });
    const grab = reader('Grab', () => 'grabbed');
    const options = withSkills(skills, { changes: { disallowedTools: ['Grab'] } });
    await runAgent({ ...options, model: scripted, customTools: [look, peek, grab] });
    expect(resultsOf(scripted.of('lead')).map(({ isError }) => isError)).toEqual([
      ...[false, false],
      ...[false, true, true],
      false,
      ...[false, false, true],
    ]);
  });

  it('cannot be left for another skill where the skill denies Skill (G3)', async () => {
    const skills = {
      review: { text: 'Review.', toolRestrictions: ['Look'], disallowedTools: ['Skill'] },
      ship: { text: 'Ship.', toolRestrictions: ['Peek'] },
    };
    const scripted = cast({ lead: [{ calls: [use('review')] }, { calls: [use('ship'), { name: 'Peek' }] }, { text: 'done' }] });
    await runAgent({ ...withSkills(skills), model: scripted, customTools: [look, peek] });
    expect(resultsOf(scripted.of('lead')).map(({ isError }) => isError)).toEqual([false, true, true]);
  });

  it('stays below the lists of the skills that a forked skill uses (G3, SKILL-03)', async () => {
    const skills = {
      study: { text: 'Study.', context: 'fork' as const, agent: 'helper', toolRestrictions: ['Look'] },
      ship: { text: 'Ship.', toolRestrictions: ['Peek', 'Look'] },
    };
    const scripted = cast({
      lead: [{ calls: [use('study')] }, { text: 'done' }],
      helper: [{ calls: [use('ship')] }, { calls: [{ name: 'Look' }, { name: 'Peek' }] }, { text: 'read' }],
    });
    const options = withSkills(skills, {}, { others: [agent('helper')] });
    await runAgent({ ...options, model: scripted, customTools: [look, peek] });
    expect(resultsOf(scripted.of('helper')).map(({ isError }) => isError)).toEqual([false, false, true]);
  });

  it('nests at most four agents deep, however deep agents may start agents (SKILL-03, TOOL-SKILL-02)', async () => {
    const fork = (agent: string) => ({ text: 'Dig.', context: 'fork' as const, agent, toolRestrictions: ['Look'] });
    const next = (skill: string) => (request: ModelRequest) =>
      textOfRequest(request).includes('tool_result') ? { text: 'dug' } : { calls: [use(skill)] };
    const scripted = cast({
      lead: [{ calls: [use('odd')] }, { text: 'done' }],
      first: next('even'),
      second: next('odd'),
    });
    const wishes = { limits: { subagentDepth: 9 }, tools: ['*', 'Agent'] };
    const options = withSkills({ odd: fork('first'), even: fork('second') }, wishes, {
      others: [agent('first', wishes), agent('second', wishes)],
    });
    await runAgent({ ...options, model: scripted, customTools: [look] });
    expect(scripted.of('second').filter((request) => textOfRequest(request).includes('nested 4 deep'))).toHaveLength(1);
    expect([scripted.of('first').length, scripted.of('second').length]).toEqual([4, 4]);
  });

  it('leaves nothing but Skill where its list could not be read (SKILL-10)', async () => {
    const scripted = cast({ lead: [{ calls: [use('odd')] }, { calls: [{ name: 'Look' }, use('odd')] }, { text: 'done' }] });
    await runAgent({ ...withSkills({ odd: { text: 'x', toolRestrictions: [] } }), model: scripted, customTools: [look] });
    expect(resultsOf(scripted.of('lead')).map(({ isError }) => isError)).toEqual([false, true, false]);
  });
});

describe('what a skill allows (CON-41, SKILL-07)', () => {
  it('needs no asking for the rest of the run, not before and not in the next', async () => {
    const options = withSkills({ go: { text: 'Go.', allowedTools: ['Bash(node:*)'] } }, {}, { permissions: cautious });
    const scripted = cast({ lead: [{ calls: [version] }, { calls: [use('go')] }, { calls: [version] }, { text: 'done' }] });
    const { run } = await runAgent({ ...options, model: scripted });
    expect(resultsOf(scripted.requests).map(({ isError }) => isError)).toEqual([true, false, false]);
    const again = cast({ lead: [{ calls: [version] }, { text: 'done' }] });
    await runAgent({ ...options, model: again, prompt: 'Go on.', run: { resume: run.sessionId } });
    expect(resultsOf(again.requests).at(-1)?.isError).toBe(true);
  });

  it.each(['ask', 'deny'] as const)('lifts no %s rule', async (behavior) => {
    const permissions = { ...cautious, rules: [rule(behavior, 'Bash(node:*)')] };
    const options = withSkills({ go: { text: 'Go.', allowedTools: ['Bash'] } }, {}, { permissions });
    const scripted = cast({ lead: [{ calls: [use('go')] }, { calls: [version] }, { text: 'done' }] });
    await runAgent({ ...options, model: scripted });
    expect(resultsOf(scripted.requests).map(({ isError }) => isError)).toEqual([false, true]);
  });

  it('applies to the commands in its text, which are calls of Bash; a denied command keeps the text away (SKILL-05)', async () => {
    const skills = {
      told: { text: 'It says: !`echo hello`', allowedTools: ['Bash(echo:*)'] },
      wild: { text: 'It says: !`touch made.txt`', allowedTools: ['Bash(echo:*)'] },
    };
    const scripted = cast({ lead: [{ calls: [use('told'), use('wild')] }, { text: 'done' }] });
    await runAgent({ ...withSkills(skills, {}, { permissions: cautious }), model: scripted });
    expect(resultsOf(scripted.requests)).toEqual([
      expect.objectContaining({ isError: false, text: 'It says: hello' }),
      expect.objectContaining({ isError: true, text: expect.stringContaining('its command "touch made.txt" did not run') }),
    ]);
  });

  it('is its model and effort too, from the next turn on', async () => {
    const models = { m: { provider: 'test', id: 'm' }, fast: { provider: 'test', id: 'fast-1' } };
    const scripted = cast({ lead: [{ calls: [use('quick')] }, { text: 'done' }] });
    await runAgent({ ...withSkills({ quick: { text: 'Q.', model: 'fast', effort: 'low' } }, {}, { models }), model: scripted });
    expect(scripted.requests.map(({ model, effort }) => [model, effort])).toEqual([
      ['m', undefined],
      ['fast-1', 'low'],
    ]);
  });
});

it('the texts of skills are sent again after a summary replaces the conversation, and texts that did not fit can be loaded again (SKILL-08, COMPACT-04)', async () => {
  const skills = { short: { text: 'Always say please.' }, long: { text: `Begin. ${'x'.repeat(30_000)}` } };
  const models = { m: { provider: 'test', id: 'm', contextWindow: 100_000 } };
  const full = { input_tokens: 70_000, output_tokens: 10 };
  const isSummary = (text: string) => text.includes('Write a summary');
  let turn = 0;
  const scripted = cast({
    lead: (request) => {
      if (isSummary(textOfRequest(request))) return { text: 'The sum.' };
      turn += 1;
      if (turn === 1) return { calls: [use('short'), use('long')] };
      if (turn < 6) return { calls: [{ name: 'Look' }], usage: turn === 5 ? full : { input_tokens: 10, output_tokens: 5 } };
      return turn === 6 ? { calls: [use('long')] } : { text: 'done' };
    },
  });
  const large = reader('Look', () => `seen ${'y '.repeat(14_000)}`);
  const { result, events } = await runAgent({ ...withSkills(skills, {}, { models }), model: scripted, customTools: [large] });
  expect(result.outcome).toBe('success');
  expect(events.filter((event) => event.type === 'compact' && event.how === 'summarised')).toHaveLength(1);
  const after = textOfRequest(scripted.requests.at(-1));
  expect(after).toContain('The skill short, which is in use:\\n\\nAlways say please.');
  expect(after).toContain('The skill long, which is in use:\\n\\nBegin.');
  expect(resultsOf(scripted.requests).at(-1)?.text.length).toBeGreaterThan(30_000);
});
