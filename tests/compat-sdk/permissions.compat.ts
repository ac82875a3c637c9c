import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CanUseTool, PermissionMode } from '@loadout/sdk';
import { describe, expect, it } from 'vitest';
import { resultsIn, toolResults } from './lib/requests.js';
import { sdks } from './lib/sdks.js';
import { kinds, world } from './lib/world.js';

const bash = (command: string, id = 'toolu_b') => ({ tools: [{ name: 'Bash', input: { command }, id }] });
const numbered = (command: string, index: number) => ({ name: 'Bash', input: { command }, id: `toolu_${index}` });
const done = { text: 'Done.' };

describe.each(sdks)('$name', (sdk) => {
  it('an allowed call runs as it was asked about (PERM-01)', async () => {
    const { ask, cwd } = await world([bash('touch made'), done]);
    const asked: unknown[] = [];
    const canUseTool: CanUseTool = async (_, input) => {
      asked.push(input);
      return { behavior: 'allow' };
    };
    const { result } = await ask(sdk, 'go', { canUseTool });
    expect(result).toMatchObject({ subtype: 'success', permission_denials: [] });
    expect(asked).toEqual([{ command: 'touch made' }]);
    expect(existsSync(join(cwd, 'made'))).toBe(true);
  });

  it('input that the program changes is what runs (PERM-01)', async () => {
    const { ask, cwd } = await world([bash('touch wrong'), done]);
    await ask(sdk, 'go', {
      canUseTool: async (_, input) => ({ behavior: 'allow', updatedInput: { ...input, command: 'touch right' } }),
    });
    expect([existsSync(join(cwd, 'wrong')), existsSync(join(cwd, 'right'))]).toEqual([false, true]);
  });

  it('a denied call does not run, and the model reads why (PERM-01)', async () => {
    const { api, ask, cwd } = await world([bash('touch made'), done]);
    const { messages, result } = await ask(sdk, 'go', {
      canUseTool: async () => ({ behavior: 'deny', message: 'not today' }),
    });
    expect(result).toMatchObject({ subtype: 'success', permission_denials: [{ tool_name: 'Bash', tool_use_id: 'toolu_b' }] });
    // The program denied the call itself, so it gets no notice.
    expect(kinds(messages)).not.toContain('system/permission_denied');
    expect(resultsIn(api.requests[1]).toolu_b).toContain('not today');
    expect(existsSync(join(cwd, 'made'))).toBe(false);
  });

  it('a denial that interrupts ends what is being done, and the session goes on (LOOP-16)', async () => {
    const { api, talk } = await world([bash('touch made'), { text: 'Still here.' }]);
    const program = talk(sdk, { canUseTool: async () => ({ behavior: 'deny', message: 'stop it', interrupt: true }) });
    program.say('go');
    expect(await program.result()).toMatchObject({
      subtype: 'error_during_execution',
      is_error: true,
      errors: expect.any(Array),
      terminal_reason: 'aborted_tools',
    });
    program.say('and now?');
    expect(await program.result()).toMatchObject({ result: 'Still here.' });
    await program.end();
    expect(JSON.stringify(api.requests[1]?.body.messages)).toContain('toolu_b');
  });

  it('a callback that throws denies with its message (PERM-01)', async () => {
    const { api, ask } = await world([bash('touch made'), done]);
    const { result } = await ask(sdk, 'go', {
      canUseTool: async () => {
        throw new Error('the phone is dead');
      },
    });
    expect(result).toMatchObject({ subtype: 'success' });
    expect(toolResults(api.requests[1])).toEqual([expect.objectContaining({ is_error: true })]);
    expect(resultsIn(api.requests[1]).toolu_b).toContain('the phone is dead');
  });

  it.each(['session', 'localSettings'] as const)(
    'a rule that is remembered for %s is not asked about again (PERM-04)',
    async (destination) => {
      const files = { 'make.mjs': "import { writeFileSync } from 'node:fs'; writeFileSync(process.argv[2], '');" };
      const calls = [bash('node make.mjs one', 'toolu_1'), bash('node make.mjs two', 'toolu_2'), done];
      const { ask, cwd } = await world(calls, { files });
      const asked: string[] = [];
      const canUseTool: CanUseTool = async (_, input, { toolUseID }) => {
        asked.push(toolUseID);
        return {
          behavior: 'allow',
          updatedInput: input,
          updatedPermissions: [
            { type: 'addRules', rules: [{ toolName: 'Bash', ruleContent: 'node:*' }], behavior: 'allow', destination },
          ],
        };
      };
      await ask(sdk, 'go', { canUseTool });
      expect(asked).toEqual(['toolu_1']);
      expect(existsSync(join(cwd, 'two'))).toBe(true);
      const file = join(cwd, '.claude/settings.local.json');
      if (destination === 'session') expect(existsSync(file)).toBe(false);
      else expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ permissions: { allow: ['Bash(node:*)'] } });
    },
  );

  it('what is suggested can be given back as it came (PERM-04)', async () => {
    const { ask } = await world([bash('touch one', 'toolu_1'), bash('touch one', 'toolu_2'), done]);
    const asked: string[] = [];
    await ask(sdk, 'go', {
      canUseTool: async (_, input, { toolUseID, suggestions = [] }) => {
        asked.push(toolUseID);
        expect(suggestions.length).toBeGreaterThan(0);
        return { behavior: 'allow', updatedInput: input, updatedPermissions: suggestions };
      },
    });
    expect(asked).toEqual(['toolu_1']);
  });

  it('an answer may change the mode: the next edit passes unasked (PERM-04, PERM-14)', async () => {
    const write = (name: string) => ({
      tools: [{ name: 'Write', input: { file_path: name, content: 'x' }, id: `toolu_${name}` }],
    });
    const { ask, cwd } = await world([write('a'), write('b'), done]);
    const asked: string[] = [];
    await ask(sdk, 'go', {
      canUseTool: async (_, input, { toolUseID }) => {
        asked.push(toolUseID);
        return {
          behavior: 'allow',
          updatedInput: input,
          updatedPermissions: [{ type: 'setMode', mode: 'acceptEdits', destination: 'session' }],
        };
      },
    });
    expect(asked).toEqual(['toolu_a']);
    expect(existsSync(join(cwd, 'b'))).toBe(true);
  });

  it('with nobody to ask a call that needs an answer is denied (PERM-09)', async () => {
    const { ask } = await world([bash('touch made'), done]);
    const { messages, result } = await ask(sdk, 'go');
    expect(result.permission_denials).toEqual([
      { tool_name: 'Bash', tool_use_id: 'toolu_b', tool_input: { command: 'touch made' } },
    ]);
    expect(kinds(messages)).toContain('system/permission_denied');
  });

  it('a rule for a command lets it change what its words name, and nothing else (PERM-10)', async () => {
    const { api, ask, cwd } = await world([
      { tools: ['touch made', 'mkdir -p folder/deep', 'touch a > b', 'touch touchy && touchy'].map(numbered) },
      done,
    ]);
    await ask(sdk, 'go', { allowedTools: ['Bash(touch:*)', 'Bash(mkdir:*)'] });
    expect(['made', 'folder/deep', 'a', 'b', 'touchy'].map((name) => existsSync(join(cwd, name)))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
    expect(resultsIn(api.requests[1]).toolu_2).toContain('Edit(/b)');
  });

  const cases: readonly (readonly [PermissionMode, { write: boolean; touch: boolean; asks: boolean }])[] = [
    ['default', { write: false, touch: false, asks: true }],
    ['acceptEdits', { write: true, touch: true, asks: true }],
    ['plan', { write: false, touch: false, asks: true }],
    ['dontAsk', { write: false, touch: false, asks: false }],
    ['bypassPermissions', { write: true, touch: true, asks: false }],
    ['auto', { write: false, touch: false, asks: true }],
  ];
  it.each(cases)('the mode %s lets through what it says and no more (PERM-06)', async (mode, passes) => {
    const tools = [
      { name: 'Write', input: { file_path: 'w.txt', content: 'x' }, id: 'toolu_w' },
      { name: 'Bash', input: { command: 'touch t.txt' }, id: 'toolu_t' },
      { name: 'Bash', input: { command: 'curl -s http://127.0.0.1:9/ > c.txt' }, id: 'toolu_c' },
    ];
    const { ask, cwd } = await world([{ tools }, done], { env: { IS_SANDBOX: '1' } });
    const asked: string[] = [];
    const { messages, result } = await ask(sdk, 'go', {
      permissionMode: mode,
      allowDangerouslySkipPermissions: mode === 'bypassPermissions',
      canUseTool: async (_, __, { toolUseID }) => {
        asked.push(toolUseID);
        return { behavior: 'deny', message: 'no' };
      },
    });
    expect(result.subtype).toBe('success');
    expect(messages.find((message) => message.type === 'system' && message.subtype === 'init')).toMatchObject({
      permissionMode: mode,
    });
    expect([existsSync(join(cwd, 'w.txt')), existsSync(join(cwd, 't.txt'))]).toEqual([passes.write, passes.touch]);
    expect(existsSync(join(cwd, 'c.txt'))).toBe(mode === 'bypassPermissions');
    expect(asked.length > 0).toBe(passes.asks);
  });

  it('a deny rule holds in every mode (PERM-05)', async () => {
    const { ask, cwd } = await world([bash('touch made'), done], { env: { IS_SANDBOX: '1' } });
    await ask(sdk, 'go', {
      permissionMode: 'bypassPermissions',
      allowDangerouslySkipPermissions: true,
      disallowedTools: ['Bash(touch:*)'],
    });
    expect(existsSync(join(cwd, 'made'))).toBe(false);
  });
});
