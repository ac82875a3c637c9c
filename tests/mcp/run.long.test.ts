import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { scripted } from '../cli/scripted.js';
import { loadout } from '../lib/loadout.js';
import { everything, node, noticesOf, programOf, resultsOf, run, toolsOf } from './servers.js';

describe('MCP servers that a configuration names', () => {
  it('are started, their tools are called, and nothing of them is left (MCP-01, MCP-02, MCP-22)', async () => {
    const turns = [
      { tools: [{ mcp__everything__echo: { message: 'hello' } }] },
      { tools: [{ ListMcpResources: {} }] },
      { text: 'Done.' },
    ];
    const folder = scripted({
      turns,
      config: { mcpServers: { everything }, permissions: { allow: ['mcp__everything', 'ListMcpResources'] } },
    });
    const { code, events, stderr } = await run(folder);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(toolsOf(events)).toContain('mcp__everything__echo');
    const [echo, resources] = resultsOf(events);
    expect(echo).toMatchObject({ content: 'Echo: hello', isError: false });
    expect(resources?.content).toContain('"server": "everything"');
    expect(execFileSync('ps', ['-eo', 'args='], { encoding: 'utf8' })).not.toContain(folder);
  });

  it('get the working directories as their roots, and read a file there (MCP-15)', async () => {
    const folder = scripted({
      turns: [{ tools: [{ mcp__files__read_text_file: { path: 'note.txt' } }] }, { text: 'Done.' }],
      config: {
        mcpServers: { files: node(programOf('filesystem'), '.') },
        permissions: { allow: ['mcp__files__read_text_file'] },
      },
      files: { 'note.txt': 'from the file' },
    });
    expect(resultsOf((await run(folder)).events)[0]).toMatchObject({ content: 'from the file', isError: false });
  });

  it('need a rule like any other tool: what their annotations say loosens nothing (MCP-03)', async () => {
    const folder = scripted({
      turns: [{ tools: [{ mcp__everything__echo: { message: 'hello' } }] }, { text: 'Done.' }],
      config: { mcpServers: { everything } },
    });
    const { events } = await run(folder);
    expect(resultsOf(events)[0]).toMatchObject({ isError: true });
    expect(resultsOf(events)[0]?.content).toContain('no rule allows it');
  });

  it('are not started for an agent that could not see their tools (MCP-06)', async () => {
    const folder = scripted({
      turns: [{ text: 'Done.' }],
      agent: { tools: ['Read'] },
      config: { mcpServers: { broken: { command: 'no-such-program', start: 'required' } } },
    });
    expect(await run(folder)).toMatchObject({ code: 0 });
  });

  it('that are required and fail end the run, with their name and the reason (MCP-06)', async () => {
    const folder = scripted({
      turns: [{ text: 'Done.' }],
      config: { mcpServers: { broken: { command: 'no-such-program', start: 'required' } } },
    });
    const { code, events } = await run(folder);
    expect(code).toBe(1);
    expect(JSON.stringify(events.at(-1))).toMatch(/MCP_REQUIRED_FAILED.*broken.*no-such-program/);
  });

  it('that are optional and fail are reported, and the run continues (MCP-06)', async () => {
    const folder = scripted({
      turns: [{ tools: [{ mcp__everything__echo: { message: 'x' } }] }, { text: 'Done.' }],
      config: {
        mcpServers: { everything, broken: { command: 'no-such-program' } },
        permissions: { allow: ['mcp__everything__*'] },
      },
    });
    const { code, events } = await run(folder);
    expect(code).toBe(0);
    expect(noticesOf(events)).toEqual([expect.stringContaining('MCP server "broken"')]);
  });

  it('run under a rule and a list that name McpInput, also when McpInput is what is called (G8, TOOL-MCPIN-01)', async () => {
    const folder = scripted({
      turns: [{ tools: [{ McpInput: { server: 'everything', tool: 'echo', message: 'hello' } }] }, { text: 'Done.' }],
      agent: { tools: ['Read', 'McpInput'] },
      config: { mcpServers: { everything }, permissions: { allow: ['McpInput'] } },
    });
    expect(await loadout(['check', '--strict'], { cwd: folder })).toMatchObject({ code: 0 });
    expect(resultsOf((await run(folder)).events)[0]).toMatchObject({ content: 'Echo: hello', isError: false });
  });

  it('are not started where a rule denies McpInput (G8)', async () => {
    const folder = scripted({
      turns: [{ text: 'Done.' }],
      config: { mcpServers: { broken: { command: 'no-such-program', start: 'required' } }, permissions: { deny: ['McpInput'] } },
    });
    expect(await run(folder)).toMatchObject({ code: 0 });
  });
});
