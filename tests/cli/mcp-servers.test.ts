import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, lstatSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { loadout, loadoutProcess, project } from '../lib/loadout.js';

const CONFIG = '# Mine.\nagents: { a: { instructions: Hi. } }\n';
const serversIn = (folder: string) => parse(readFileSync(join(folder, 'agent.config.yaml'), 'utf8')).mcpServers;

describe('the lines by which vendors install their MCP servers, with loadout in the place of claude (GAP-D6)', () => {
  it.each<[string, object]>([
    ['mcp add files -- npx -y @scope/files /tmp', { command: 'npx', args: ['-y', '@scope/files', '/tmp'] }],
    [
      'mcp add files --scope project -e LEVEL=2 -e NAME=a=b -- npx x',
      { command: 'npx', args: ['x'], env: { LEVEL: '2', NAME: 'a=b' } },
    ],
    ['mcp add --transport http files https://mcp.example/mcp', { type: 'http', url: 'https://mcp.example/mcp' }],
    ['mcp add --scope user files --env LEVEL=2 -- npx x', { command: 'npx', args: ['x'], env: { LEVEL: '2' } }],
    [
      'mcp add -s user --transport http files https://mcp.example/mcp --header X-Key:${KEY}',
      { type: 'http', url: 'https://mcp.example/mcp', headers: { 'X-Key': '${KEY}' } },
    ],
    ['mcp add-json -s user files {"command":"x"}', { command: 'x' }],
    ['mcp add files https://mcp.example/mcp', { type: 'http', url: 'https://mcp.example/mcp' }],
    [
      'mcp add -t sse files https://mcp.example/sse -H X-Key:${KEY}',
      { type: 'sse', url: 'https://mcp.example/sse', headers: { 'X-Key': '${KEY}' } },
    ],
    ['mcp add-json files {"command":"x","alwaysLoad":true}', { command: 'x', alwaysLoad: true }],
  ])('%s', async (line, entry) => {
    const cwd = project({ 'agent.config.yaml': CONFIG });
    const { code, stdout, stderr } = await loadout(line.split(' '), { cwd, env: { KEY: 'k' } });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('loadout trust');
    expect(serversIn(cwd)).toEqual({ files: entry });
    expect(readFileSync(join(cwd, 'agent.config.yaml'), 'utf8')).toMatch(
      /^# Mine\.\n[\s\S]*\nagents: \{ a: \{ instructions: Hi\. \} \}\n$/,
    );
    const shown = await loadout(['mcp', 'get', 'files', '--json'], { cwd, env: { KEY: 'k' } });
    expect(JSON.parse(shown.stdout)).toMatchObject({ key: 'files', entry });
    expect((await loadout(['mcp', 'remove', 'files'], { cwd, env: { KEY: 'k' } })).code).toBe(0);
    expect(readFileSync(join(cwd, 'agent.config.yaml'), 'utf8').replace(/\n\n/, '\n')).toBe(CONFIG);
  });

  it.each([
    ['./ok.mcpb', './ok.mcpb'],
    ['ok.mcpb', './ok.mcpb'],
    ['./sub/ok.dxt', './sub/ok.dxt'],
    ['https://mcp.example/ok.mcpb', 'https://mcp.example/ok.mcpb'],
  ])('write the bundle %s as a source of the registry, for the lock to read', async (target, registry) => {
    const cwd = project({ 'agent.config.yaml': CONFIG });
    const { code, stdout, stderr } = await loadout(['mcp', 'add', 'files', target], { cwd });
    expect([code, stderr, stdout]).toEqual([0, '', expect.stringContaining('loadout lock')]);
    expect(serversIn(cwd)).toEqual({ files: { registry } });
  });

  it.each([
    ['mcp add files ok.mcpb x', /a bundle gets no arguments/],
    ['mcp add files ../ok.mcpb', /expected an address with https:, or a file in/],
    ['mcp add files http://mcp.example/ok.mcpb', /expected an address with https:, or a file in/],
  ])('refuse a bundle that no lock can read: %s', async (line, message) => {
    const cwd = project({ 'agent.config.yaml': CONFIG });
    const { code, stderr } = await loadout(line.split(' '), { cwd });
    expect([code === 0, stderr]).toEqual([false, expect.stringMatching(message)]);
    expect(readFileSync(join(cwd, 'agent.config.yaml'), 'utf8')).toBe(CONFIG);
  });

  it('refuse a bundle where there is no configuration', async () => {
    const { code, stderr } = await loadout(['mcp', 'add', 'files', './ok.mcpb'], { cwd: project({}) });
    expect([code === 0, stderr]).toEqual([false, expect.stringContaining('loadout init')]);
  });

  it('write .mcp.json where there is no configuration, and keep what is in it', async () => {
    const cwd = project({ '.mcp.json': '{ "other": 1, "mcpServers": { "old": { "command": "o" } } }' });
    expect((await loadout(['mcp', 'add', 'files', 'run-files'], { cwd })).code).toBe(0);
    const whole = () => JSON.parse(readFileSync(join(cwd, '.mcp.json'), 'utf8'));
    expect(whole()).toEqual({ other: 1, mcpServers: { old: { command: 'o' }, files: { command: 'run-files' } } });
    expect((await loadout(['mcp', 'remove', 'old'], { cwd })).code).toBe(0);
    expect(whole()).toEqual({ other: 1, mcpServers: { files: { command: 'run-files' } } });
  });

  it('keep the mode of .mcp.json, and a link that it is', async () => {
    const cwd = project({ 'shared.json': '{ "other": 1 }' });
    const [file, link] = [join(cwd, 'shared.json'), join(cwd, '.mcp.json')];
    chmodSync(file, 0o644);
    symlinkSync('shared.json', link);
    expect((await loadout(['mcp', 'add', 'files', 'run-files'], { cwd })).code).toBe(0);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ other: 1, mcpServers: { files: { command: 'run-files' } } });
    expect([lstatSync(link).isSymbolicLink(), statSync(file).mode & 0o777]).toEqual([true, 0o644]);
  });

  it('leave a .mcp.json whole that cannot be written, for example on a full disk', async () => {
    const text = '{ "other": 1 }';
    const cwd = project({ '.mcp.json': text });
    const { code, stderr } = await loadoutProcess(['mcp', 'add', 'files', 'x'], { cwd, limits: '-f 0' });
    expect([code === 0, stderr]).toEqual([false, expect.stringContaining('MCP_FILE_NOT_WRITTEN')]);
    expect(readFileSync(join(cwd, '.mcp.json'), 'utf8')).toBe(text);
  });

  it('neither wait for a pipe in the place of .mcp.json nor write where a link to nothing leads', async () => {
    const cwd = project({});
    const file = join(cwd, '.mcp.json');
    symlinkSync('elsewhere.json', file);
    expect((await loadout(['mcp', 'add', 'files', 'x'], { cwd })).stderr).toContain('MCP_FILE_UNCHANGED');
    expect(existsSync(join(cwd, 'elsewhere.json'))).toBe(false);
    rmSync(file);
    execFileSync('mkfifo', [file]);
    expect((await loadout(['mcp', 'get', 'files'], { cwd })).stderr).toContain('it is not a regular file');
  });

  it('say that a lock does not pin the server yet, and nothing of trust where the folder is trusted', async () => {
    const cwd = project({ 'agent.config.yaml': CONFIG });
    const env = { LOADOUT_STATE_DIR: project({}) };
    await loadout(['trust', '--folder'], { cwd, env, trust: false });
    expect((await loadout(['lock'], { cwd, env, trust: false })).code).toBe(0);
    const { code, stdout } = await loadout(['mcp', 'add', 'files', 'x'], { cwd, env, trust: false });
    expect([code, stdout]).toEqual([0, expect.stringContaining('Its tools are not pinned until you run: loadout lock\n')]);
    expect(stdout).not.toContain('loadout trust');
  });

  it('say that a secret is written down, and do not show it', async () => {
    const cwd = project({ 'agent.config.yaml': CONFIG });
    const { stdout, stderr } = await loadout(['mcp', 'add', 'files', '-e', 'API_KEY=s3cret', '--', 'x'], { cwd });
    expect(stderr).toContain('the value of API_KEY is now written into the file');
    expect(stdout + stderr).not.toContain('s3cret');
  });

  it.each<[string, string]>([
    ['mcp add old x', 'already has an MCP server old'],
    ['mcp add files x -H A:b', 'a command gets no headers'],
    ['mcp add -t http files x', '"x" is not a URL'],
    ['mcp add files https://mcp.example/mcp -e A=b', 'a URL gets no arguments and variables'],
    ['mcp add files x -e secretvalue', 'is not a pair'],
    ['mcp add-json files {"x":1}', 'has no command and no url'],
    ['mcp add-json files nonsense', 'is not JSON'],
    ['mcp add a__b x', 'is not a name for an MCP server'],
    ['mcp add-json files {"command":"x","cwdd":"y"}', 'cwdd'],
    ['mcp remove oldd', 'it has old'],
    ['mcp get nothing', 'it has old'],
    ['mcp add files x -s elsewhere', 'local'],
  ])('%s is refused, and changes nothing: %s', async (line, problem) => {
    const text = `${CONFIG}mcpServers: { old: { command: o } }\n`;
    const cwd = project({ 'agent.config.yaml': text });
    const { code, stderr } = await loadout(line.split(' '), { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain(problem);
    expect(stderr).not.toContain('secretvalue');
    expect(readFileSync(join(cwd, 'agent.config.yaml'), 'utf8')).toBe(text);
  });

  it('leave a .mcp.json with comments as it is', async () => {
    const cwd = project({ '.mcp.json': '{ // mine\n "mcpServers": {} }' });
    expect((await loadout(['mcp', 'add', 'files', 'x'], { cwd })).stderr).toContain('Add the entry by hand');
    expect(existsSync(join(cwd, 'agent.config.yaml'))).toBe(false);
  });
});
