import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { scripted } from '../cli/scripted.js';
import { loadout } from '../lib/loadout.js';
import { resultsOf, run, toolsOf } from './servers.js';

const server = fileURLToPath(new URL('tools-from-file.mjs', import.meta.url));
const tools = [
  { name: 'query', description: 'Runs one query.', inputSchema: { type: 'object', properties: { sql: { type: 'string' } } } },
  { name: 'tables', description: 'Lists the tables.', inputSchema: { type: 'object' } },
];

/** A project with a server `db`, whose command also writes a file each time that it starts. */
function project(
  listed: readonly string[],
  { allow = ['mcp__db__*'], odd = [] }: { readonly allow?: readonly string[]; readonly odd?: readonly object[] } = {},
): string {
  const start = `echo started >> starts; exec "${process.execPath}" "${server}" tools.json`;
  return scripted({
    turns: [{ tools: [{ mcp__db__query: { sql: 'x' } }] }, { text: 'Done.' }],
    agent: { tools: listed },
    config: { mcpServers: { db: { command: 'sh', args: ['-c', start] } }, permissions: { allow } },
    files: { 'tools.json': JSON.stringify([...tools, ...odd]) },
  });
}

const starts = (folder: string) => readdirSync(folder).filter((name) => name === 'starts').length;

describe('a right file is not called wrong (G1)', () => {
  it.each([['mcp__db__*'], ['mcp__db'], ['mcp__db__query'], ['mcp__*']])(
    '%s names tools that only the running server tells: check is fine, and says what it cannot know',
    async (listed) => {
      const folder = project(['Read', listed]);
      const check = await loadout(['check', '--strict'], { cwd: folder });
      expect(check).toMatchObject({ code: 0, stdout: expect.stringContaining(': ok,') });
      expect(check.stderr).toContain('The tools of mcpServers.db are known only while it runs');
      const shown = await loadout(['tools', 'helper'], { cwd: folder });
      expect(shown.stdout).not.toContain('No tool is called');
      expect(shown.stdout).toContain('The tools of mcpServers.db are known only while it runs');
      const context = await loadout(['context', 'helper'], { cwd: folder });
      expect(context.stdout).toContain('Not counted: the tools of mcpServers.db');
      expect(starts(folder)).toBe(0);
    },
  );

  it('a server that nobody declared is still unknown', async () => {
    const { code, stdout } = await loadout(['check'], { cwd: project(['mcp__dbx__query']) });
    expect([code, stdout]).toEqual([2, expect.stringContaining('mcp__dbx__query')]);
  });

  it('before trust as well, where the server is off', async () => {
    const folder = project(['Read', 'mcp__db__query']);
    const { stdout } = await loadout(['tools', 'helper'], { cwd: folder, trust: false });
    expect(stdout).not.toContain('No tool is called');
  });
});

describe('the tools of a pinned server (G1)', () => {
  const pinned = async (...given: Parameters<typeof project>) => {
    const folder = project(...given);
    expect(await loadout(['lock'], { cwd: folder })).toMatchObject({ code: 0 });
    rmSync(join(folder, 'starts'));
    return folder;
  };

  it('are known to check, tools, context and list, and a misspelt one is found', async () => {
    const folder = await pinned(['Read', 'mcp__db__query', 'mcp__db__tabels']);
    const check = await loadout(['check'], { cwd: folder });
    expect(check.stdout).toContain('No tool is called "mcp__db__tabels". Did you mean "mcp__db__tables"?');
    const shown = await loadout(['tools', 'helper'], { cwd: folder });
    expect(shown.stdout).toMatch(/mcp__db__query +may change .*Runs one query\./);
    const context = await loadout(['context', 'helper', '--json'], { cwd: folder });
    expect(JSON.parse(context.stdout)).toMatchObject({
      unknownServers: [],
      parts: expect.arrayContaining([expect.objectContaining({ part: 'tool mcp__db__query' })]),
    });
    expect((await loadout(['list', 'tools'], { cwd: folder })).stdout).toContain('mcp__db__query');
    expect(starts(folder)).toBe(0);
  });

  it('that cannot be said to a model are named by tools, with the reason (GAP-B5)', async () => {
    const folder = await pinned(['mcp__db__*'], { odd: [{ name: 'odd', inputSchema: { type: 'string' } }] });
    const shown = await loadout(['tools', 'helper'], { cwd: folder });
    expect(shown.stdout).toContain(
      'mcpServers.db offers "odd", which is left out: its inputSchema has the type "string", and an input is an object.',
    );
    const json = await loadout(['tools', 'helper', '--json'], { cwd: folder });
    expect(JSON.parse(json.stdout)).toMatchObject({ leftOutServerTools: [{ server: 'db', name: 'odd' }] });
    expect(starts(folder)).toBe(0);
  });

  it('are known by name where no copy is kept, as in a fresh clone', async () => {
    const folder = await pinned(['Read', 'mcp__db__query']);
    rmSync(join(folder, '.home'), { recursive: true });
    expect(await loadout(['check', '--strict'], { cwd: folder })).toMatchObject({ code: 0 });
    expect((await loadout(['tools', 'helper'], { cwd: folder })).stdout).toContain('mcp__db__query');
    const context = await loadout(['context', 'helper'], { cwd: folder });
    expect(context.stdout).toContain('Not counted: the tools of mcpServers.db');
  });

  it('are in the first request without a start, and the first call starts the server', async () => {
    const folder = await pinned(['*'], { allow: [] });
    const denied = await run(folder);
    expect(toolsOf(denied.events)).toContain('mcp__db__query');
    expect([resultsOf(denied.events)[0]?.isError, starts(folder)]).toEqual([true, 0]);
    const other = await pinned(['*']);
    const { events } = await run(other);
    expect(resultsOf(events)[0]).toMatchObject({ content: 'called query', isError: false });
    expect(starts(other)).toBe(1);
  });
});
