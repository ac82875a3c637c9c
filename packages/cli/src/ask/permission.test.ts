import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { plain } from '@loadout/command';
import type { PermissionQuestion, PermissionUpdate } from '@loadout/core/run';
import { afterAll, describe, expect, it } from 'vitest';
import { typed } from '../testing/typed-io.js';
import { permissionFrom } from './permission.js';
import { Person } from './person.js';

const cwd = mkdtempSync(join(tmpdir(), 'loadout-ask-'));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));
writeFileSync(join(cwd, 'a.txt'), 'one\r\ntwo\r\nthree\r\n');

const rules: PermissionUpdate = {
  type: 'addRules',
  rules: [{ toolName: 'Bash', ruleContent: 'npm test:*' }],
  behavior: 'allow',
  destination: 'localSettings',
};

const question = (parts: Partial<PermissionQuestion>): PermissionQuestion => ({
  toolName: 'Bash',
  toolUseId: 't0',
  agentId: 'main',
  input: { command: 'npm test' },
  written: { command: 'npm test' },
  readOnly: false,
  reason: 'Bash needs approval.',
  cause: 'mode',
  suggestions: [rules],
  signal: new AbortController().signal,
  ...parts,
});

async function asked(parts: Partial<PermissionQuestion>, ...lines: readonly string[]) {
  const { io, told } = typed(...lines.map((line) => `${line}\n`));
  const answer = await permissionFrom({ person: new Person(io), paint: plain, cwd: () => cwd })(question(parts));
  return { answer, told: told() };
}

describe('a permission question on a terminal (PERM-01, PERM-04)', () => {
  it('shows the call, why it asks, and what can be answered', async () => {
    const { answer, told } = await asked({}, 'y');
    expect(answer).toEqual({ behavior: 'allow' });
    expect(told).toBe(
      [
        'Bash wants to run:',
        '  │ npm test',
        'Why it asks: Bash needs approval.',
        '  y  yes, this once',
        '  a  yes, and always allow in this session: Bash(npm test:*)',
        '  n  no (also an empty line); the model reads any text after n',
        '> ',
      ].join('\n'),
    );
  });

  it('offers only "once" where no rule names the call, and says that a rule is for a whole tool (N10)', async () => {
    const { told } = await asked({ suggestions: [] }, 'a', 'y');
    expect(told).not.toContain('always allow');
    expect(told).toContain('Type one of: y, n.');
    const whole: PermissionUpdate = { ...rules, rules: [{ toolName: 'mcp__a__b' }] };
    expect((await asked({ suggestions: [whole] }, 'y')).told).toContain(
      'always allow in this session: mcp__a__b (every call of it)',
    );
  });

  it('grants for this session what is suggested, and writes it into no settings', async () => {
    const { answer } = await asked({}, 'a');
    expect(answer).toEqual({ behavior: 'allow', updatedPermissions: [{ ...rules, destination: 'session' }] });
    const mode: PermissionUpdate = { type: 'setMode', mode: 'acceptEdits', destination: 'session' };
    const command = await asked({ suggestions: [mode, rules] }, 'E', 'n');
    expect(command.told).toContain('Type one of: y, a, n.');
  });

  it('keeps a rule for the project, and the session has it too; if it cannot be kept, it says why and the session has it', async () => {
    const { io, told } = typed('p\n', 'p\n');
    const kept: PermissionUpdate[] = [];
    const keep = async (update: PermissionUpdate) => {
      if (kept.push(update) > 1) throw new Error('The disk is full.');
      return 'Kept\x1b[2J by me.';
    };
    const person = new Person(io);
    const ask = permissionFrom({ person, paint: plain, cwd: () => cwd, project: { file: '/p/agent.config.local.yaml', keep } });
    const session = { ...rules, destination: 'session' };
    for (const _ of [1, 2]) expect(await ask(question({}))).toEqual({ behavior: 'allow', updatedPermissions: [session] });
    expect(kept).toEqual([session, session]);
    expect(told()).toContain('  p  yes, and always allow in this project: Bash(npm test:*) (written to agent.config.local.yaml)');
    expect(told()).toContain('The disk is full. It is allowed in this session.');
    expect(told()).not.toContain('\x1b[2J');
  });

  it('offers no rule for a project where there is none to keep', async () => {
    expect((await asked({}, 'p', 'n')).told).toContain('Type one of: y, a, n.');
    const { io, told } = typed('n\n');
    const project = { file: '/p/agent.config.local.yaml', keep: async () => '' };
    await permissionFrom({ person: new Person(io), paint: plain, cwd: () => cwd, project })(question({ suggestions: [] }));
    expect(told()).not.toContain('project');
  });

  it('allows the file changes of a folder, and no command that changes files (GAP-G7)', async () => {
    const mode: PermissionUpdate = { type: 'setMode', mode: 'acceptEdits', destination: 'session' };
    const input = { file_path: 'a.txt', old_string: 'two', new_string: 'zwei' };
    const { answer, told } = await asked({ toolName: 'Edit', input, suggestions: [mode] }, 'E');
    const rule = { toolName: 'Edit', ruleContent: '/**' };
    expect(answer).toEqual({
      behavior: 'allow',
      updatedPermissions: [{ type: 'addRules', rules: [rule], behavior: 'allow', destination: 'session' }],
    });
    expect(told).toContain('allow file changes in this folder for this session, but no commands such as rm');
  });

  it.each([
    ['n', 'does not want Bash to run like this.'],
    ['', 'does not want Bash to run like this.'],
    ['no, use npm ci', 'They say: use npm ci'],
  ])('is denied with %j, and the model is told', async (line, message) => {
    expect((await asked({}, line)).answer).toEqual({ behavior: 'deny', message: expect.stringContaining(message) });
  });

  it('is asked again for what is no answer, and denied at the end of the input', async () => {
    const { answer, told } = await asked({ suggestions: [] }, 'yep', 'a');
    expect(told).toContain('> Type one of: y, n.\n> Type one of: y, n.\n> ');
    expect(answer).toEqual({ behavior: 'deny', message: 'Nobody answered whether Bash may run.' });
  });

  it('is denied without a word when nobody waits for the answer', async () => {
    const { answer, told } = await asked({ signal: AbortSignal.abort() }, 'y');
    expect([answer.behavior, told]).toEqual(['deny', '']);
  });

  it('shows a change of a file as one, with every character of it seen', async () => {
    const input = { file_path: 'a.txt', old_string: 'two', new_string: 'zw\u202ei\ndrei' };
    const { told } = await asked({ toolName: 'Edit', input, agentId: 'x1' }, 'y');
    expect(told.split('\n').slice(0, 9)).toEqual([
      'A subagent asks (x1).',
      'Edit wants to change a.txt:',
      '  │   one',
      '  │ - two',
      '  │ + zw\\u{202e}i',
      '  │ + drei',
      '  │   three',
      expect.stringMatching(/^ {2}Careful: .*would not show/),
      'Why it asks: Bash needs approval.',
    ]);
  });

  it('says what of a change cannot be shown', async () => {
    const write = await asked({ toolName: 'Write', input: { file_path: 'new.txt', content: 'x\n'.repeat(500) } }, 'n');
    expect(write.told).toMatch(/\[380 lines not shown\]\n[\s\S]*\(the file is new\)\n/);
    const edit = await asked({ toolName: 'Edit', input: { file_path: 'a.txt', old_string: 'gone', new_string: 'x' } }, 'n');
    expect(edit.told).toContain('(the file does not contain the text to replace)');
    const folder = await asked({ toolName: 'Write', input: { file_path: '.', content: 'x' } }, 'n');
    expect(folder.told).toContain('(the current content of the file cannot be shown)');
  });
});
