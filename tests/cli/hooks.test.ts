import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadout } from '../lib/loadout.js';
import { scripted } from './scripted.js';

const turns = [{ text: 'Ok.' }];
const config = {
  hooks: {
    PreToolUse: [
      {
        matcher: 'Bash',
        hooks: [
          { type: 'defaults', input: { timeout: 30000 } },
          { type: 'command', command: 'echo careful >&2; exit 1', name: 'warns' },
          { type: 'command', command: 'echo no >&2; exit 2', if: 'Bash(rm *)', name: 'no rm' },
        ],
      },
    ],
    UserPromptSubmit: [{ hooks: [{ type: 'command', command: `sed 's/.*"prompt":"\\([^"]*\\)".*/asked: \\1/'` }] }],
  },
};

describe('loadout hooks test', () => {
  it('shows the answer and the time of each hook, and their combined effect', async () => {
    const cwd = scripted({ turns, config });
    const args = ['hooks', 'test', 'PreToolUse', '--tool', 'Bash', '--input', '{"command": "rm -r x"}'];
    const { code, stdout, stderr } = await loadout(args, { cwd });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout.replace(/\d+ ms|\d\.\d s/g, 'TIME')).toBe(
      [
        'changed  defaults timeout  TIME',
        '    answer: {"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":{"timeout":30000,"command":"rm -r x"}}}',
        'failed  warns  TIME',
        '    problem: it ended with exit code 1: careful',
        '    exit code: 1',
        '    stderr: careful',
        'deny  no rm  TIME',
        '    answer: {"decision":"block","reason":"no"}',
        '    exit code: 2',
        '    stderr: no',
        '',
        'Combined:',
        '    deny by no rm: no',
        '    input: {"timeout":30000,"command":"rm -r x"}',
        '',
      ].join('\n'),
    );
  });

  it('runs nothing but hooks, and only those that the call is about', async () => {
    const cwd = scripted({ turns, config });
    const args = ['hooks', 'test', 'PreToolUse', '--tool', 'Bash', '--input', '{"command": "touch made"}', '--json'];
    const shown = JSON.parse((await loadout(args, { cwd })).stdout);
    expect(shown.hooks.map((hook: { name: string }) => hook.name)).toEqual(['defaults timeout', 'warns']);
    expect(shown.combined).toMatchObject({ updatedInput: { value: { timeout: 30000 } } });
    expect(existsSync(join(cwd, 'made'))).toBe(false);
  });

  it('takes the other fields of an event as they are given, and says when no hook would run', async () => {
    const cwd = scripted({ turns, config });
    const asked = await loadout(['hooks', 'test', 'UserPromptSubmit', '--field', 'prompt=Go on.'], { cwd });
    expect(asked.stdout).toContain('for the model: asked: Go on.');
    expect((await loadout(['hooks', 'test', 'Stop'], { cwd })).stdout).toBe('No Stop hook would run.\n');
  });

  it.each([
    [['PreTolUse'], 'USAGE_EVENT'],
    [['PreToolUse'], 'Write: loadout hooks test PreToolUse --tool Bash'],
    [['PreToolUse', '--tool', 'Nope'], 'TOOL_UNKNOWN'],
    [['PreToolUse', '--tool', 'Bash', '--input', '[]'], 'USAGE_EVENT_FIELD'],
    [['Stop', '--field', 'x'], 'USAGE_EVENT_FIELD'],
  ])('%j is refused: %s', async (args, error) => {
    const { code, stderr } = await loadout(['hooks', 'test', ...args], { cwd: scripted({ turns, config }) });
    expect([code === 0, stderr.includes(error)]).toEqual([false, true]);
  });
});
