import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createSdkMcpServer } from '../create-sdk-mcp-server.js';
import { tool } from '../tool.js';
import type { Options } from '../types/options.js';
import { held, place, resultOf } from './query.test-kit.js';

const write = (id: string, file_path: string) => ({ tools: [{ name: 'Write', id, input: { file_path, content: 'x' } }] });

/** A server of this process with a tool and a resource. */
function server(): NonNullable<Options['mcpServers']> {
  const greet = tool('greet', 'Greets', { name: z.string() }, async ({ name }) => ({
    content: [{ type: 'text', text: `Hello ${name}` }],
  }));
  const made = createSdkMcpServer({ name: 'demo', version: '1.0.0', tools: [greet] });
  made.instance.registerResource('page', 'ui://page', { mimeType: 'text/html' }, async ({ href }) => ({
    contents: [{ uri: href, mimeType: 'text/html', text: '<p>Hi</p>', _meta: { 'ui/csp': 'none' } }],
  }));
  return { demo: made };
}

describe('a request of a program to a server', () => {
  it('returns a resource as the server sent it (CTRL-11)', async () => {
    const at = await place([]);
    const { query, end } = held(at, { mcpServers: server() });
    expect(await query.readMcpResource('demo', 'ui://page')).toEqual({
      contents: [{ uri: 'ui://page', mimeType: 'text/html', text: '<p>Hi</p>', _meta: { 'ui/csp': 'none' } }],
    });
    await expect(query.readMcpResource('other', 'ui://page')).rejects.toThrow('other');
    await end();
  });

  it('denies the resources of a denied server (CTRL-11)', async () => {
    const at = await place([]);
    const { query, end } = held(at, { mcpServers: server(), settings: { permissions: { deny: ['mcp__demo'] } } });
    await expect(query.readMcpResource('demo', 'ui://page')).rejects.toThrow('deny mcp__demo');
    await end();
  });

  it('asks about a server with the mode default despite an allow rule, until the mode is reset (CTRL-11)', async () => {
    const call = (id: string) => ({ tools: [{ name: 'mcp__demo__greet', id, input: { name: 'Ann' } }] });
    const at = await place([call('toolu_1'), { text: 'One.' }, call('toolu_2'), { text: 'Two.' }]);
    const asked: string[] = [];
    const { query, turn, end } = held(at, {
      mcpServers: server(),
      allowedTools: ['mcp__demo'],
      canUseTool: async (name) => {
        asked.push(name);
        return { behavior: 'deny', message: 'No.' };
      },
    });
    expect(await query.setMcpPermissionModeOverride('demo', 'default')).toEqual({});
    expect(resultOf(await turn('Go'))?.permission_denials).toHaveLength(1);
    await query.setMcpPermissionModeOverride('demo', null);
    expect(resultOf(await turn('Go on'))?.permission_denials).toEqual([]);
    expect(asked).toEqual(['mcp__demo__greet']);
    const { warning } = await query.setMcpPermissionModeOverride('dmeo', 'default');
    expect(warning).toContain('no MCP server "dmeo"');
    await end();
  });
});

describe('settings that change during a query', () => {
  it('applyFlagSettings accepts rules, a model and an effort, and refuses other keys by name (CTRL-11)', async () => {
    const at = await place([{ text: 'One.' }, write('toolu_1', 'a'), { text: 'Two.' }]);
    const { query, turn, end } = held(at);
    await turn('Go');
    await query.applyFlagSettings({ permissions: { allow: ['Write'] }, model: 'claude-haiku-5-5', effortLevel: 'low' });
    await turn('Go on');
    expect(existsSync(join(at.cwd, 'a'))).toBe(true);
    expect(at.api.requests[1]?.body).toMatchObject({ model: 'claude-haiku-5-5', output_config: { effort: 'low' } });
    await expect(query.applyFlagSettings({ permissions: { deny: ['Read'] }, hooks: {} })).rejects.toThrow('hooks cannot change');
    await end();
  });

  it('updateSettings merges into the file and applies from the next call on (CTRL-11)', async () => {
    const at = await place([write('toolu_1', 'a'), { text: 'One.' }]);
    const file = join(at.cwd, '.claude', 'settings.local.json');
    mkdirSync(join(at.cwd, '.claude'));
    writeFileSync(file, JSON.stringify({ permissions: { deny: ['WebFetch'] }, cleanupPeriodDays: 3, x: 1 }));
    const { query, turn, end } = held(at, { settingSources: ['local'] });
    await query.updateSettings('localSettings', { permissions: { allow: ['Write'] }, outputStyle: 'plain', x: null });
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      permissions: { deny: ['WebFetch'], allow: ['Write'] },
      cleanupPeriodDays: 3,
      outputStyle: 'plain',
    });
    await turn('Go');
    expect(existsSync(join(at.cwd, 'a'))).toBe(true);
    await end();
  });

  it('updateSettings creates a missing file, and leaves unread and invalid files unchanged', async () => {
    const at = await place([]);
    const user = join(at.home, '.claude', 'settings.json');
    const { query, end } = held(at, { settingSources: ['user', 'project'] });
    await query.updateSettings('userSettings', { effortLevel: 'high' });
    expect(JSON.parse(readFileSync(user, 'utf8'))).toEqual({ effortLevel: 'high' });
    await expect(query.updateSettings('localSettings', { outputStyle: 'plain' })).rejects.toThrow(
      'does not read the local settings',
    );
    await expect(query.updateSettings('userSettings', { permissions: { defaultMode: 'wild' } })).rejects.toThrow('"wild"');
    const project = join(at.cwd, '.claude', 'settings.json');
    mkdirSync(join(at.cwd, '.claude'));
    writeFileSync(project, '{ broken');
    await expect(query.updateSettings('projectSettings', { a: 1 })).rejects.toThrow('left as it is');
    expect(readFileSync(project, 'utf8')).toBe('{ broken');
    expect(JSON.parse(readFileSync(user, 'utf8'))).toEqual({ effortLevel: 'high' });
    await end();
  });
});

describe('other requests to a query', () => {
  it('read a file under the rules of Read, or return null (CTRL-11)', async () => {
    const at = await place([]);
    writeFileSync(join(at.cwd, 'a.txt'), 'text');
    writeFileSync(join(at.cwd, 'secret.txt'), 'key');
    const { query, end } = held(at, { disallowedTools: ['Read(secret.txt)'] });
    expect(await query.readFile('a.txt')).toEqual({ contents: 'text', absPath: join(at.cwd, 'a.txt'), lossy: false });
    expect(await query.readFile('a.txt', { maxBytes: 2, encoding: 'base64' })).toMatchObject({
      contents: 'dGU=',
      truncated: true,
    });
    expect(await query.readFile('secret.txt')).toBeNull();
    expect(await query.readFile('none.txt')).toBeNull();
    await end();
  });

  it('return the cost of the session, without a plan (CTRL-11)', async () => {
    const at = await place([{ text: 'One.' }]);
    const { query, turn, end } = held(at);
    const usage = () => query.usage_EXPERIMENTAL_MAY_CHANGE_DO_NOT_RELY_ON_THIS_API_YET({ skipBehaviors: true });
    expect(await usage()).toMatchObject({ session: { total_cost_usd: 0, model_usage: {} }, rate_limits_available: false });
    await turn('Go');
    expect(await usage()).toMatchObject({
      session: { total_cost_usd: 0.0006, model_usage: { 'claude-sonnet-4-5': { inputTokens: 100, outputTokens: 20 } } },
      subscription_type: null,
      rate_limits: null,
    });
    await end();
  });

  it('return the current state for reinitialize, and whether backgroundTasks moved anything', async () => {
    const at = await place([]);
    const { query, end } = held(at);
    expect((await query.reinitialize()).commands).toEqual(await query.supportedCommands());
    expect(await query.backgroundTasks('toolu_none')).toBe(false);
    await end();
  });
});
