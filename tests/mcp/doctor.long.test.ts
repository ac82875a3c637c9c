import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { scripted } from '../cli/scripted.js';
import { loadout, loadoutProcess } from '../lib/loadout.js';
import { everything, node, programOf } from './servers.js';

const local = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const program = (code: string) => ({ command: process.execPath, args: ['-e', code] });
const BAD = [
  { name: 'good', description: 'Works.', inputSchema: { type: 'object' } },
  { name: 'bad', description: 'Has no schema.', inputSchema: 'none' },
];

const folder = () =>
  scripted({
    turns: [{ text: 'Done.' }],
    config: {
      mcpServers: {
        everything,
        files: node(programOf('filesystem'), '.'),
        mixed: node(local('tools-from-file.mjs'), 'tools.json'),
        broken: program('console.error("no database at 10.0.0.1"); process.exit(3)'),
        silent: {
          ...program('setInterval(() => {}, 1000); console.error("waiting for the license server")'),
          startTimeout: 1500,
        },
        missing: { command: 'no-such-program' },
        refused: { url: 'http://127.0.0.1:1/mcp' },
        resting: { ...everything, disabled: true },
      },
    },
    files: { 'tools.json': JSON.stringify(BAD) },
  });

const doctor = (server: string, ...flags: string[]) => loadout(['mcp', 'doctor', server, ...flags], { cwd: folder() });

describe('loadout mcp doctor', () => {
  it('shows the handshake, what is offered, and what each tool costs in tokens (MCP-06, MCP-21)', async () => {
    const { code, stdout, stderr } = await doctor('everything');
    expect(code, stdout + stderr).toBe(0);
    expect(stdout).toMatch(/^everything: connected over stdio in [\d.]+ m?s\n/);
    expect(stdout).toMatch(/^Server: mcp-servers\/everything [\d.]+, protocol \d{4}-\d\d-\d\d\.$/m);
    expect(stdout).toMatch(/^Offers \d+ tools, \d+ resources and \d+ prompts\. Estimate \(tokens = characters \/ 4\):$/m);
    expect(stdout).toMatch(/^mcp__everything__echo +about +\d+ tokens$/m);
    expect(stdout).toMatch(/^total +about [\d,]+ tokens$/m);
  });

  it('prints the same data as JSON, with the sum as the total', async () => {
    const { code, stdout } = await doctor('files', '--json');
    const found = JSON.parse(stdout);
    expect([code, found.ok, found.state]).toEqual([0, true, 'connected']);
    expect(found.tools.map(({ name }: { name: string }) => name)).toContain('mcp__files__read_text_file');
    expect(found.tokens).toBe(found.tools.reduce((sum: number, { tokens }: { tokens: number }) => sum + tokens, 0));
  });

  it('waits for every attempt to reach an address where nobody answers, in a process that waits for nothing else', async () => {
    const { code, stdout, stderr } = await loadoutProcess(['mcp', 'doctor', 'refused'], { cwd: folder() });
    expect([code, stderr]).toEqual([1, '']);
    expect(stdout).toMatch(/^refused: failed after .*\nProblems:\n {2}Could not connect .*\n {2}Fix: See what answers at http/);
  });

  it('exits with 1 for a tool that is left out, and says why; the other tools work (MCP-12)', async () => {
    const { code, stdout } = await doctor('mixed');
    expect(code).toBe(1);
    expect(stdout).toContain('mcp__mixed__good');
    expect(stdout).toMatch(/Tools left out:\n {2}bad: .*inputSchema/);
  });

  it.each([
    ['ends at once', 'broken', ['failed after', 'no database at 10.0.0.1', 'Fix: Run it by hand']],
    ['never answers', 'silent', ['failed after', 'was not ready after 1500 ms', 'waiting for the license server']],
    ['is not a program', 'missing', ['failed after', 'no-such-program']],
    ['is disabled', 'resting', ['disabled', 'Fix: Remove disabled from mcpServers.resting']],
  ])(
    'exits with 1 for a server that %s, with the reason, its last words and what to do (MCP-06, MCP-07)',
    async (_, server, words) => {
      const { code, stdout, stderr } = await doctor(server);
      expect([code, stderr]).toEqual([1, '']);
      for (const word of words) expect(stdout).toContain(word);
    },
  );

  it('refuses an unknown server with the nearest name, and a server that is off before trust', async () => {
    const unknown = await doctor('everythin');
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('Did you mean everything?')]);
    const off = await loadout(['mcp', 'doctor', 'broken'], { cwd: folder(), trust: false });
    expect([off.code, off.stdout, off.stderr]).toEqual([6, '', expect.stringContaining('mcpServers.broken is off until then')]);
  });
});

describe('loadout mcp list', () => {
  it('names the servers with how they start, and starts none; before trust it says which are off', async () => {
    const cwd = folder();
    const { code, stdout } = await loadout(['mcp', 'list'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^everything +required +not locked +\S+ \S+/m);
    expect(stdout).toMatch(/^resting +disabled /m);
    const untrusted = await loadout(['mcp', 'list'], { cwd, trust: false });
    expect(untrusted.stdout).toMatch(/^broken +off +not trusted$/m);
  });
});
