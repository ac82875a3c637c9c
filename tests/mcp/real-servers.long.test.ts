import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { scripted } from '../cli/scripted.js';
import { everything, node, programOf, resultsOf, run, toolsOf } from './servers.js';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

/** The messages to the model, as the session stores them. */
const transcriptsIn = (folder: string) =>
  readdirSync(join(folder, '.home'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => readFileSync(join(folder, '.home', name), 'utf8'))
    .join('');

const processes = () => execFileSync('ps', ['-eo', 'args='], { encoding: 'utf8' });

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** server-everything over Streamable HTTP, once it listens. */
async function everythingOverHttp(): Promise<string> {
  const port = await freePort();
  const child = spawn(process.execPath, [programOf('everything'), 'streamableHttp'], {
    env: { PATH: process.env.PATH ?? '', PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const gone = once(child, 'exit');
  cleanUps.push(async () => {
    child.kill('SIGKILL');
    await gone;
  });
  let said = '';
  await new Promise<void>((resolve, reject) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (/listening on port/.test(said)) resolve();
    });
    gone.then(() => reject(new Error(`server-everything ended: ${said}`)));
  });
  return `http://127.0.0.1:${port}/mcp`;
}

/** A run of these turns with these servers. All of their tools are allowed. */
function runWith(
  mcpServers: Readonly<Record<string, unknown>>,
  { tools, files = {} }: { tools: readonly object[]; files?: object },
) {
  const folder = scripted({
    turns: [...tools.map((tool) => ({ tools: [tool] })), { text: 'Done.' }],
    config: { mcpServers, permissions: { allow: Object.keys(mcpServers).map((key) => `mcp__${key}`) } },
    files: files as Readonly<Record<string, string>>,
  });
  return { folder, finished: run(folder) };
}

describe('public servers, named in agent.config.yaml', () => {
  it('server-everything over stdio: text, images and structured results reach the model (MCP-01, MCP-02, MCP-11, MCP-22)', async () => {
    const tools = [
      { mcp__everything__echo: { message: 'hello' } },
      { 'mcp__everything__get-sum': { a: 2, b: 40 } },
      { 'mcp__everything__get-tiny-image': {} },
      { 'mcp__everything__get-structured-content': { location: 'New York' } },
    ];
    const { folder, finished } = runWith({ everything }, { tools });
    const { code, events, stderr } = await finished;
    expect(code, stderr).toBe(0);
    const results = resultsOf(events);
    expect(results.map(({ isError }) => isError)).toEqual([false, false, false, false]);
    expect(results.map(({ content }) => content)).toEqual([
      'Echo: hello',
      expect.stringContaining('42'),
      expect.stringContaining('image you requested'),
      expect.stringContaining('temperature'),
    ]);
    expect(transcriptsIn(folder)).toContain('image/png');
  });

  it('server-everything over Streamable HTTP: the same calls give the same (MCP-01)', async () => {
    const remote = { type: 'http', url: await everythingOverHttp(), start: 'required' };
    const tools = [{ mcp__remote__echo: { message: 'hello' } }, { 'mcp__remote__get-sum': { a: 2, b: 40 } }];
    const { code, events, stderr } = await runWith({ remote }, { tools }).finished;
    expect(code, stderr).toBe(0);
    expect(resultsOf(events)).toMatchObject([
      { content: 'Echo: hello', isError: false },
      { content: expect.stringContaining('42'), isError: false },
    ]);
  });

  it('server-filesystem: reads and writes inside the working directory, and its refusal outside is an error result (MCP-11, MCP-15)', async () => {
    const files = node(programOf('filesystem'), '.');
    const tools = [
      { mcp__files__read_text_file: { path: 'note.txt' } },
      { mcp__files__write_file: { path: 'made.txt', content: 'by the server' } },
      { mcp__files__read_text_file: { path: '/etc/hostname' } },
    ];
    const { folder, finished } = runWith({ files }, { tools, files: { 'note.txt': 'from the file' } });
    const { code, events, stderr } = await finished;
    expect(code, stderr).toBe(0);
    expect(resultsOf(events)).toMatchObject([
      { content: 'from the file', isError: false },
      { isError: false },
      { content: expect.stringContaining('outside allowed directories'), isError: true },
    ]);
    expect(readFileSync(join(folder, 'made.txt'), 'utf8')).toBe('by the server');
  });

  it('server-memory: stores its input in the file that its env names (MCP-08, MCP-09)', async () => {
    const entity = { name: 'Loadout', entityType: 'project', observations: ['declares agents in YAML'] };
    const tools = [{ mcp__memory__create_entities: { entities: [entity] } }, { mcp__memory__search_nodes: { query: 'YAML' } }];
    const memory = { ...node(programOf('memory')), env: { MEMORY_FILE_PATH: '${workspace}/memory.jsonl' } };
    const { folder, finished } = runWith({ memory }, { tools });
    const { code, events, stderr } = await finished;
    expect(code, stderr).toBe(0);
    expect(resultsOf(events).map(({ isError }) => isError)).toEqual([false, false]);
    expect(resultsOf(events)[1]?.content).toContain('declares agents in YAML');
    expect(readFileSync(join(folder, 'memory.jsonl'), 'utf8')).toContain('"Loadout"');
  });

  it('all three at once in one agent: each tool under its server, and no process is left (MCP-02, MCP-06)', async () => {
    const servers = { everything, files: node(programOf('filesystem'), '${workspace}'), memory: node(programOf('memory')) };
    const { folder, finished } = runWith(servers, { tools: [{ mcp__everything__echo: { message: 'x' } }] });
    const { code, events, stderr } = await finished;
    expect(code, stderr).toBe(0);
    expect(toolsOf(events)).toEqual(
      expect.arrayContaining(['mcp__everything__echo', 'mcp__files__read_text_file', 'mcp__memory__read_graph']),
    );
    expect(processes()).not.toContain(folder);
  });
});
