import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findConfig, judgeConfig } from '@loadout/config';
import { judgeTests } from '@loadout/test';
import { describe, expect, it } from 'vitest';
import { loadout, project } from '../lib/loadout.js';

const server = fileURLToPath(new URL('tools-from-file.mjs', import.meta.url));
const hostile = fileURLToPath(new URL('../../packages/mcp/src/testing/hostile-server.mjs', import.meta.url));
const TOOL = {
  name: 'search',
  description: 'Searches.',
  inputSchema: { type: 'object', properties: { for: { type: 'string' } } },
};

/** A program that writes a line into `starts` and goes on as the server. */
const counted = `import { appendFileSync } from 'node:fs';
appendFileSync(process.env.STARTS, 'start\\n');
process.argv[2] = process.env.TOOLS;
await import(${JSON.stringify(server)});
`;

interface Made {
  readonly tests: string;
  /** The entry of the server, in place of one that counts its starts. */
  readonly entry?: object;
}

function made({ tests, entry }: Made): string {
  const cwd = project({ 'counted.mjs': counted, 'tools.json': JSON.stringify([TOOL]) });
  const own = {
    command: process.execPath,
    args: ['counted.mjs'],
    env: { STARTS: join(cwd, 'starts'), TOOLS: join(cwd, 'tools.json') },
  };
  const head = {
    mcpServers: { docs: entry ?? own },
    permissions: { allow: ['mcp__docs'] },
    agents: { a: { model: 'anthropic/claude-sonnet-5-5', instructions: 'x', tools: ['mcp__docs__*'] } },
  };
  writeFileSync(
    join(cwd, 'agent.config.yaml'),
    `${Object.entries(head)
      .map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`)
      .join('')}tests:\n${tests}`,
  );
  return cwd;
}

const startsIn = (cwd: string): number => {
  const file = join(cwd, 'starts');
  const count = existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : 0;
  rmSync(file, { force: true });
  return count;
};

async function run(cwd: string, state: string) {
  const trust = { file: join(cwd, 'nobody.json') };
  const file = findConfig({ cwd, env: {} }) ?? '';
  const verdicts = [await judgeConfig({ cwd, file, env: {}, trust }), await judgeTests(file, trust)];
  const env = { LOADOUT_TRUST: verdicts.map(({ hash }) => hash).join(' '), LOADOUT_STATE_DIR: state };
  return loadout(['test'], { cwd, env });
}

const text = (name: string) =>
  `  - { name: ${name}, prompt: Go., model: { script: [{ text: Done. }] }, expect: { text: Done } }\n`;
const call = (name: string) => `  - name: ${name}
    prompt: Go.
    model: { script: [{ tools: [{ mcp__docs__search: { for: x }, as: s }] }, { text: "{{s.text}}" }] }
    expect: { text: called search, calls: [mcp__docs__search] }
`;
const TABLE = `  - { name: table, permissions: [{ call: "mcp__docs__search", is: allow }] }\n`;

describe('a pinned MCP server in loadout test (GAP-F1)', () => {
  it('starts for the tests that call it, and for no other, where this user has its listing', async () => {
    const cwd = made({ tests: text('one') + text('two') + text('three') + call('four') + TABLE });
    const state = project({});
    expect((await loadout(['lock'], { cwd, env: { LOADOUT_STATE_DIR: state } })).code).toBe(0);
    expect(startsIn(cwd)).toBe(1);
    const { code, stdout, stderr } = await run(cwd, state);
    expect([code, startsIn(cwd)], stdout + stderr).toEqual([0, 1]);
  });

  it('is asked for its tools once, and not in each test, where no listing is known', async () => {
    const cwd = made({ tests: text('one') + text('two') + text('three') + text('four') });
    const state = project({});
    await loadout(['lock'], { cwd, env: { LOADOUT_STATE_DIR: project({}) } });
    startsIn(cwd);
    const { code, stdout, stderr } = await run(cwd, state);
    expect([code, startsIn(cwd)], stdout + stderr).toEqual([0, 1]);
    expect(existsSync(join(state, 'plugins'))).toBe(false);
  });
});

it('a call of a tool whose server is late says so, and the notice of the run stands under the failure (GAP-F2)', async () => {
  const entry = { command: process.execPath, args: [hostile, 'hang-initialize'], startTimeout: 1000 };
  const { code, stdout, stderr } = await run(made({ tests: call('calls'), entry }), project({}));
  expect(code, stdout + stderr).toBe(1);
  expect(stdout).toContain('There is no tool "mcp__docs__search". The MCP server "docs" is still starting');
  expect(stdout).toContain('The run said: MCP server "docs":');
});
