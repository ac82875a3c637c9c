import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Options } from '@loadout/sdk';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { resultsIn, systemOf, wholeOf } from './lib/requests.js';
import { sdks } from './lib/sdks.js';
import { folder, world } from './lib/world.js';

const bash = (command: string) => ({ tools: [{ name: 'Bash', input: { command }, id: 'toolu_b' }] });
const done = { text: 'Done.' };
const json = (value: unknown) => JSON.stringify(value);
/** Both sources of an agent's instructions: the rules and the texts of the folder may be in either. */
const told = (request: Parameters<typeof systemOf>[0]) => systemOf(request) + wholeOf(request);

describe.each(sdks)('$name', (sdk) => {
  it.each([
    [undefined, []],
    ['You are a poet.', ['You are a poet.']],
    [
      ['You are a poet.', 'Be brief.'],
      ['You are a poet.', 'Be brief.'],
    ],
    [{ type: 'preset', preset: 'claude_code', append: 'Be brief.' }, ['Be brief.', 'tools']],
  ] as [Options['systemPrompt'], string[]][])(
    'the system prompt %j is what the model is told (LOOP-22)',
    async (systemPrompt, words) => {
      const { api, ask } = await world([done]);
      await ask(sdk, 'Hi', { systemPrompt, settingSources: [] });
      for (const word of words) expect(systemOf(api.requests[0])).toContain(word);
    },
  );

  it('rules of the settings of a folder hold: deny always (CFG-13)', async () => {
    const files = { '.claude/settings.json': json({ permissions: { deny: ['Bash(touch:*)'] } }) };
    const { ask, cwd } = await world([bash('touch made'), done], { files });
    await ask(sdk, 'go', { allowedTools: ['Bash'] });
    expect(existsSync(join(cwd, 'made'))).toBe(false);
  });

  it('what a folder allows counts once the person trusts it (CFG-10)', async () => {
    const files = { '.claude/settings.json': json({ permissions: { allow: ['Bash'] } }) };
    const { ask, cwd, home } = await world([bash('touch one'), done, bash('touch two'), done], { files });
    await ask(sdk, 'go');
    expect(existsSync(join(cwd, 'one'))).toBe(false);
    writeFileSync(join(home, '.claude.json'), json({ projects: { [cwd]: { hasTrustDialogAccepted: true } } }));
    await ask(sdk, 'go');
    expect(existsSync(join(cwd, 'two'))).toBe(true);
  });

  it('CLAUDE.md and hooks of the person hold (CFG-13)', async () => {
    const { api, ask, cwd, home, env } = await world([bash('pwd'), done]);
    const { mkdirSync } = await import('node:fs');
    mkdirSync(join(home, '.claude'));
    writeFileSync(join(home, '.claude/CLAUDE.md'), 'The answer is 42.');
    const hook = { type: 'command', command: `touch ${cwd}/hooked` };
    writeFileSync(join(home, '.claude/settings.json'), json({ hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [hook] }] } }));
    await ask(sdk, 'go', { env });
    expect(told(api.requests[0])).toContain('The answer is 42.');
    expect(existsSync(join(cwd, 'hooked'))).toBe(true);
  });

  it('with settingSources [] nothing of the machine or the folder counts (CFG-13)', async () => {
    const files = {
      'CLAUDE.md': 'The answer is 42.',
      '.claude/settings.json': json({ permissions: { deny: ['Bash'] } }),
      '.mcp.json': json({ mcpServers: { other: { command: 'false' } } }),
      '.claude/agents/cook.md': '---\nname: cook\ndescription: Cooks\n---\nYou cook.',
    };
    const { api, ask } = await world([bash('pwd'), done], { files });
    const { messages } = await ask(sdk, 'go', { settingSources: [] });
    expect(told(api.requests[0])).not.toContain('The answer is 42.');
    expect(resultsIn(api.requests[1]).toolu_b).not.toContain('denied');
    expect(messages[0]).toMatchObject({ mcp_servers: [], agents: expect.not.arrayContaining(['cook']) });
  });

  it('agents, skills and commands of the folder are there (CFG-13)', async () => {
    const files = {
      '.claude/agents/cook.md': '---\nname: cook\ndescription: Cooks\ntools: Read\n---\nYou cook.',
      '.claude/skills/rhyme/SKILL.md': '---\nname: rhyme\ndescription: Makes rhymes\n---\nRhyme.',
      '.claude/commands/shout.md': '---\ndescription: Shouts\n---\nShout $ARGUMENTS',
    };
    const { api, ask } = await world([done], { files });
    const { messages } = await ask(sdk, '/shout hello');
    expect(messages[0]).toMatchObject({
      agents: expect.arrayContaining(['cook']),
      skills: expect.arrayContaining(['rhyme']),
      slash_commands: expect.arrayContaining(['shout', 'rhyme']),
    });
    expect(wholeOf(api.requests[0])).toContain('Shout hello');
  });

  it('skills is a filter of those that the model is told of (CLI-02)', async () => {
    const skill = (name: string) => `---\nname: ${name}\ndescription: Makes ${name}s\n---\nMake.`;
    const files = { '.claude/skills/rhyme/SKILL.md': skill('rhyme'), '.claude/skills/song/SKILL.md': skill('song') };
    const { api, ask } = await world([done], { files });
    const { messages } = await ask(sdk, 'Hi', { skills: ['song'] });
    expect(messages[0]).toMatchObject({ skills: ['song'] });
    expect(json(api.requests[0]?.body)).toContain('Makes songs');
    expect(json(api.requests[0]?.body)).not.toContain('Makes rhymes');
  });

  it('settings of the program count over those of files (CFG-13)', async () => {
    const { ask, cwd } = await world([bash('touch made'), done]);
    await ask(sdk, 'go', { settings: { permissions: { allow: ['Bash'] } } });
    expect(existsSync(join(cwd, 'made'))).toBe(true);
  });

  it('a plugin of the program brings its commands, and stands in init (CFG-13)', async () => {
    const plugin = folder();
    const { mkdirSync } = await import('node:fs');
    mkdirSync(join(plugin, '.claude-plugin'));
    mkdirSync(join(plugin, 'commands'));
    writeFileSync(join(plugin, '.claude-plugin/plugin.json'), json({ name: 'loud', version: '1.2.3' }));
    writeFileSync(join(plugin, 'commands/shout.md'), '---\ndescription: Shouts\n---\nShout $ARGUMENTS');
    const { api, ask } = await world([done]);
    const { messages } = await ask(sdk, '/loud:shout hello', { plugins: [{ type: 'local', path: plugin }] });
    expect(messages[0]).toMatchObject({
      plugins: [{ name: 'loud', path: plugin, version: '1.2.3' }],
      slash_commands: expect.arrayContaining(['loud:shout']),
    });
    expect(wholeOf(api.requests[0])).toContain('Shout hello');
  });

  it('additionalDirectories are worked in as the first one is (CLI-02)', async () => {
    const other = folder();
    writeFileSync(join(other, 'note.txt'), 'remember the milk');
    const { api, ask } = await world([
      { tools: [{ name: 'Read', input: { file_path: join(other, 'note.txt') }, id: 'toolu_r' }] },
      done,
    ]);
    await ask(sdk, 'read', { additionalDirectories: [other] });
    expect(resultsIn(api.requests[1]).toolu_r).toContain('remember the milk');
  });

  it('toolAliases lets the model call a tool by another name (ALIAS-00)', async () => {
    const { api, ask } = await world([{ tools: [{ name: 'shell', input: { command: 'echo aliased' }, id: 'toolu_s' }] }, done]);
    await ask(sdk, 'go', { toolAliases: { shell: 'Bash' } });
    expect(resultsIn(api.requests[1]).toolu_s).toContain('aliased');
  });

  it('an MCP tool that is named for it answers what would be asked (PERM-01)', async () => {
    const asked: unknown[] = [];
    const mcpServers: Options['mcpServers'] = {
      gate: sdk.createSdkMcpServer({
        name: 'gate',
        tools: [
          sdk.tool(
            'may',
            'Says whether',
            { tool_name: z.string(), input: z.record(z.string(), z.unknown()), tool_use_id: z.string() },
            async ({ tool_name, input, tool_use_id }) => {
              asked.push([tool_name, tool_use_id]);
              const answer = { behavior: 'allow', updatedInput: { ...input, command: 'touch right' } };
              return { content: [{ type: 'text', text: JSON.stringify(answer) }] };
            },
          ),
        ],
      }),
    };
    const { ask, cwd } = await world([bash('touch wrong'), done]);
    await ask(sdk, 'go', { mcpServers, permissionPromptToolName: 'mcp__gate__may' });
    expect(asked).toEqual([['Bash', 'toolu_b']]);
    expect([existsSync(join(cwd, 'wrong')), existsSync(join(cwd, 'right'))]).toEqual([false, true]);
  });

  it('a title is that of the session (SESS-01)', async () => {
    const { ask, cwd, home } = await world([done]);
    await ask(sdk, 'Hi', { title: 'The milk' });
    const before = process.env.CLAUDE_CONFIG_DIR;
    process.env.CLAUDE_CONFIG_DIR = join(home, '.claude');
    const listed = await sdk.listSessions({ dir: cwd });
    if (before === undefined) delete process.env.CLAUDE_CONFIG_DIR;
    else process.env.CLAUDE_CONFIG_DIR = before;
    expect(listed).toEqual([expect.objectContaining({ customTitle: 'The milk' })]);
  });
});
