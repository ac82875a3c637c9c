import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HookPlan } from '@loadout/core/run';
import hooksPlugin from '@loadout/hooks';
import { describe, expect, it } from 'vitest';
import { agent, cast, PLUGINS, reader, resultsOf, runAgent, start, textOfRequest } from './agents.test-kit.js';
import { use, withSkills } from './skills.test-kit.js';

const plugins = { ...PLUGINS, hooks: hooksPlugin };
const look = reader('Look', () => 'seen');
const peek = reader('Peek', () => 'peeked');
const blocked = (matcher: string, more: object = {}): HookPlan => ({
  event: 'PreToolUse',
  matcher,
  entry: { type: 'block', reason: `No ${matcher}.`, ...more },
});
const outcomes = (requests: Parameters<typeof resultsOf>[0]) =>
  resultsOf(requests).map(({ isError, text }) => (isError ? /No \w+\./.exec(text)?.[0] : text));

describe('the hooks of a skill (SKILL-01)', () => {
  it('run from the next message on for as long as the skill is in use, and not before', async () => {
    const calls = [{ name: 'Look' }, { name: 'Peek' }];
    const scripted = cast({ lead: [{ calls: [...calls, use('careful')] }, { calls }, { text: 'done' }] });
    const skills = withSkills({ careful: { text: 'Take care.', hooks: [blocked('Look')] } });
    await runAgent({ ...skills, plugins, model: scripted, customTools: [look, peek] });
    expect(outcomes(scripted.of('lead'))).toEqual(['seen', 'peeked', 'Take care.', 'No Look.', 'peeked']);
  });

  it('are added once, however often the skill is loaded, and beside the hooks of another skill', async () => {
    const scripted = cast({
      lead: [
        { calls: [use('a'), use('a', 'again'), use('b')] },
        { calls: [{ name: 'Look' }, { name: 'Peek' }] },
        { text: 'done' },
      ],
    });
    const skills = withSkills({
      a: { text: 'A.', hooks: [blocked('Look')] },
      b: { text: 'B.', hooks: [blocked('Peek')] },
    });
    const { events } = await runAgent({ ...skills, plugins, model: scripted, customTools: [look, peek] });
    expect(outcomes(scripted.of('lead')).slice(3)).toEqual(['No Look.', 'No Peek.']);
    expect(events.filter((event) => event.type === 'hook' && event.outcome === 'deny')).toHaveLength(2);
  });

  it('apply to the agent that a fork starts, and to no other agent', async () => {
    const scripted = cast({
      lead: [{ calls: [use('study')] }, { calls: [{ name: 'Look' }] }, { text: 'done' }],
      helper: [{ calls: [{ name: 'Look' }] }, { text: 'studied' }],
    });
    const study = { text: 'Study.', context: 'fork' as const, agent: 'helper', hooks: [blocked('Look')] };
    const skills = withSkills({ study }, {}, { others: [agent('helper')] });
    await runAgent({ ...skills, plugins, model: scripted, customTools: [look] });
    expect(outcomes(scripted.of('helper'))).toEqual(['No Look.']);
    expect(outcomes(scripted.of('lead')).at(-1)).toBe('seen');
  });

  it('that are invalid prevent the use of the skill: no part of it applies', async () => {
    const scripted = cast({ lead: [{ calls: [use('odd')] }, { calls: [{ name: 'Look' }] }, { text: 'done' }] });
    const odd = { text: 'Odd.', toolRestrictions: ['Peek'], hooks: [blocked('Look', { type: 'nowhere' })] };
    await runAgent({ ...withSkills({ odd }), plugins, model: scripted, customTools: [look, peek] });
    expect(resultsOf(scripted.of('lead')).map(({ isError }) => isError)).toEqual([true, false]);
  });
});

describe('a skill that is for some files only (SKILL-01, SKILL-04)', () => {
  const offered = 'Skills for the files that you work on';
  const read = (file_path: string) => ({ name: 'Read', input: { file_path } });
  const folder = (paths: readonly string[]) => {
    const options = withSkills({ styles: { text: 'Two blanks.', paths }, other: { text: 'x', paths: ['*.never'] } });
    mkdirSync(join(options.workspace, 'src'));
    for (const name of ['src/a.css', 'src/a.ts']) writeFileSync(join(options.workspace, name), 'x');
    return options;
  };

  it('is announced when a call first works on such a file, and only once', async () => {
    const scripted = cast({
      lead: [
        { calls: [read('src/a.ts')] },
        { calls: [read('src/a.css')] },
        { calls: [{ name: 'Bash', input: { command: 'cat src/a.css', description: 'x' } }] },
        { text: 'done' },
      ],
    });
    await runAgent({ ...folder(['src/**/*.css']), model: scripted });
    const [first, second, third, last] = scripted.of('lead').map((request) => JSON.stringify(request));
    expect([first, second].some((request) => request?.includes('styles'))).toBe(false);
    expect(third).toContain(`${offered}, which the tool Skill can load:\\n- styles: For styles.`);
    expect(last?.split(offered)).toHaveLength(2);
    expect(last).not.toContain('For other.');
  });

  it('is also announced for a file that a command touches, and can be used by name before', async () => {
    const scripted = cast({
      lead: [
        { calls: [use('styles'), { name: 'Bash', input: { command: 'cat src/a.css', description: 'x' } }] },
        { text: 'done' },
      ],
    });
    await runAgent({ ...folder(['*.css']), model: scripted });
    expect(resultsOf(scripted.of('lead'))[0]).toMatchObject({ isError: false, text: 'Two blanks.' });
    expect(textOfRequest(scripted.of('lead').at(-1))).toContain(offered);
  });
});

it('a skill that is saved with Write is asked about in every mode', async () => {
  const input = { file_path: '.claude/skills/greet/SKILL.md', content: '---\ndescription: Greets.\n---\nSay hello.\n' };
  const save = async (ask?: Parameters<typeof runAgent>[0]['ask']) => {
    const scripted = cast({ lead: [{ calls: [{ name: 'Write', input }] }, { text: 'done' }] });
    const { workspace } = await runAgent({ ...withSkills({}), model: scripted, ...(ask === undefined ? {} : { ask }) });
    return { workspace, results: resultsOf(scripted.of('lead')) };
  };
  expect((await save()).results).toMatchObject([{ isError: true, text: expect.stringContaining('needs approval') }]);
  const { workspace } = await save(() => ({ behavior: 'allow' }));
  expect(readFileSync(join(workspace, input.file_path), 'utf8')).toBe(input.content);
});

describe('a skill with a context of its own that a person starts (SKILL-07, SKILL-09)', () => {
  const study = { text: 'Study $0.', context: 'fork' as const, agent: 'helper', toolRestrictions: ['Peek'] };
  const forked = (helper: Parameters<typeof cast>[0][string]) =>
    cast({ lead: [{ calls: [{ name: 'Look' }] }, { text: 'They dance, it says.' }], helper });

  it("runs in a subagent; the conversation has the typed text and the answer, but neither the skill's text nor its rules", async () => {
    const scripted = forked([{ calls: [{ name: 'Look' }, { name: 'Peek' }] }, { text: 'They dance.' }]);
    const { result, events } = await runAgent({
      ...withSkills({ study }, {}, { others: [agent('helper')] }),
      model: scripted,
      customTools: [look, peek],
      prompt: '/study bees',
    });
    expect(textOfRequest(scripted.of('helper')[0])).toContain('Study bees.');
    expect(resultsOf(scripted.of('helper')).map(({ isError }) => isError)).toEqual([true, false]);
    const [asked] = scripted.of('lead');
    expect(asked?.messages[0]?.content[0]).toEqual({ type: 'text', text: '/study bees' });
    expect(textOfRequest(asked)).toMatch(/The skill study ran in an agent of its own \(agent_\w+\).*They dance\./);
    expect(textOfRequest(asked)).not.toContain('Study bees.');
    expect(resultsOf(scripted.of('lead'))[0]).toMatchObject({ isError: false });
    expect(result).toMatchObject({ outcome: 'success', text: 'They dance, it says.' });
    expect(events.some((event) => event.type === 'subagent' && event.event.type === 'result')).toBe(true);
  });

  it('that does not come to its end says so to the model', async () => {
    const scripted = forked([{ fail: 'MODEL_TEST_ENDED' }]);
    const options = withSkills({ study }, {}, { others: [agent('helper')] });
    const { result } = await runAgent({ ...options, model: scripted, customTools: [look], prompt: '/study bees' });
    expect(textOfRequest(scripted.of('lead')[0])).toContain('It did not finish (error_model)');
    expect(result.outcome).toBe('success');
  });

  it('lets no agent make another agent run a skill: its words are plain text', async () => {
    const scripted = cast({
      lead: [{ calls: [start({ subagent_type: 'helper', prompt: '/study bees' })] }, { text: 'done' }],
      helper: [{ text: 'ok' }],
    });
    await runAgent({ ...withSkills({ study }, {}, { others: [agent('helper')] }), model: scripted });
    expect(scripted.of('helper')).toHaveLength(1);
    expect(textOfRequest(scripted.of('helper')[0])).toContain('/study bees');
  });
});
