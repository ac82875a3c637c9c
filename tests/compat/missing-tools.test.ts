import { expect, it } from 'vitest';
import { loadout, project } from '../lib/loadout.js';

it('check tells once of a tool that a file of another program names and no plugin offers', async () => {
  const cwd = project({
    'agent.config.yaml': 'compat: [agents]\nplugins: { fs: "@loadout/tool-fs" }\nagents: { main: { instructions: Hi. } }\n',
    '.claude/agents/finder.md': '---\nname: finder\ndescription: Finds.\ntools: read, WebSearch\n---\nFind.\n',
  });
  const { code, stdout } = await loadout(['check', '--json'], { cwd, env: { ANTHROPIC_API_KEY: 'k' } });
  const told = JSON.parse(stdout).problems.filter(({ message }: { message: string }) => message.includes('WebSearch'));
  expect([code, told]).toEqual([0, [expect.objectContaining({ code: 'CONFIG_TOOL_UNKNOWN' })]]);
});

it('check tells once of a tool that is written in another case', async () => {
  const cwd = project({
    'agent.config.yaml': 'plugins: { fs: "@loadout/tool-fs" }\nagents: { main: { tools: [rEAD] } }\n',
  });
  const { stdout } = await loadout(['check', '--json'], { cwd, env: { ANTHROPIC_API_KEY: 'k' } });
  expect(JSON.parse(stdout).problems).toEqual([expect.objectContaining({ code: 'CONFIG_TOOL_CASE' })]);
});

it('check tells of each of two tools, of which the message about one names the other', async () => {
  const cwd = project({
    'agent.config.yaml': 'compat: [agents]\nplugins: { fs: "@loadout/tool-fs" }\nagents: { main: { instructions: Hi. } }\n',
    '.claude/agents/finder.md': '---\nname: finder\ndescription: Finds.\ntools: Read, Bsh\ndisallowedTools: Bash\n---\nFind.\n',
  });
  const { stdout } = await loadout(['check', '--json'], { cwd, env: { ANTHROPIC_API_KEY: 'k' } });
  const told = JSON.parse(stdout).problems.map(({ code, message }: Record<string, string>) => `${code} ${message}`);
  expect(told).toEqual([
    'CONFIG_TOOL_UNKNOWN No mounted plugin offers the tool "Bsh". Did you mean "Bash"?',
    'TOOL_UNKNOWN No tool is called "Bash".',
  ]);
});

it('check knows the tools for resources, which a server brings once it runs', async () => {
  const cwd = project({
    'agent.config.yaml':
      'mcpServers: { docs: { command: cat } }\nagents: { main: { tools: [ListMcpResources, ReadMcpResourceTool, mcp__docs__find] } }\n',
  });
  const { stdout } = await loadout(['check', '--json'], { cwd, env: { ANTHROPIC_API_KEY: 'k' } });
  expect(JSON.parse(stdout).problems).toEqual([]);
});
