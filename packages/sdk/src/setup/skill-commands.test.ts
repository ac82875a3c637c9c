import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ask, collect, type Place, place } from '../query/query.test-kit.js';
import type { HookInput, HookJSONOutput } from '../types/hooks.js';

const TEXT = '---\nname: state\ndescription: Shows the state.\n---\nThe state: !`touch $ARGUMENTS`\n';

async function withSkill(replies: Parameters<typeof place>[0] = [{ text: 'Done.' }]): Promise<Place> {
  const at = await place(replies);
  mkdirSync(join(at.cwd, '.claude/skills/state'), { recursive: true });
  writeFileSync(join(at.cwd, '.claude/skills/state/SKILL.md'), TEXT);
  return at;
}

const options = (answer: HookJSONOutput, heard: unknown[] = []) => ({
  settingSources: ['project' as const],
  allowedTools: ['Bash(touch *)', 'Skill'],
  hooks: {
    PreSkillShellCommand: [
      {
        hooks: [
          async (input: HookInput<'PreSkillShellCommand'>) => {
            const { tool_name, tool_input, command_name, invoked_by } = input;
            heard.push({ tool_name, tool_input, command_name, invoked_by });
            return answer;
          },
        ],
      },
    ],
  },
});

const decided = (permissionDecision: 'allow' | 'deny' | 'ask' | 'defer', more: object = {}): HookJSONOutput => ({
  hookSpecificOutput: { hookEventName: 'PreSkillShellCommand', permissionDecision, permissionDecisionReason: 'No.', ...more },
});

describe('a command in the text of a skill (GAP-D8)', () => {
  it('is shown to hooks with its arguments, its skill and the one who loads it, and runs if none is against it', async () => {
    const heard: unknown[] = [];
    const at = await withSkill();
    await collect(ask(at, '/state made', options({}, heard)));
    expect(heard).toEqual([
      { tool_name: 'Bash', tool_input: { command: 'touch made' }, command_name: 'state', invoked_by: 'user' },
    ]);
    expect(existsSync(join(at.cwd, 'made'))).toBe(true);
  });

  it('names the model if the model loads the skill', async () => {
    const heard: { readonly invoked_by?: string }[] = [];
    const at = await withSkill([
      { tools: [{ name: 'Skill', input: { skill: 'state', args: 'made' }, id: 'toolu_s' }] },
      { text: 'Done.' },
    ]);
    await collect(ask(at, 'Go', options({}, heard)));
    expect(heard.map(({ invoked_by }) => invoked_by)).toEqual(['claude']);
  });

  it.each<[string, HookJSONOutput]>([
    ['deny', decided('deny')],
    ['ask', decided('ask')],
    ['defer', decided('defer')],
    ['a changed input', decided('allow', { updatedInput: { command: 'true' } })],
    ['a block', { decision: 'block', reason: 'No.' }],
    ['an end of the run', { continue: false, stopReason: 'No.' }],
  ])('does not run after %s', async (_, answer) => {
    const at = await withSkill();
    await collect(ask(at, '/state made', options(answer))).catch(() => []);
    expect(existsSync(join(at.cwd, 'made'))).toBe(false);
    expect(at.api.requests).toEqual([]);
  });

  it('is not allowed by a hook that says allow: rules decide as before', async () => {
    const at = await withSkill();
    await collect(ask(at, '/state made', { ...options(decided('allow')), disallowedTools: ['Bash(touch *)'] })).catch(() => []);
    expect(existsSync(join(at.cwd, 'made'))).toBe(false);
  });
});
