import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { wholeOf } from './lib/requests.js';
import { type Sdk, sdks } from './lib/sdks.js';
import { world } from './lib/world.js';

const greeting = (sdk: Sdk) => {
  const server = sdk.createSdkMcpServer({
    name: 'demo',
    tools: [
      sdk.tool('greet', 'Greets', { name: z.string() }, async ({ name }) => ({
        content: [{ type: 'text', text: `Hello ${name}` }],
      })),
    ],
  });
  server.instance.registerResource('page', 'ui://page', { mimeType: 'text/html' }, async ({ href }) => ({
    contents: [{ uri: href, mimeType: 'text/html', text: '<p>Hi</p>' }],
  }));
  return { demo: server };
};

function put(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

describe.each(sdks)('$name', (sdk) => {
  it('reloadSkills reads the disk again, for the program, for init and for the model (CTRL-11)', async () => {
    const { api, talk, cwd } = await world([{ text: 'One.' }, { text: 'Two.' }]);
    const program = talk(sdk, { settingSources: ['project'] });
    program.say('first');
    await program.result();
    put(join(cwd, '.claude/commands/fruit.md'), '---\ndescription: Names a fruit\n---\nSay pineapple to $ARGUMENTS.');
    const withFruit = expect.arrayContaining([
      expect.objectContaining({ name: 'compact' }),
      expect.objectContaining({ name: 'fruit' }),
    ]);
    expect(await program.query.reloadSkills()).toMatchObject({ skills: withFruit });
    await program.next((message) => 'subtype' in message && message.subtype === 'commands_changed');
    expect(await program.query.supportedCommands()).toMatchObject(withFruit);
    program.say('/fruit Ann');
    expect(await program.next((message) => 'subtype' in message && message.subtype === 'init')).toMatchObject({
      slash_commands: expect.arrayContaining(['compact', 'fruit']),
    });
    await program.result();
    await program.end();
    expect(wholeOf(api.requests[1])).toContain('Say pineapple to Ann.');
  });

  it('updateSettings writes the file and holds at once; applyFlagSettings holds and writes nothing (CTRL-11)', async () => {
    const write = (id: string, file_path: string) => ({ tools: [{ name: 'Write', input: { file_path, content: 'x' }, id }] });
    const { talk, cwd } = await world([write('toolu_1', 'a'), { text: 'One.' }, write('toolu_2', 'b'), { text: 'Two.' }]);
    const program = talk(sdk, { settingSources: ['local'] });
    await program.query.updateSettings('localSettings', { permissions: { allow: ['Write'] } });
    const file = join(cwd, '.claude/settings.local.json');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ permissions: { allow: ['Write'] } });
    program.say('first');
    await program.result();
    await program.query.applyFlagSettings({ permissions: { deny: ['Write'] } });
    program.say('second');
    await program.result();
    await expect(program.query.updateSettings('userSettings', { effortLevel: 'low' })).rejects.toThrow('user settings');
    await program.end();
    expect([existsSync(join(cwd, 'a')), existsSync(join(cwd, 'b'))]).toEqual([true, false]);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ permissions: { allow: ['Write'] } });
  });

  it('readMcpResource and setMcpPermissionModeOverride reach a server of the program (CTRL-11)', async () => {
    const { talk } = await world([
      { tools: [{ name: 'mcp__demo__greet', input: { name: 'Ann' }, id: 'toolu_1' }] },
      { text: 'One.' },
    ]);
    const program = talk(sdk, { mcpServers: greeting(sdk), allowedTools: ['mcp__demo'] });
    expect(await program.query.readMcpResource('demo', 'ui://page')).toMatchObject({ contents: [{ text: '<p>Hi</p>' }] });
    expect(await program.query.setMcpPermissionModeOverride('demo', 'default')).toEqual({});
    program.say('Go');
    expect((await program.result()).permission_denials).toHaveLength(1);
    await program.end();
  });

  it('readFile, reinitialize, backgroundTasks, reloadPlugins, reloadOutputStyles and the usage answer (CTRL-11)', async () => {
    const { talk, cwd } = await world([{ text: 'One.' }], { files: { 'a.txt': 'text' } });
    const program = talk(sdk);
    const { query } = program;
    program.say('Go');
    await program.result();
    expect(await query.readFile('a.txt')).toMatchObject({ contents: 'text', absPath: join(cwd, 'a.txt') });
    expect(await query.readFile('none.txt')).toBeNull();
    expect((await query.reinitialize()).commands).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ name: 'compact' })]),
    );
    expect(await query.backgroundTasks('toolu_none')).toBe(false);
    expect(await query.reloadPlugins()).toMatchObject({ plugins: [], error_count: 0 });
    expect(await query.reloadOutputStyles()).toMatchObject({ available_output_styles: expect.arrayContaining(['default']) });
    const usage = await query.usage_EXPERIMENTAL_MAY_CHANGE_DO_NOT_RELY_ON_THIS_API_YET();
    expect(usage).toMatchObject({ session: { total_cost_usd: 0.0006 }, rate_limits_available: false });
    await program.end();
  });
});
