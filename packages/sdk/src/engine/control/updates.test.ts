import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createSdkMcpServer } from '../../create-sdk-mcp-server.js';
import { folder, place } from '../../query/query.test-kit.js';
import { tool } from '../../tool.js';
import type { Options } from '../../types/options.js';
import { Engine } from '../engine.js';

const running: { engine: Engine; ended: Promise<void> }[] = [];
afterEach(async () => {
  for (const { engine } of running) engine.close();
  await Promise.all(running.splice(0).map(({ ended }) => ended));
});

function started(options: Options): Engine {
  const engine = new Engine(options, { send: () => {} });
  running.push({ engine, ended: engine.run() });
  return engine;
}

const greet = tool('greet', 'Greets', { name: z.string() }, async ({ name }) => ({
  content: [{ type: 'text', text: `Hello ${name}` }],
  structuredContent: { greeted: name },
}));
const mcpServers = () => ({ demo: createSdkMcpServer({ name: 'demo', version: '1.0.0', tools: [greet] }) });
const call = (more: object = {}) => ({ subtype: 'mcp_call', tool: 'mcp__demo__greet', arguments: { name: 'Ann' }, ...more });

describe('mcp_call', () => {
  it('calls a tool without a turn, in every mode, and nobody is asked (CTRL-11)', async () => {
    const { options, api } = await place([]);
    const engine = started({ ...options, mcpServers: mcpServers(), permissionMode: 'plan' });
    expect(await engine.control(call())).toEqual({
      content: [{ type: 'text', text: 'Hello Ann' }],
      structuredContent: { greeted: 'Ann' },
    });
    expect(api.requests).toHaveLength(0);
  });

  it('is stopped by deny and ask rules, with an error that names the rule (CTRL-11)', async () => {
    const { options } = await place([]);
    const engine = started({ ...options, mcpServers: mcpServers(), settings: { permissions: { ask: ['mcp__demo__greet'] } } });
    expect(await engine.control(call())).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('mcp__demo__greet') }],
    });
    const denied = started({ ...options, mcpServers: mcpServers(), settings: { permissions: { deny: ['mcp__demo__greet'] } } });
    await expect(denied.control(call())).rejects.toThrow('there is no tool mcp__demo__greet');
  });

  it.each([
    [{ tool: 'Bash' }, '"Bash" is not a tool of a server'],
    [{ tool: 'mcp__demo__other' }, 'there is no tool mcp__demo__other'],
    [{ arguments: [] }, 'arguments is not an object'],
    [{ check_permissions: true }, 'check_permissions cannot be done here'],
    [{ output_files: [] }, 'output_files cannot be done here'],
  ])('reports the problem of %j', async (more, problem) => {
    const { options } = await place([]);
    await expect(started({ ...options, mcpServers: mcpServers() }).control(call(more))).rejects.toThrow(problem);
  });
});

describe('apply_flag_settings', () => {
  it('replaces its earlier rules, keeps all others, and removes its own with null (CTRL-11)', async () => {
    const { options } = await place([]);
    const engine = started({ ...options, allowedTools: ['Read'] });
    const apply = (permissions: unknown) => engine.control({ subtype: 'apply_flag_settings', settings: { permissions } });
    const rules = async () => {
      const { state } = (await engine.control({ subtype: 'list_permission_rules' })) as {
        state: { rules: readonly { behavior: string; rule: string }[] };
      };
      return state.rules.map(({ behavior, rule }) => `${behavior} ${rule}`);
    };
    await apply({ allow: ['Write'], ask: ['Bash'] });
    expect(await rules()).toEqual(['allow Read', 'allow Write', 'ask Bash']);
    await apply({ deny: ['Write'] });
    expect(await rules()).toEqual(['allow Read', 'deny Write']);
    await apply(null);
    expect(await rules()).toEqual(['allow Read']);
  });
});

describe('register_repo_root', () => {
  it('adds a folder below one that the query was started with, once, and no other (CTRL-11)', async () => {
    const { options, cwd } = await place([]);
    const outside = folder();
    const inside = join(cwd, 'repo');
    mkdirSync(inside);
    const engine = started(options);
    const register = (directory: string, more: object = {}) =>
      engine.control({ subtype: 'register_repo_root', directory, ...more });
    expect(await register('repo', { reload_skills: true })).toEqual({});
    expect(await engine.control({ subtype: 'get_settings' })).toMatchObject({
      effective: { permissions: { additionalDirectories: [inside] } },
    });
    await expect(register(inside)).rejects.toThrow('is worked in already');
    await expect(register(outside)).rejects.toThrow('is not below a folder');
    await expect(register(cwd)).rejects.toThrow('is worked in already');
    await expect(register('none')).rejects.toThrow('"none" is not a folder');
    await expect(register('repo', { reload_claude_md: true })).rejects.toThrow('CLAUDE.md is read when a query starts');
  });
});
