import { existsSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { judgeConfig } from '@loadout/config';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterEach, describe, expect, it } from 'vitest';
import { type Scripted, scripted } from '../cli/scripted.js';
import { bin, environmentOf, loadout, type Started, startLoadout } from '../lib/loadout.js';
import { WarmTransport } from './warm-transport.js';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

type Options = ConstructorParameters<typeof Client>[1];

async function envOf(folder: string): Promise<Record<string, string>> {
  const env = { PATH: process.env.PATH ?? '', HOME: join(folder, '.home') };
  const verdict = await judgeConfig({ cwd: folder, env, trust: { file: join(folder, 'nobody', 'trust.json') } });
  return verdict.parts.length === 0 ? env : { ...env, LOADOUT_TRUST: verdict.hash };
}

/** A client of the command, over its standard input and output. */
async function connect(folder: string, args: readonly string[] = [], options?: Options) {
  const call = { argv: ['serve', 'mcp', ...args], cwd: folder, env: environmentOf({ cwd: folder, env: await envOf(folder) }) };
  return connectOver(new WarmTransport(call), options);
}

/** Connects a client to a command in a process of its own. */
async function connectToProcess(folder: string, args: readonly string[] = []) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [bin, 'serve', 'mcp', ...args],
    cwd: folder,
    env: await envOf(folder),
    stderr: 'pipe',
  });
  return { ...(await connectOver(transport)), pid: transport.pid ?? 0 };
}

async function connectOver(transport: WarmTransport | StdioClientTransport, options?: Options) {
  const told = { stderr: '' };
  transport.stderr?.on('data', (chunk: Buffer) => {
    told.stderr += chunk.toString();
  });
  const faults: Error[] = [];
  const client = new Client({ name: 'test', version: '1' }, options);
  client.onerror = (error) => faults.push(error);
  cleanUps.push(() => client.close());
  await client.connect(transport).catch((error: Error) => {
    throw new Error(`${error.message}: ${told.stderr}`);
  });
  return { client, told, faults };
}

const folderWith = (more: Partial<Scripted> = {}) => scripted({ turns: [{ text: 'Done.' }], ...more });
const textOf = (result: unknown) =>
  ((result as { content: { text?: string }[] }).content ?? []).map(({ text }) => text).join('\n');
const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** Plugin code of the folder itself. It logs to the stream that is reserved for frames of the protocol. */
const OWN_PLUGIN = `
console.log('logged at import');
process.stdout.write('written at import\\n');
export default {
  name: 'own', api: 1,
  setup: () => ({ tools: [
    { name: 'where', description: 'Tells its context.', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true },
      call: (_, { toolUseId, cwd }) => { process.stdout.write('written in a call\\n'); return JSON.stringify({ toolUseId, cwd }); } },
    { name: 'kinds', description: 'One of each.', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true },
      outputSchema: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] },
      call: () => ({ structuredContent: { n: 1 }, content: [
        { type: 'text', text: 'words' }, { type: 'image', data: 'aGk=', mimeType: 'image/png' },
        { type: 'resource', resource: { uri: 'x://1', mimeType: 'text/plain', text: 'inside' } },
        { type: 'resource_link', uri: 'x://2' } ] }) },
    { name: 'slow', description: 'Runs until it is stopped.', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true },
      call: async (_, { signal, progress, cwd }) => {
        const { writeFileSync } = await import('node:fs');
        progress('begun'); progress('going on');
        await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
        writeFileSync(cwd + '/stopped', 'yes');
        return 'stopped';
      } },
  ] }),
};
`;
const own = (more: Partial<Scripted> = {}) =>
  folderWith({
    ...more,
    files: { 'own.mjs': OWN_PLUGIN, ...more.files },
    config: {
      plugins: { fs: '@loadout/tool-fs', shell: '@loadout/tool-shell', own: './own.mjs' },
      permissions: { allow: ['own__where', 'own__kinds', 'own__slow'] },
      ...more.config,
    },
  });

it('serves the commands of the configuration, with their annotations and under their rules', async () => {
  const tools = {
    count: {
      description: 'Counts words.',
      run: ['wc', '-w'],
      stdin: '{text}',
      input: { text: { type: 'string' } },
      readOnly: true,
    },
    wipe: { description: 'Removes.', run: ['rm', '--', '{file}'], input: { file: { type: 'string' } } },
  };
  const { client } = await connect(folderWith({ config: { tools } }), ['--plugin', '@loadout/tool-script']);
  const { tools: listed } = await client.listTools();
  const shown = (name: string) => listed.find((one) => one.name === name);
  expect(shown('count')).toMatchObject({
    description: 'Counts words.',
    annotations: { readOnlyHint: true, destructiveHint: false },
  });
  expect(shown('wipe')).toMatchObject({ annotations: { readOnlyHint: false, destructiveHint: true } });
  expect(textOf(await client.callTool({ name: 'count', arguments: { text: 'one two' } })).trim()).toBe('2');
  expect(textOf(await client.callTool({ name: 'wipe', arguments: { file: 'agent.config.yaml' } }))).toContain('needs approval');
});

it('logs each call of a client, and each run of the agent, with --log (U11)', async () => {
  const folder = folderWith({ config: { permissions: { allow: ['Bash(echo:*)'] } } });
  const { client } = await connect(folder, ['--log', 'calls.jsonl']);
  await client.callTool({ name: 'Bash', arguments: { command: 'echo hello' } });
  await client.callTool({ name: 'Bash', arguments: { command: 'rm -rf x' } });
  await client.callTool({ name: 'agent_prompt', arguments: { task: 'Go.' } });
  await client.close();
  const text = () => readFileSync(join(folder, 'calls.jsonl'), 'utf8');
  await until(() => text().includes('run.ended'));
  const lines = text().trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line)).map(({ event, tool, outcome }) => [event, tool, outcome])).toEqual([
    ['call', 'Bash', 'done'],
    ['call', 'Bash', 'denied'],
    ['run.started', undefined, undefined],
    ['run.ended', undefined, 'success'],
  ]);
  expect(text()).not.toContain('echo hello');
});

describe('loadout serve mcp', () => {
  it('lists the tools of the agent, and the agent itself as agent_prompt, which gives its final text (MCPS-14)', async () => {
    const { client } = await connect(folderWith({ agent: { tools: ['Read', 'Glob'], description: 'Looks things up.' } }));
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['Glob', 'Read', 'agent_prompt']);
    expect(tools.at(-1)?.description).toContain('Looks things up.');
    expect(client.getServerVersion()?.name).toBe('loadout-helper');
    expect(await client.callTool({ name: 'agent_prompt', arguments: { task: 'Go.' } })).toMatchObject({
      content: [{ type: 'text', text: 'Done.' }],
    });
  });

  it('tells what agent_prompt does while it runs, and why it did not finish (MCPS-14)', async () => {
    const turns = [{ tools: [{ Read: { file_path: 'note.txt' } }] }, { text: 'Read it.' }];
    const folder = folderWith({ turns, agent: { limits: { turns: 1 } }, files: { 'note.txt': 'from the file' } });
    const { client } = await connect(folder);
    const heard: (string | undefined)[] = [];
    const onprogress = ({ message }: { message?: string | undefined }) => void heard.push(message);
    const result = await client.callTool({ name: 'agent_prompt', arguments: { task: 'Go.' } }, { onprogress });
    expect(textOf(result)).toBe('Read it.');
    expect(heard.join()).toContain('note.txt');
    expect(await client.callTool({ name: 'agent_prompt', arguments: {} })).toMatchObject({ isError: true });
  });

  it('serves the tools of one plugin, by its mount or its package, without the agent (MCPS-17)', async () => {
    const folder = folderWith();
    for (const name of ['fs', 'tool-fs', '@loadout/tool-fs']) {
      const { client } = await connect(folder, ['--plugin', name]);
      const names = (await client.listTools()).tools.map((tool) => tool.name);
      expect(names).toEqual(expect.arrayContaining(['Read', 'Write', 'Edit']));
      expect(names).not.toContain('Bash');
      expect(names).not.toContain('agent_prompt');
      await client.close();
    }
  });

  it('runs a call under the rules of the agent; a call that needs approval is denied, with a rule that would allow it (MCPS-17)', async () => {
    const folder = folderWith({ files: { 'note.txt': 'from the file' }, config: { permissions: { deny: ['Read(*.key)'] } } });
    writeFileSync(join(folder, 'secret.key'), 'x');
    const { client } = await connect(folder, ['--allow', 'Bash(echo:*)']);
    expect(textOf(await client.callTool({ name: 'Read', arguments: { file_path: 'note.txt' } }))).toContain('from the file');
    const denied = await client.callTool({ name: 'Read', arguments: { file_path: 'secret.key' } });
    expect(denied).toMatchObject({ isError: true });
    expect(textOf(denied)).toContain('Read(*.key)');
    const unasked = await client.callTool({ name: 'Write', arguments: { file_path: 'new.txt', content: 'x' } });
    expect(unasked).toMatchObject({ isError: true });
    expect(textOf(unasked)).toMatch(/no rule allows it[\s\S]*allow/i);
    expect(existsSync(join(folder, 'new.txt'))).toBe(false);
    expect(textOf(await client.callTool({ name: 'Bash', arguments: { command: 'echo hello' } }))).toContain('hello');
  });

  it("runs calls in the session's own context: the client's tool use id, the folder, the hooks, the journal (MCPS-15)", async () => {
    const command = 'cat > hook-input.json; echo no globbing here >&2; exit 2';
    const block = { matcher: 'Glob', hooks: [{ type: 'command', command }] };
    const folder = own({ config: { hooks: { PreToolUse: [block] } } });
    const { client } = await connect(folder);
    const call = { name: 'own__where', arguments: {}, _meta: { 'claudecode/toolUseId': 'toolu_01abc' } };
    expect(JSON.parse(textOf(await client.callTool(call)))).toEqual({ toolUseId: 'toolu_01abc', cwd: realpathSync(folder) });
    const blocked = await client.callTool({
      name: 'Glob',
      arguments: { pattern: '*' },
      _meta: { 'claudecode/toolUseId': 'toolu_02' },
    });
    expect(blocked).toMatchObject({ isError: true });
    expect(textOf(blocked)).toContain('no globbing here');
    const seen = JSON.parse(readFileSync(join(folder, 'hook-input.json'), 'utf8'));
    expect(seen).toMatchObject({ tool_use_id: 'toolu_02', tool_input: { pattern: '*' } });
    await client.close();
    const lines = readFileSync(seen.transcript_path, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.filter(({ t }) => t === 'ended').map(({ id, outcome }) => [id, outcome])).toEqual([
      ['toolu_01abc', 'done'],
      ['toolu_02', 'denied'],
    ]);
    expect(lines.at(-1)).toMatchObject({ t: 'end' });
  });

  it('answers with the reason of a hook that ended the session, from then on (MCPS-15)', async () => {
    const command = `echo '{"continue": false, "stopReason": "that is enough"}'`;
    const { client } = await connect(own({ config: { hooks: { PostToolUse: [{ hooks: [{ type: 'command', command }] }] } } }));
    await client.callTool({ name: 'own__where', arguments: {} });
    const later = await client.callTool({ name: 'own__where', arguments: {} });
    expect(later).toMatchObject({ isError: true });
    expect(textOf(later)).toContain('that is enough');
  });

  it('gives every kind of block, and structured content beside them (MCPS-17)', async () => {
    const { client } = await connect(own());
    const { tools } = await client.listTools();
    expect(tools.find(({ name }) => name === 'own__kinds')?.outputSchema).toMatchObject({ required: ['n'] });
    expect(await client.callTool({ name: 'own__kinds', arguments: {} })).toMatchObject({
      content: [
        { type: 'text', text: 'words' },
        { type: 'image', data: 'aGk=', mimeType: 'image/png' },
        { type: 'resource', resource: { uri: 'x://1', mimeType: 'text/plain', text: 'inside' } },
        { type: 'resource_link', uri: 'x://2', name: 'x://2' },
      ],
      structuredContent: { n: 1 },
    });
  });

  it('answers a call of a tool that is not there with a protocol error that names the nearest (MCPS-17)', async () => {
    const { client } = await connect(folderWith());
    await expect(client.callTool({ name: 'Raed', arguments: {} })).rejects.toThrow(/Raed[\s\S]*Read/);
  });

  it('leaves standard output to the protocol, whatever a plugin writes there (MCPS-17)', async () => {
    const { client, told, faults } = await connectToProcess(own());
    await client.callTool({ name: 'own__where', arguments: {} });
    expect(faults).toEqual([]);
    expect(told.stderr).toContain('written at import');
    expect(told.stderr).toContain('written in a call');
  });

  it('sends progress to a client that asks for it, and aborts a cancelled call (MCPS-11, MCPS-15)', async () => {
    const folder = own();
    const { client } = await connect(folder);
    const heard: (string | undefined)[] = [];
    const takenBack = new AbortController();
    const call = client.callTool(
      { name: 'own__slow', arguments: {} },
      { signal: takenBack.signal, onprogress: ({ message }) => void heard.push(message) },
    );
    call.catch(() => {});
    await until(() => heard.length === 2);
    expect(heard).toEqual(['begun', 'going on']);
    takenBack.abort();
    await expect(call).rejects.toThrow();
    await until(() => existsSync(join(folder, 'stopped')));
  });

  it('speaks the newest revision of the protocol too (MCPS-17)', async () => {
    const { client } = await connect(folderWith(), [], { versionNegotiation: { mode: { pin: '2026-07-28' } } });
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('Read');
    expect(textOf(await client.callTool({ name: 'agent_prompt', arguments: { task: 'Go.' } }))).toBe('Done.');
  });

  it.each(['SIGTERM', 'SIGINT', 'end of stdin'] as const)('ends with %s, and so do its processes (MCPS-17)', async (how) => {
    const folder = folderWith();
    const { client, pid } = await connectToProcess(folder, ['--allow', 'Bash']);
    const command = `sh -c 'echo $$ > pid; while :; do sleep 1; done'`;
    client.callTool({ name: 'Bash', arguments: { command } }).catch(() => {});
    await until(() => existsSync(join(folder, 'pid')) && readFileSync(join(folder, 'pid'), 'utf8').trim() !== '');
    const child = Number(readFileSync(join(folder, 'pid'), 'utf8'));
    if (how === 'end of stdin') await client.close();
    else process.kill(pid, how);
    await until(() => !isAlive(pid) && !isAlive(child));
    expect(sessionFiles(folder).filter((file) => file.endsWith('.lock'))).toEqual([]);
  });

  it('refuses a plugin that is not mounted and flags that do nothing, on standard error alone (MCPS-17)', async () => {
    const unknown = await loadout(['serve', 'mcp', '--plugin', 'fz'], { cwd: folderWith() });
    expect(unknown).toMatchObject({ code: 2, stdout: '' });
    expect(unknown.stderr).toMatch(/SERVE_PLUGIN_UNKNOWN[\s\S]*fs/);
    const alone = await loadout(['serve', 'mcp', '--port', '1234'], { cwd: folderWith() });
    expect(alone).toMatchObject({ code: 2, stdout: '' });
  });
});

const sessionFiles = (folder: string) => readdirSync(join(folder, '.home'), { recursive: true }).map(String);

describe('loadout serve mcp --http', () => {
  it('ends with SIGTERM while a call runs, together with the processes of the call (MCPS-17)', async () => {
    const folder = folderWith();
    const started = await start(folder, ['--allow', 'Bash', '--token-env', 'T'], { T: 'a-token-of-enough-characters' });
    const client = await connectTo({ url: started.url, token: 'a-token-of-enough-characters' });
    client.callTool({ name: 'Bash', arguments: { command: "sh -c 'echo $$ > pid; while :; do sleep 1; done'" } }).catch(() => {});
    await until(() => existsSync(join(folder, 'pid')) && readFileSync(join(folder, 'pid'), 'utf8').trim() !== '');
    const child = Number(readFileSync(join(folder, 'pid'), 'utf8'));
    started.server.kill('SIGTERM');
    expect(await started.server.finished).toMatchObject({ code: 0, stdout: '' });
    await until(() => !isAlive(child));
  });

  async function start(folder: string, args: readonly string[] = [], env: Record<string, string> = {}) {
    const server: Started = await startLoadout(['serve', 'mcp', '--http', ...args], { cwd: folder, env });
    cleanUps.push(async () => {
      server.kill('SIGTERM');
      await server.finished;
    });
    await until(() => /(?:Token: \S+|at http\S+)\n$/.test(server.errors()) || !server.running());
    if (args.length === 0) await until(() => /Token: \S+/.test(server.errors()));
    const url = new URL(/http:\S+/.exec(server.errors())?.[0] ?? '');
    return { server, url, token: /Token: (\S+)/.exec(server.errors())?.[1] ?? '' };
  }

  async function connectTo({ url, token }: { url: URL; token: string }, options?: Options) {
    const client = new Client({ name: 'test', version: '1' }, options);
    cleanUps.push(() => client.close());
    await client.connect(
      new StreamableHTTPClientTransport(url, { requestInit: { headers: { authorization: `Bearer ${token}` } } }),
    );
    return client;
  }

  it.each(['2025-11-25', '2026-07-28'])('serves %s: tools, progress, cancellation (MCPS-17)', async (version) => {
    const folder = own();
    const mode = version === '2026-07-28' ? { pin: version } : ('legacy' as const);
    const client = await connectTo(await start(folder), { versionNegotiation: { mode } });
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['Read', 'agent_prompt']));
    expect(textOf(await client.callTool({ name: 'agent_prompt', arguments: { task: 'Go.' } }))).toBe('Done.');
    const heard: (string | undefined)[] = [];
    const takenBack = new AbortController();
    const call = client.callTool(
      { name: 'own__slow', arguments: {} },
      { signal: takenBack.signal, onprogress: ({ message }) => void heard.push(message) },
    );
    call.catch(() => {});
    await until(() => heard.length === 2);
    takenBack.abort();
    await until(() => existsSync(join(folder, 'stopped')));
  });

  it('refuses a missing or wrong token, another Host or Origin, and a body that is too large (MCPS-17)', async () => {
    const { url, token } = await start(folderWith());
    expect(url.hostname).toBe('127.0.0.1');
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    const ask = async (headers: Record<string, string>, what = body) =>
      (await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: what })).status;
    const authorization = `Bearer ${token}`;
    expect(await ask({})).toBe(401);
    expect(await ask({ authorization: `Bearer ${token}x` })).toBe(401);
    expect(await ask({ authorization: `Basic ${token}` })).toBe(401);
    expect(await ask({ authorization, origin: 'https://evil.example' })).toBe(403);
    expect(await ask({ authorization, origin: 'null' })).toBe(403);
    expect(await statusOf(url, { authorization, host: 'evil.example' })).toBe(403);
    expect(await statusOf(url, { authorization, host: `127.0.0.1.evil.example:${url.port}` })).toBe(403);
    expect(await ask({ authorization }, 'x'.repeat(5 * 1024 * 1024))).toBe(413);
    expect(await statusOf(url, { authorization, 'transfer-encoding': 'chunked' }, 'x'.repeat(5 * 1024 * 1024))).toBe(413);
    expect(await ask({ authorization })).toBe(400);
    expect(await ask({ authorization, 'mcp-session-id': 'unknown' })).toBe(404);
    expect(await ask({ authorization }, 'no json')).toBe(400);
  });

  it('takes the token from a variable, never prints it, and refuses a guessable token (MCPS-17)', async () => {
    const token = 'a-token-of-enough-characters';
    const started = await start(folderWith(), ['--token-env', 'MCP_TOKEN'], { MCP_TOKEN: token });
    expect(started.server.errors()).not.toContain(token);
    const client = await connectTo({ url: started.url, token });
    expect((await client.listTools()).tools.length).toBeGreaterThan(1);
    const short = await loadout(['serve', 'mcp', '--http', '--token-env', 'MCP_TOKEN'], {
      cwd: folderWith(),
      env: { MCP_TOKEN: 'x' },
    });
    expect(short).toMatchObject({ code: 2 });
    expect(short.stderr).toContain('SERVE_TOKEN');
  });

  it('gives each client a session of its own (MCPS-15)', async () => {
    const folder = folderWith({ files: { 'note.txt': 'old' }, config: { permissions: { mode: 'acceptEdits' } } });
    const started = await start(folder);
    const [one, other] = [await connectTo(started), await connectTo(started)];
    await one.callTool({ name: 'Read', arguments: { file_path: 'note.txt' } });
    const edit = { name: 'Edit', arguments: { file_path: 'note.txt', old_string: 'old', new_string: 'new' } };
    expect(await other.callTool(edit)).toMatchObject({ isError: true });
    expect((await one.callTool(edit)).isError ?? false).toBe(false);
    expect(readFileSync(join(folder, 'note.txt'), 'utf8')).toBe('new');
    started.server.kill('SIGTERM');
    expect(await started.server.finished).toMatchObject({ code: 0, stdout: '' });
    expect(sessionFiles(folder).filter((file) => file.endsWith('.lock'))).toEqual([]);
  });
});

/** `fetch` does not let a caller choose these headers. */
async function statusOf(url: URL, headers: Record<string, string>, body = '{}'): Promise<number | undefined> {
  const { request } = await import('node:http');
  return new Promise((resolve, reject) => {
    const asked = request(url, { method: 'POST', headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    asked.on('error', reject);
    asked.end(body);
  });
}
