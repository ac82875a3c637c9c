import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describePlugin } from '@loadout/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hookKit } from './hook.test-kit.js';
import plugin from './index.js';

let dir = '';
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'loadout-hooks-'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const { make, ask, problems } = hookKit(() => dir);

describePlugin(plugin, {
  describe,
  it,
  packageJson: JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')),
});

describe('a command hook', () => {
  it('gets the event as JSON on standard input, and nothing of it in its command line (HOOK-16)', async () => {
    const hook = await make({ type: 'command', command: `cat > ${join(dir, 'seen.json')}` });
    expect(await ask(hook, 'PreToolUse', { tool_input: { command: '$(touch pwned)' } })).toBeUndefined();
    expect(JSON.parse(readFileSync(join(dir, 'seen.json'), 'utf8'))).toMatchObject({
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command: '$(touch pwned)' },
    });
  });

  it('with args starts the program without a shell', async () => {
    const hook = await make({ type: 'command', command: 'printf', args: ['%s', '{"reason":"$HOME;x","decision":"block"}'] });
    expect(await ask(hook, 'PreToolUse')).toEqual({ decision: 'block', reason: '$HOME;x' });
  });

  it('blocks with exit code 2 and its standard error, whatever it printed to standard output', async () => {
    const hook = await make({ type: 'command', command: `echo '{"decision":"approve"}'; echo nope >&2; exit 2` });
    expect(await ask(hook, 'PreToolUse')).toEqual({ decision: 'block', reason: 'nope' });
  });

  it('with exit code 2 after a tool tells the model, and at the end of a session only the person (HOOK-17)', async () => {
    const entry = { type: 'command', command: 'echo careful >&2; exit 2' };
    expect(await ask(await make(entry, 'PostToolUse'), 'PostToolUse')).toMatchObject({
      hookSpecificOutput: { additionalContext: 'careful' },
    });
    expect(await ask(await make(entry, 'SessionEnd'), 'SessionEnd')).toBeUndefined();
    expect(problems).toEqual(['careful']);
  });

  it('with any other code reports a problem and blocks nothing, unless onFailure is block (HOOK-23)', async () => {
    const entry = { type: 'command', command: 'echo oops >&2; exit 7' };
    expect(await ask(await make(entry), 'PreToolUse')).toBeUndefined();
    expect(problems).toEqual(['it ended with exit code 7: oops']);
    await expect(ask(await make({ ...entry, onFailure: 'block' }), 'PreToolUse')).rejects.toThrow('exit code 7: oops');
  });

  it('whose program is missing or not executable has not been started: it fails, so that a guard blocks (LAW-04)', async () => {
    writeFileSync(join(dir, 'plain.sh'), 'exit 0\n', { mode: 0o644 });
    for (const command of ['./missing.sh', './plain.sh'])
      await expect(ask(await make({ type: 'command', command }), 'PreToolUse')).rejects.toThrow('it could not be started: ');
  });

  it('adds its plain text to a prompt', async () => {
    const hook = await make({ type: 'command', command: 'echo branch main' }, 'UserPromptSubmit');
    expect(await ask(hook, 'UserPromptSubmit', { prompt: 'x' })).toMatchObject({
      hookSpecificOutput: { additionalContext: 'branch main' },
    });
  });

  it('that prints broken JSON, or cannot be started, fails', async () => {
    await expect(ask(await make({ type: 'command', command: `echo '{"a":'` }), 'PreToolUse')).rejects.toThrow('is not JSON');
    await expect(ask(await make({ type: 'command', command: '/nonexistent/program', args: [] }), 'PreToolUse')).rejects.toThrow(
      'could not be started',
    );
  });

  it('sees no variable of this process that is not passed on, and its own facts', async () => {
    process.env.LOADOUT_TEST_KEY = 'secret';
    const hook = await make({ type: 'command', command: `env > ${join(dir, 'env')}` });
    await ask(hook, 'PreToolUse');
    delete process.env.LOADOUT_TEST_KEY;
    const seen = readFileSync(join(dir, 'env'), 'utf8');
    expect(seen).not.toContain('LOADOUT_TEST_KEY');
    expect(seen).toMatch(/^HOOK_TOOL_NAME=Bash$/m);
    expect(seen).toMatch(/^HOOK_EVENT=PreToolUse$/m);
  });

  it('is gone with its children when it is stopped', async () => {
    const controller = new AbortController();
    const hook = await make({
      type: 'command',
      command: `sleep 60 & echo $! > ${join(dir, 'pid')}; echo started > ${join(dir, 'started')}; wait`,
    });
    const answer = ask(hook, 'PreToolUse', {}, { signal: controller.signal });
    await expect.poll(() => existsText(join(dir, 'started'))).toBe('started\n');
    controller.abort();
    await expect(answer).rejects.toThrow('it was stopped');
    const pid = Number(readFileSync(join(dir, 'pid'), 'utf8'));
    await expect.poll(() => isRunning(pid)).toBe(false);
  });
});

function existsText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

describe('a module hook', () => {
  it('is a function of a JavaScript or TypeScript file', async () => {
    writeFileSync(join(dir, 'a.mjs'), `export const no = (input) => ({ decision: 'block', reason: input.tool_name });`);
    writeFileSync(
      join(dir, 'b.ts'),
      `export default (input: { tool_name: string }): object => ({ systemMessage: input.tool_name });`,
    );
    expect(await ask(await make({ type: 'module', use: './a.mjs#no' }), 'PreToolUse')).toEqual({
      decision: 'block',
      reason: 'Bash',
    });
    expect(await ask(await make({ type: 'module', use: './b.ts' }), 'PreToolUse')).toEqual({ systemMessage: 'Bash' });
  });

  it('that is missing, or has no such function, is an error that names it', async () => {
    writeFileSync(join(dir, 'c.mjs'), 'export const yes = () => {};');
    await expect(make({ type: 'module', use: './nowhere.mjs' })).rejects.toMatchObject({ code: 'HOOK_MODULE_NOT_FOUND' });
    await expect(make({ type: 'module', use: './c.mjs#no' })).rejects.toMatchObject({
      code: 'HOOK_MODULE_INVALID',
      message: expect.stringContaining('yes'),
    });
  });
});

describe('an entry', () => {
  it('with an unknown or missing field is an error that names the field', async () => {
    await expect(make({ type: 'audit', fle: 'x' })).rejects.toMatchObject({
      code: 'HOOK_ENTRY_INVALID',
      message: expect.stringMatching(/fle.*file/s),
    });
  });

  it('may set name, phase, onFailure and timeout of every type', async () => {
    expect(
      await make({ type: 'context', text: 'x', name: 'n', phase: 'guard', onFailure: 'continue', timeout: 3 }),
    ).toMatchObject({ name: 'n', phase: 'guard', onFailure: 'continue', timeoutSeconds: 3 });
  });
});

describe('the ready-made hooks (HOOK-24)', () => {
  it('block denies a phrase word by word', async () => {
    const hook = await make({ type: 'block', phrases: ['rm -rf', 'DROP TABLE'] });
    const denied = async (command: string) =>
      (await ask(hook, 'PreToolUse', { tool_input: { command } }))?.hookSpecificOutput?.permissionDecision === 'deny';
    for (const command of [
      'rm -rf /',
      'ls; rm   -fr x',
      '/bin/rm -rf x',
      `r"m" -rf x`,
      'psql -c "drop table users"',
      '$(rm -rf x)',
      'rm \\\n -rf x',
    ])
      expect([command, await denied(command)]).toEqual([command, true]);
    for (const command of ['rm x', 'storm -rf', 'echo drop the table', 'ls'])
      expect([command, await denied(command)]).toEqual([command, false]);
  });

  it('block without phrases denies all that its matcher selects', async () => {
    expect(await ask(await make({ type: 'block', reason: 'closed' }), 'PreToolUse')).toMatchObject({
      hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: 'closed' },
    });
  });

  it('audit appends one JSON line per event', async () => {
    const hook = await make({ type: 'audit', file: 'logs/audit.jsonl' }, 'PostToolUse');
    await ask(hook, 'PostToolUse', { tool_input: { a: 1 }, duration_ms: 5 });
    await ask(hook, 'PostToolUse', { tool_input: { a: 2 } });
    const lines = readFileSync(join(dir, 'logs/audit.jsonl'), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toMatchObject([
      { event: 'PostToolUse', agent: 'main', session: 's1', tool_name: 'Bash', tool_input: { a: 1 }, duration_ms: 5 },
      { tool_input: { a: 2 } },
    ]);
  });

  it('defaults fills in what is missing and allows nothing by that', async () => {
    const hook = await make({ type: 'defaults', input: { timeout: 30_000 } });
    expect(await ask(hook, 'PreToolUse', { tool_input: { command: 'ls' } })).toEqual({
      hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput: { command: 'ls', timeout: 30_000 } },
    });
    expect(await ask(hook, 'PreToolUse', { tool_input: { command: 'ls', timeout: 1 } })).toBeUndefined();
  });

  it('context speaks to the model', async () => {
    expect(await ask(await make({ type: 'context', text: 'Run the tests.' }, 'PostToolUse'), 'PostToolUse')).toEqual({
      hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext: 'Run the tests.' },
    });
  });

  it('rateLimit denies the call above the limit, per tool', async () => {
    const hook = await make({ type: 'rateLimit', max: 2 });
    const denied = async (tool_name: string) => (await ask(hook, 'PreToolUse', { tool_name })) !== undefined;
    expect([await denied('Bash'), await denied('Bash'), await denied('Read'), await denied('Bash')]).toEqual([
      false,
      false,
      false,
      true,
    ]);
  });
});
