import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HookEvent } from '@loadout/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hookKit } from './hook.test-kit.js';

let dir = '';
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'loadout-command-hook-'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));
const { make, ask, problems, printed } = hookKit(() => dir);

describe('exit code 2 (HOOK-17)', () => {
  const MEANS: Record<'block' | 'model' | 'person' | 'ignored', readonly HookEvent[]> = {
    block: [
      ...(['PreToolUse', 'UserPromptSubmit', 'Stop', 'SubagentStop', 'PreCompact', 'PostToolBatch'] as const),
      ...(['TeammateIdle', 'TaskCreated', 'TaskCompleted', 'WorktreeCreate', 'Elicitation', 'ElicitationResult'] as const),
      ...(['ConfigChange', 'UserPromptExpansion', 'PreModelSwitch'] as const),
    ],
    model: ['PostToolUse', 'PostToolUseFailure'],
    person: [
      ...(['PostCompact', 'CwdChanged', 'DirectoryAdded', 'FileChanged', 'SessionStart', 'SessionEnd'] as const),
      ...(['SubagentStart', 'WorktreeRemove', 'PostModelSwitch'] as const),
    ],
    ignored: ['PermissionRequest', 'PermissionDenied', 'Notification', 'StopFailure', 'InstructionsLoaded'],
  };

  it.each(Object.entries(MEANS).flatMap(([means, events]) => events.map((event) => [event, means] as const)))(
    'on %s: %s',
    async (event, means) => {
      const output = await ask(await make({ type: 'command', command: 'echo why >&2; exit 2' }, event), event);
      expect(output).toEqual(
        means === 'block'
          ? { decision: 'block', reason: 'why' }
          : means === 'model'
            ? { hookSpecificOutput: { hookEventName: event, additionalContext: 'why' } }
            : undefined,
      );
      expect(problems).toEqual(means === 'person' ? ['why'] : []);
    },
  );
});

it('a command that prints more than is kept has failed, since its decision may be what was cut off (GAP-B7)', async () => {
  const command = `head -c 2000000 /dev/zero | tr '\\0' x; printf '{"permissionDecision":"deny"}'`;
  await expect(ask(await make({ type: 'command', command }), 'PreToolUse')).rejects.toThrow('it printed more than 1048576 bytes');
});

it('a working tree that a command should have made, and did not, is not made by others: any code but 0 blocks (HOOK-17)', async () => {
  const answer = async (command: string) => ask(await make({ type: 'command', command }, 'WorktreeCreate'), 'WorktreeCreate');
  expect(await answer('echo no space >&2; exit 7')).toEqual({ decision: 'block', reason: 'no space' });
  expect(await answer('exit 7')).toEqual({ decision: 'block', reason: 'it ended with exit code 7' });
  expect(await answer('echo /trees/a')).toEqual({
    hookSpecificOutput: { hookEventName: 'WorktreeCreate', worktreePath: '/trees/a' },
  });
});

describe('a command hook', () => {
  it('is read by the shell that it names (HOOK-15)', async () => {
    const command = `[[ x == x ]] && printf '{"reason":"%s"}' "\${BASH_VERSION:+bash}"`;
    expect(await ask(await make({ type: 'command', command, shell: 'bash' }), 'PreToolUse')).toEqual({ reason: 'bash' });
    await expect(make({ type: 'command', command, shell: 'fish' })).rejects.toMatchObject({ code: 'HOOK_ENTRY_INVALID' });
  });

  it('with async is not waited for; with asyncRewake exit code 2 blocks every event (HOOK-15)', async () => {
    expect(await make({ type: 'command', command: 'x', async: true })).toMatchObject({ background: true });
    const rewake = await make({ type: 'command', command: 'echo broke >&2; exit 2', asyncRewake: true }, 'PostToolUse');
    expect(rewake).toMatchObject({ background: 'rewake' });
    expect(await ask(rewake, 'PostToolUse')).toEqual({ decision: 'block', reason: 'broke' });
  });

  it('tells what it prints while it runs, and all of it with how it ended (HOOK-26)', async () => {
    await ask(await make({ type: 'command', command: 'echo out; echo err >&2; exit 3' }), 'PreToolUse');
    expect(printed).toHaveLength(3);
    expect(printed).toEqual(
      expect.arrayContaining([
        { stdout: 'out\n', stderr: '' },
        { stdout: '', stderr: 'err\n' },
      ]),
    );
    expect(printed.at(-1)).toEqual({ stdout: 'out\n', stderr: 'err\n', exitCode: 3 });
  });

  it('starts in the folder of the session, or in that of its plan, and knows both (GAP-F3)', async () => {
    const command = `printf '{"reason":"%s"}' "$PWD $HOOK_CWD"`;
    expect(await ask(await make({ type: 'command', command }), 'PreToolUse')).toEqual({ reason: `${dir} ${dir}` });
    const hook = await make({ type: 'command', command }, 'PreToolUse', { cwd: '/' });
    expect(await ask(hook, 'PreToolUse')).toEqual({ reason: `/ ${dir}` });
  });

  it('has the folder for the files of its plugin, which nobody else can read', async () => {
    const folder = join(dir, 'data/of/plugin');
    const env = { CLAUDE_PLUGIN_DATA: folder };
    await ask(await make({ type: 'command', command: 'touch "$CLAUDE_PLUGIN_DATA/kept"', env }), 'PreToolUse');
    expect(existsSync(join(folder, 'kept'))).toBe(true);
    expect(statSync(folder).mode & 0o077).toBe(0);
  });

  it('knows the event, the session, the folder and the tool from its environment (HOOK-21)', async () => {
    const command = `printf '{"reason":"%s"}' "$HOOK_EVENT $HOOK_TOOL_NAME $HOOK_SESSION_ID $HOOK_CWD $CLAUDE_PROJECT_DIR"`;
    expect(await ask(await make({ type: 'command', command }), 'PreToolUse')).toEqual({
      reason: `PreToolUse Bash s1 ${dir} ${dir}`,
    });
  });
});

it('a command of SessionStart or CwdChanged gets the file for the environment of later commands, others do not (HOOK-27)', async () => {
  const seen = async (event: HookEvent) => {
    const hook = await make({ type: 'command', command: `printf '{"reason":"%s"}' "$CLAUDE_ENV_FILE"` }, event);
    return (await ask(hook, event, {}, { environmentFile: () => '/state/environment' }))?.reason;
  };
  expect([await seen('SessionStart'), await seen('CwdChanged'), await seen('Stop')]).toEqual([
    '/state/environment',
    '/state/environment',
    '',
  ]);
});

describe('the time that a hook has when its entry does not say (HOOK-18)', () => {
  it.each([
    [{ type: 'command', command: 'x' }, 'PreToolUse', 600],
    [{ type: 'http', url: 'http://127.0.0.1/' }, 'PreToolUse', 600],
    [{ type: 'mcp_tool', server: 's', tool: 't' }, 'PostToolUse', 600],
    [{ type: 'prompt', prompt: 'p' }, 'PreToolUse', 30],
    [{ type: 'command', command: 'x' }, 'UserPromptSubmit', 30],
    [{ type: 'command', command: 'x' }, 'SessionEnd', 1.5],
    [{ type: 'command', command: 'x', timeout: 7 }, 'SessionEnd', 7],
  ] as const)('%j on %s: %d s', async (entry, event, seconds) => {
    expect(await make(entry, event)).toMatchObject({ timeoutSeconds: seconds });
  });
});

describe('an entry of any type', () => {
  it('may say if, once, statusMessage and messageTo (HOOK-11, HOOK-14, HOOK-15)', async () => {
    const entry = { type: 'context', text: 'x', if: 'Bash(git *)', once: true, statusMessage: 'Looking', messageTo: 'person' };
    expect(await make(entry)).toMatchObject({ if: 'Bash(git *)', once: true, statusMessage: 'Looking', messageTo: 'person' });
  });

  it('with an "if" that is no rule is refused, as it would let the hook run for every call (HOOK-14)', async () => {
    await expect(make({ type: 'context', text: 'x', if: 'Bash(git' })).rejects.toMatchObject({ code: 'HOOK_ENTRY_INVALID' });
  });

  it('is the same however its keys are ordered, and only outside of this process (HOOK-21)', async () => {
    const identity = async (entry: { type: string }) => (await make(entry)).identity;
    const one = { type: 'command', command: 'x', timeout: 3 };
    expect(await identity(one)).toBe(await identity({ timeout: 3, command: 'x', type: 'command' } as typeof one));
    expect(await identity(one)).not.toBe(await identity({ ...one, timeout: 4 } as typeof one));
    expect(await identity({ type: 'rateLimit', max: 1 } as { type: string })).toBeUndefined();
  });
});

describe('a command hook that is killed has decided nothing (C9)', () => {
  it.each([
    ['kill -9 $$', 'signal SIGKILL'],
    ['kill -TERM $$', 'signal SIGTERM'],
    ["sh -c 'kill -9 $$'; exit $?", 'exit code 137'],
    ["sh -c 'kill -SEGV $$'; exit $?", 'exit code 139'],
    ['echo \'{"decision":"approve"}\'; kill -9 $$', 'signal SIGKILL'],
  ])('%s is a failure', async (command, how) => {
    for (const event of ['PreToolUse', 'PermissionRequest'] as const)
      await expect(ask(await make({ type: 'command', command }, event), event)).rejects.toThrow(`it was killed (${how})`);
  });

  it.each(['exit 1', 'exit 3', 'exit 128', 'exit 255'])(
    '%s is a problem that blocks nothing, as everywhere in the field',
    async (command) => {
      problems.length = 0;
      expect(await ask(await make({ type: 'command', command }), 'PreToolUse')).toBeUndefined();
      expect(problems).toHaveLength(1);
      await expect(ask(await make({ type: 'command', command, onFailure: 'block' }), 'PreToolUse')).rejects.toThrow(
        'it ended with',
      );
    },
  );

  it('one that cannot be started is a failure too', async () => {
    await expect(ask(await make({ type: 'command', command: '/no/such/program', args: [] }), 'PreToolUse')).rejects.toThrow(
      'could not be started',
    );
    await expect(ask(await make({ type: 'command', command: '/no/such/program' }), 'PreToolUse')).rejects.toThrow(
      'could not be started',
    );
    const script = join(dir, 'guard.sh');
    writeFileSync(script, '#!/bin/sh\n', { mode: 0o644 });
    await expect(ask(await make({ type: 'command', command: script }), 'PreToolUse')).rejects.toThrow('chmod +x');
  });
});
