import { createSdkMcpServer, type Options, query, type SDKMessage, tool } from '@loadout/sdk';
import { describe, expect, it } from 'vitest';
import { loadout, project } from './lib/loadout.js';

const CONFIG = `
plugins: { fs: "@loadout/tool-fs", shell: "@loadout/tool-shell" }
providers: { script: { use: "@loadout/model-script", options: { file: ./model.script.yaml } } }
permissions: { deny: ["Bash(rm:*)"], allow: ["Write(*)"] }
agents:
  main: { model: script/demo, tools: [Read, Write, Bash], limits: { turns: 3 } }
`;

/** A folder with the configuration and the turns of its model. */
const folderWith = (turns: string) => project({ 'agent.config.yaml': CONFIG, 'model.script.yaml': `turns:\n${turns}` });

async function ask(cwd: string, options: Options = {}): Promise<SDKMessage[]> {
  const env = { PATH: process.env.PATH, HOME: cwd, IS_SANDBOX: '1' };
  const given = { cwd, env, settingSources: [], agentConfig: 'agent.config.yaml', ...options };
  const messages: SDKMessage[] = [];
  for await (const message of query({ prompt: 'Go.', options: given })) messages.push(message);
  return messages;
}

const allowAll: Options['canUseTool'] = async (_, updatedInput) => ({ behavior: 'allow', updatedInput });

describe('a configuration under a program of the Claude Agent SDK', () => {
  it('brings its model, its plugins and its list of tools; the servers of the program come beside them', async () => {
    const cwd = folderWith('  - tools: [{ mcp__shop__find: { id: 7 }, as: found }]\n  - text: "{{found.text}}"\n');
    const find = tool('find', 'Finds.', { id: 'number' }, async ({ id }) => ({
      content: [{ type: 'text', text: `Order ${id}` }],
    }));
    const mcpServers = { shop: createSdkMcpServer({ name: 'shop', tools: [find] }) };
    const messages = await ask(cwd, { mcpServers, allowedTools: ['mcp__shop__find'] });
    const tools = ['Bash', 'Read', 'Write', 'mcp__shop__find'];
    expect(messages).toContainEqual(expect.objectContaining({ subtype: 'init', tools }));
    expect(messages.at(-1)).toMatchObject({ subtype: 'success', result: 'Order 7' });
  });

  it.each([
    ['canUseTool that allows everything', { canUseTool: allowAll }],
    ['an allow rule', { allowedTools: ['Bash'] }],
    ['bypassPermissions', { permissionMode: 'bypassPermissions', allowDangerouslySkipPermissions: true }],
    [
      'a hook that allows',
      {
        hooks: {
          PreToolUse: [
            { hooks: [async () => ({ hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'allow' } })] },
          ],
        },
      },
    ],
  ] as readonly (readonly [string, Options])[])('holds its deny rules against %s', async (_, options) => {
    const cwd = folderWith('  - tools: [{ Bash: { command: "sh -c \'rm -rf x\'" } }]\n  - text: Done.\n');
    const result = (await ask(cwd, options)).at(-1);
    expect(result).toMatchObject({ subtype: 'success', permission_denials: [{ tool_name: 'Bash' }] });
  });

  it('holds its limits: a program only narrows them', async () => {
    const turns = '  - { repeat: 5, tools: [{ Bash: { command: echo hi } }] }\n  - text: Done.\n';
    const wide = await ask(folderWith(turns), { maxTurns: 50 });
    expect(wide.at(-1)).toMatchObject({ subtype: 'error_max_turns', num_turns: 4 });
    const narrow = await ask(folderWith(turns), { maxTurns: 2 });
    expect(narrow.at(-1)).toMatchObject({ subtype: 'error_max_turns', num_turns: 3 });
  });

  it('is named to the command with --agent-config (CLI-01)', async () => {
    const cwd = folderWith('  - tools: [{ Bash: { command: rm x } }]\n  - text: Done.\n');
    const { code, stdout, stderr } = await loadout(
      ['-p', 'Go.', '--agent-config', 'agent.config.yaml', '--output-format', 'json'],
      {
        cwd,
      },
    );
    expect(code, stderr).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ result: 'Done.', permission_denials: [{ tool_name: 'Bash' }] });
  });
});
