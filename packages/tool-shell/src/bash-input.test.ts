import { symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Sandbox, type Schema, type ToolContext } from '@loadout/core';
import { describe, expect, it } from 'vitest';
import { setUp } from './testing/context.js';

describe('the input and the access of Bash before it runs', () => {
  it.each([
    ['dangerouslyDisableSandbox', false],
    ['dangerouslyDisableSandbox', true],
    ['dangerously_disable_sandbox', true],
  ])(
    'runs without a sandbox as if %s: %s were not there, and its schema has no such parameter (G9, TOOL-BASH-10)',
    async (flag, value) => {
      const bench = await setUp();
      expect(await bench.call({ command: 'echo here', [flag]: value })).toMatchObject({ isError: false, content: 'here' });
      expect(JSON.stringify((bench.tool.inputSchema as Schema).json)).not.toContain('andbox');
    },
  );

  it.each([
    [{ dangerouslyDisableSandbox: true }, 'no call can leave the sandbox'],
    [{ dangerously_disable_sandbox: true }, 'agent.config.yaml'],
    [{ dangerouslyDisableSandbox: false }, undefined],
  ])(
    'is refused under a sandbox for %j, with the place where it is configured: %s (G9, TOOL-BASH-10, BUG-27)',
    async (flag, text) => {
      const { tool } = await setUp();
      const parsed = await (tool.inputSchema as Schema<never>).parse({ command: 'echo x', ...flag });
      const find = (service: { readonly key: string }) => (service.key === Sandbox.key ? {} : undefined);
      const refusal = parsed.ok ? await tool.validateInput?.(parsed.value, { find } as unknown as ToolContext) : 'not parsed';
      expect(refusal).toEqual(text === undefined ? undefined : expect.stringContaining(text));
    },
  );

  it('takes command, timeout, description and run_in_background, in their bounds (TOOL-BASH-01)', async () => {
    const bench = await setUp();
    const { properties, required } = (bench.tool.inputSchema as Schema).json;
    expect(properties).toMatchObject({
      command: {},
      timeout: { maximum: 600_000 },
      description: {},
      run_in_background: { type: 'boolean' },
    });
    expect(required).toEqual(['command']);
    expect((await bench.call({ command: 'ls', timeout: 600_001 })).content).toContain('must be at most 600000');
    expect((await bench.call({ command: ' ' })).content).toBe('The command is empty.');
    expect((await bench.call({ command: 'a\0b' })).content).toContain('null byte');
    expect((await bench.call({ command: `: ${'x'.repeat(131_072)}` })).content).toContain('the system takes 131071');
  });

  it('knows its flags as soon as its first input is parsed, and answers carefully before (TOOL-BASH-09)', async () => {
    const { tool } = await setUp();
    const flags = (command: string) =>
      [tool.isReadOnly, tool.isConcurrencySafe].map((flag) => (flag as (input: { command: string }) => boolean)({ command }));
    expect(flags('cat f')).toEqual([false, false]);
    await (tool.inputSchema as Schema).parse({ command: 'cat f' });
    expect(flags('cat f')).toEqual([true, true]);
    expect(flags('cd sub')).toEqual([true, false]);
    expect(flags('npm i')).toEqual([false, false]);
    expect(flags('cat $(npm i)')).toEqual([false, false]);
  });

  it('declares commands, and files by their real paths', async () => {
    const bench = await setUp();
    symlinkSync('/', join(bench.folder, 'link'));
    const access = async (command: string) => {
      await (bench.tool.inputSchema as Schema).parse({ command });
      return bench.tool.access?.({ command } as never, bench.context);
    };
    expect(await access('cat link/nope ../x > out')).toEqual([
      { kind: 'run', text: 'cat link/nope ../x > out', words: ['cat', 'link/nope', '../x'], does: 'reads' },
      { kind: 'write', path: join(bench.folder, 'out') },
      { kind: 'read', path: '/nope' },
      { kind: 'read', path: join(dirname(bench.folder), 'x') },
    ]);
    expect(await access('a "$x"')).toMatchObject([{ kind: 'run', text: 'a "$x"', unclear: expect.any(String) }]);
    expect(await access('# nothing')).toEqual([{ kind: 'run', text: '# nothing', unclear: 'no command' }]);
  });
});
