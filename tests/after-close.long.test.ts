import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { messagesWire, responsesWire, startMockApi } from '@loadout/testing';
import { expect, it } from 'vitest';
import { project, root } from './lib/loadout.js';

/** An application: one run of an agent, and then what still holds its process. */
const APPLICATION = `
import { loadConfig } from '@loadout/config';
import { createAgent } from '@loadout/runner';

const { plan } = await loadConfig({ cwd: process.cwd(), env: process.env });
const agent = await createAgent({ plan });
const { outcome } = await agent.run('Go.').result;
await agent.close();
console.log(JSON.stringify({ outcome, held: process.getActiveResourcesInfo().filter((name) => name !== 'PipeWrap') }));
`;

const CONFIG = `
plugins: { fs: "@loadout/tool-fs", shell: "@loadout/tool-shell" }
providers: { openai: { use: "@loadout/model-openai" } }
permissions: { allow: ["Bash(echo *)", "Bash(sleep *)"] }
mcpServers: { echo: { start: eager, command: ${JSON.stringify(process.execPath)}, args: [${JSON.stringify(join(root, 'bench/tools/mcp-echo-server.mjs'))}] } }
`;

const CALLS = [
  { tools: [{ name: 'Bash', input: { command: 'echo here' } }] },
  { tools: [{ name: 'Bash', input: { command: 'sleep 600', run_in_background: true } }] },
  { tools: [{ name: 'Glob', input: { pattern: '*' } }] },
  { text: 'Done.' },
];

it.each([
  { provider: 'anthropic', wire: messagesWire },
  { provider: 'openai', wire: responsesWire },
])('nothing of an agent with $provider holds its application after close', async ({ provider, wire }) => {
  const api = await startMockApi({ replies: CALLS, wire });
  try {
    const agent = `agents: { helper: { model: ${provider}/mock, instructions: Answer., tools: ["*"] } }`;
    const cwd = project({ 'agent.config.yaml': `${CONFIG}${agent}\n` });
    writeFileSync(join(cwd, 'application.mjs'), APPLICATION);
    const env = {
      PATH: process.env.PATH,
      HOME: cwd,
      ANTHROPIC_BASE_URL: api.url,
      ANTHROPIC_API_KEY: 'test',
      OPENAI_BASE_URL: api.url,
      OPENAI_API_KEY: 'test',
    };
    const { stdout } = await promisify(execFile)(process.execPath, ['application.mjs'], { cwd, env });
    expect(JSON.parse(stdout)).toEqual({ outcome: 'success', held: [] });
    expect(api.requests).toHaveLength(CALLS.length);
  } finally {
    await api.close();
  }
});
