import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { startOtlpSink } from '@loadout/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { loadout, project } from './lib/loadout.js';

/** A stdio server that writes down the `_meta` of each call. */
const SERVER = `
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
const answers = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'n', version: '1' } }),
  'tools/list': () => ({ tools: [{ name: 'look', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } }] }),
  'tools/call': ({ _meta }) => {
    appendFileSync('meta.txt', (_meta.traceparent ?? 'none') + '\\n');
    return { content: [{ type: 'text', text: 'seen' }] };
  },
};
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id !== undefined && answers[method]) process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result: answers[method](params) }) + '\\n');
}
`;

const CONFIG = (telemetry: string) => `
plugins: { shell: "@loadout/tool-shell", agents: "@loadout/tool-agents", fs: "@loadout/tool-fs" }
providers:
  lead: { use: "@loadout/model-script", options: { file: lead.yaml } }
  helper: { use: "@loadout/model-script", options: { file: helper.yaml } }
mcpServers: { notes: { command: node, args: [server.mjs], start: eager } }
permissions: { allow: [Bash, mcp__notes] }
hooks:
  PreToolUse:
    - matcher: Bash
      hooks: [{ type: command, command: 'echo $TRACEPARENT >> hook.txt' }]
agents:
  lead: { model: lead/x, tools: [Agent, mcp__notes__look], subagents: { helper: {} } }
  helper: { description: Helps., model: helper/x, tools: [Bash] }
${telemetry}`;

const ALONE = `
providers: { lead: { use: "@loadout/model-script", options: { file: lead.yaml } } }
agents: { lead: { model: lead/x } }
`;

const files = (telemetry: string) => ({
  'agent.config.yaml': CONFIG(telemetry),
  'server.mjs': SERVER,
  'lead.yaml':
    'turns:\n  - tools: [{ mcp__notes__look: {} }, { Agent: { subagent_type: helper, prompt: Go., description: d } }]\n  - text: Done.\n',
  'helper.yaml': 'turns:\n  - tools: [{ Bash: { command: "echo $TRACEPARENT > child.txt" } }]\n  - text: Helped.\n',
});

async function listening(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const parentOf = (cwd: string, name: string) => readFileSync(join(cwd, name), 'utf8').trim().split('-')[2];

describe('telemetry of a team (issue 18)', () => {
  it('is one trace, in which an MCP server, a hook and a command are below the call that started them', async () => {
    const sink = await startOtlpSink();
    onTestFinished(() => sink.close());
    const cwd = project(files(`telemetry: { otel: { endpoint: "${sink.url}" } }\n`));
    const { code, stderr } = await loadout(['run', 'lead', 'Go.'], { cwd });
    expect(code, stderr).toBe(0);
    expect(sink.tree()).toBe(
      [
        'invoke_agent lead',
        '  chat x',
        '  execute_tool mcp__notes__look',
        '  execute_tool Agent',
        '    invoke_agent helper',
        '      chat x',
        '      execute_tool Bash',
        '        loadout.hook PreToolUse',
        '      chat x',
        '  chat x',
      ].join('\n'),
    );
    expect(new Set(sink.spans.map(({ traceId }) => traceId)).size).toBe(1);
    const idOf = (name: string) => sink.spans.find((span) => span.name === name)?.spanId;
    expect(parentOf(cwd, 'child.txt')).toBe(idOf('execute_tool Bash'));
    expect(parentOf(cwd, 'hook.txt')).toBe(idOf('execute_tool Bash'));
    expect(parentOf(cwd, 'meta.txt')).toBe(idOf('execute_tool mcp__notes__look'));
    const allowed = sink.spans.find(({ name }) => name === 'execute_tool Bash')?.events[0]?.attributes;
    expect(allowed).toMatchObject({
      'loadout.permission.decision': 'allow',
      'loadout.permission.source': expect.stringMatching(/agent\.config\.yaml:7:\d+$/),
    });
  });

  it('is the same run with every collector that does not work: output, exit code and events', async () => {
    const collectors: readonly RequestListener[] = [
      () => {},
      (_, response) => void response.writeHead(500).end(),
      (_, response) => void response.writeHead(503, { 'retry-after': '3600' }).end(),
      (request) => void request.socket.end('nonsense\r\n\r\n'),
    ];
    const runWith = async (telemetry: string) => {
      const cwd = project({ 'agent.config.yaml': `${ALONE}${telemetry}`, 'lead.yaml': 'turns:\n  - text: Done.\n' });
      const { code, stdout, stderr } = await loadout(['run', 'lead', 'Go.'], { cwd });
      return { code, stdout, problems: stderr.split('\n').filter((line) => /telemetry|error/i.test(line)) };
    };
    const plain = await runWith('');
    expect(plain.code).toBe(0);
    for (const url of ['http://127.0.0.1:9', ...(await Promise.all(collectors.map(listening)))])
      expect(await runWith(`telemetry: { otel: { endpoint: "${url}" } }\n`)).toEqual(plain);
  });

  it('is off without telemetry.otel and LOADOUT_TELEMETRY: nothing is sent, and no child gets a trace', async () => {
    const sink = await startOtlpSink();
    onTestFinished(() => sink.close());
    const cwd = project(files(''));
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: sink.url };
    expect((await loadout(['run', 'lead', 'Go.'], { cwd, env })).code).toBe(0);
    expect([sink.bodies.length, readFileSync(join(cwd, 'meta.txt'), 'utf8')]).toEqual([0, 'none\n']);
    await loadout(['run', 'lead', 'Go.'], { cwd, env: { ...env, LOADOUT_TELEMETRY: '1' } });
    expect(sink.bodies.length).toBeGreaterThan(0);
    const before = sink.bodies.length;
    writeFileSync(join(cwd, 'agent.config.yaml'), CONFIG('telemetry: { otel: false }\n'));
    await loadout(['run', 'lead', 'Go.'], { cwd, env: { ...env, LOADOUT_TELEMETRY: '1' } });
    expect(sink.bodies.length).toBe(before);
  });
});
