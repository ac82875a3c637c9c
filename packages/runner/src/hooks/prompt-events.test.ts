import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HookSet } from '@loadout/core';
import type { SkillPlan } from '@loadout/core/run';
import { describe, expect, it } from 'vitest';
import { model, planFor, runAgent, tempFolder } from '../run/scripted.test-kit.js';

describe('UserPromptExpansion (HOOK-03)', () => {
  function place() {
    const workspace = tempFolder();
    const file = join(workspace, 'greet.md');
    writeFileSync(file, 'Greet $ARGUMENTS kindly.');
    const lists = { aliases: [], allowedTools: [], disallowedTools: [], hooks: [] };
    const greet: SkillPlan = {
      name: 'greet',
      description: '',
      ...lists,
      modelInvocable: true,
      userInvocable: true,
      file,
      dir: workspace,
    };
    const plan = planFor(workspace, { skills: { greet } });
    const scripted = model([{ text: 'Hello.' }]);
    return { scripted, options: { plan, workspace, permissions: {}, model: scripted } };
  }
  /** Records the inputs of the hooks of both events, in order. */
  function listeners(answer: () => object = () => ({})) {
    const heard: unknown[] = [];
    const hooks: HookSet = {
      UserPromptExpansion: ({ expansion_type, command_name, command_args, prompt }) => {
        heard.push([expansion_type, command_name, command_args, prompt]);
        return answer();
      },
      UserPromptSubmit: ({ prompt }) => void heard.push(prompt),
    };
    return { heard, hooks };
  }

  it('fires for a skill that a prompt names, before the skill is read, and may add to the prompt', async () => {
    const { scripted, options } = place();
    const { heard, hooks } = listeners(() => ({ hookSpecificOutput: { additionalContext: 'She is Ada.' } }));
    await runAgent({ ...options, hooks, prompt: '/greet the guest' });
    expect(heard[0]).toEqual(['slash_command', 'greet', 'the guest', '/greet the guest']);
    expect(heard[1]).toContain('Greet the guest kindly.');
    expect(JSON.stringify(scripted.requests[0]?.messages)).toContain('She is Ada.');
  });

  it.each([
    ['blocks it', () => ({ decision: 'block', reason: 'Not to guests.' }), 'blocked'],
    ['fails', () => Promise.reject(new Error('Not to guests.')), 'blocked'],
    ['ends the run', () => ({ continue: false, stopReason: 'Not to guests.' }), 'stopped'],
  ])('keeps the prompt from the model when a hook %s', async (_, answer, outcome) => {
    const { scripted, options } = place();
    const { heard, hooks } = listeners(answer);
    const { result } = await runAgent({ ...options, hooks, prompt: '/greet the guest' });
    expect(result).toMatchObject({ outcome, error: { message: expect.stringContaining('Not to guests.') } });
    expect([heard.length, scripted.requests]).toEqual([1, []]);
  });

  it('does not fire for a prompt that names no skill', async () => {
    const { options } = place();
    const { heard, hooks } = listeners();
    await runAgent({ ...options, hooks, prompt: '/etc/passwd is a file.' });
    expect(heard).toEqual(['/etc/passwd is a file.']);
  });
});

it('InstructionsLoaded fires for each file whose text the model gets, at the start of a session (HOOK-03)', async () => {
  const workspace = tempFolder();
  const files = [
    { path: '/home/a/.claude/CLAUDE.md', type: 'User' },
    { path: join(workspace, 'CLAUDE.md'), type: 'Project' },
  ] as const;
  const heard: unknown[] = [];
  const hooks: HookSet = {
    InstructionsLoaded: ({ file_path, memory_type, load_reason }) => void heard.push([file_path, memory_type, load_reason]),
    SessionStart: () => void heard.push('SessionStart'),
  };
  const plan = planFor(workspace, { instructionFiles: files });
  await runAgent({ plan, workspace, permissions: {}, model: model([{ text: 'Hello.' }]), hooks });
  expect(heard).toEqual([...files.map(({ path, type }) => [path, type, 'session_start']), 'SessionStart']);
});
