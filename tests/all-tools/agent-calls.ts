import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { CHILD } from './child.js';
import type { Call, World } from './conversation.js';

const shows = (text: string | RegExp) => (result: string) => expect(result).toMatch(text);

/** Agents, skills and teams: tool-agents. AgentOutput is TaskOutput for a background agent. */
export const agentCalls: readonly Call[] = [
  ...['Agent', 'Task'].map(
    (name): Call => ({
      name,
      input: { description: 'Write a file', prompt: `${CHILD}write by-${name}.` },
      effect(result, { dir }) {
        expect(result).toContain(`Written: by-${name}.`);
        expect(readFileSync(join(dir, `by-${name}.txt`), 'utf8')).toBe('by a child\n');
      },
    }),
  ),
  {
    name: 'Agent',
    input: { description: 'Write later', prompt: `${CHILD}write by-background.`, run_in_background: true },
    effect(result, { seen }) {
      seen.set('agent', /agent_[0-9a-f]{12}/.exec(result)?.[0] ?? '');
      expect(seen.get('agent')).not.toBe('');
    },
  },
  { name: 'AgentOutput', input: ({ seen }) => ({ task_id: seen.get('agent') }), effect: shows('Written: by-background.') },
  { name: 'Skill', input: { skill: 'greet', args: 'the crew' }, effect: shows('Say hello to the crew.') },
  ...['SaveSkill', 'save_skill'].map(
    (name, index): Call => ({
      name,
      input: { name: `learned-${index}`, description: 'Use it again.', instructions: 'Do it again.' },
      effect: (_, { dir }) =>
        expect(readFileSync(join(dir, `.claude/skills/learned-${index}/SKILL.md`), 'utf8')).toContain('Do it again.'),
    }),
  ),
  { name: 'TeamCreate', input: { name: 'crew' }, effect: shows('Team created: crew') },
  {
    name: 'Agent',
    input: { description: 'Join the crew', prompt: `${CHILD}wait for word.`, name: 'mate', team_name: 'crew' },
    effect: (_, { run }) => expect(run.inspect().subagents).toHaveLength(1),
  },
  {
    name: 'SendMessage',
    input: { to: 'mate', message: 'Cast off.' },
    effect: (_, world) => world.childHears('Cast off.'),
  },
  { name: 'TeamDelete', input: { id: 'crew' }, effect: (_, { run }) => expect(run.inspect().subagents).toEqual([]) },
];

/** tool-schedule. */
export const scheduleCalls: readonly Call[] = [
  {
    name: 'CronCreate',
    input: { cron: '0 9 * * 1', prompt: 'How is the tide?', durable: true },
    effect(result, world) {
      world.seen.set('job', /Scheduled job (\w+)/.exec(result)?.[1] ?? '');
      expect(jobFiles(world)).toEqual([`${world.seen.get('job')}.json`]);
    },
  },
  { name: 'CronList', input: {}, effect: shows('How is the tide?') },
  {
    name: 'CronDelete',
    input: ({ seen }) => ({ id: seen.get('job') }),
    effect: (_, world) => expect(jobFiles(world)).toEqual([]),
  },
  {
    name: 'RemoteTrigger',
    input: { action: 'create', name: 'tide', schedule: '0 9 * * 1', prompt: 'How is the tide?' },
    effect: (_, { side }) => expect(side.triggers).toEqual([{ name: 'tide', schedule: '0 9 * * 1', prompt: 'How is the tide?' }]),
  },
];

function jobFiles({ state }: World): readonly string[] {
  const folder = join(state, 'plugins/schedule');
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((name) => /jobs\/(\w+\.json)$/.exec(name)?.[1] ?? []);
}
