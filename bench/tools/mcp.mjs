import { fileURLToPath } from 'node:url';
import { createMcpConnections } from '../../packages/mcp/dist/index.js';
import { callTool, testContext } from '../../packages/testing/dist/index.js';
import { interleave, median } from '../lib/measure.mjs';
import { ms, printTable, ratio } from '../lib/table.mjs';

// A handshake, and calls over it (PERF-02).
const SERVER = { command: process.execPath, args: [fileURLToPath(new URL('mcp-echo-server.mjs', import.meta.url))] };
const WORKLOADS = [
  { name: 'a short text', text: 'hello', times: 200 },
  { name: '1 MB of text', text: 'hello world, '.repeat(80_000), times: 5 },
];

/** A tool call over stdio, as the loop makes it, against the bare client of the SDK with the same server. */
export async function mcpBench({ rounds }) {
  const context = testContext();
  const { Client } = await import('@modelcontextprotocol/client');
  const { StdioClientTransport } = await import('@modelcontextprotocol/client/stdio');
  const client = new Client({ name: 'bare', version: '1' });
  const connections = createMcpConnections({ servers: { echo: SERVER }, cwd: context.dir, env: { PATH: process.env.PATH } });
  try {
    await Promise.all([client.connect(new StdioClientTransport(SERVER)), connections.settled()]);
    const [tool] = connections.tools();
    const rows = [];
    for (const { name, text, times } of WORKLOADS) {
      const ours = () => callTool(tool, { text }, context);
      const bare = () => client.callTool({ name: 'echo', arguments: { text } });
      const contenders = [
        { name: 'ours', run: () => timed(ours, times) },
        { name: 'bare', run: () => timed(bare, times) },
      ];
      const results = await interleave(contenders, { rounds, warmup: 3 });
      const [mine, theirs] = ['ours', 'bare'].map((one) => median(results.get(one)));
      rows.push([name, ms(mine), ms(theirs), ratio(mine, theirs)]);
    }
    printTable('An MCP tool call over stdio against the bare client of the SDK (ms)', ['', 'Loadout', 'bare', 'ratio'], rows);
  } finally {
    await Promise.all([client.close(), connections.close()]);
    context.dispose();
  }
}

/** Milliseconds for one, as the mean of a few. */
async function timed(call, times) {
  const start = performance.now();
  for (let count = 0; count < times; count++) {
    const { isError, content } = await call();
    if (isError) throw new Error(JSON.stringify(content).slice(0, 500));
  }
  return (performance.now() - start) / times;
}
