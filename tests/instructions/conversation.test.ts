import { loadConfig } from '@loadout/config';
import type { HookSet } from '@loadout/core';
import { createAgent } from '@loadout/runner';
import { startMockApi } from '@loadout/testing';
import { expect, it, onTestFinished } from 'vitest';
import { project } from '../lib/loadout.js';

const CONFIG = `compat: [instructions]
plugins: { fs: "@loadout/tool-fs", agents: "@loadout/tool-agents" }
providers: { anthropic: { use: "@loadout/model-anthropic", options: { baseUrl: "\${env:API_URL}", apiKey: key } } }
permissions: { allow: [Read, Write, "Edit(/app/AGENTS.md)", Agent] }
agents:
  a: { model: anthropic/m, tools: ['*'], subagents: { b: {} } }
  b: { model: anthropic/m, tools: ['*'], description: Helps. }
`;
const FILES = { '.git/HEAD': '', 'agent.config.yaml': CONFIG, 'app/a.ts': '1' };
const READ = { tools: [{ name: 'Read', input: { file_path: 'app/a.ts' } }] };

type Replies = NonNullable<Parameters<typeof startMockApi>[0]>['replies'];

async function open(files: Readonly<Record<string, string>>, { replies, hooks }: { replies: Replies; hooks?: HookSet }) {
  const api = await startMockApi({ replies });
  onTestFinished(() => api.close());
  const cwd = project({ ...FILES, ...files });
  const env = { HOME: cwd, API_URL: api.url, LOADOUT_STATE_DIR: `${cwd}/.state` };
  const { plan } = await loadConfig({ cwd, env });
  const agent = await createAgent({ plan, agent: 'a', env, hooks });
  onTestFinished(() => agent.close());
  return {
    api,
    agent,
    told: () => api.requests.map(({ body }) => JSON.stringify(body.messages).split('> App text.').length - 1),
  };
}

it('a summary takes the text of a folder away, and the next call that works there brings it back', async () => {
  const replies = [READ, { text: 'One.' }, { text: 'Summary.' }, { text: 'Two.' }, READ, { text: 'Three.' }];
  const { agent, told } = await open({ 'app/AGENTS.md': 'App text.' }, { replies });
  const conversation = await agent.open();
  await conversation.ask('Go.');
  await conversation.compact();
  await conversation.ask('Talk.');
  await conversation.ask('Go again.');
  await conversation.close();
  expect(told()).toEqual([0, 1, 1, 0, 0, 1]);
});

it('a hook hears of each file that comes later, with the reason', async () => {
  const heard: unknown[] = [];
  const hooks: HookSet = { InstructionsLoaded: ({ memory_type, load_reason }) => void heard.push([memory_type, load_reason]) };
  const rule = '---\npaths: app/*.ts\n---\nRule.';
  const files = { 'CLAUDE.md': 'Root.', 'app/CLAUDE.local.md': 'App text.', '.claude/rules/r.md': rule };
  const { agent } = await open(files, { replies: [READ, { text: 'Done.' }], hooks });
  await agent.run('Go.').result;
  expect(heard).toEqual([
    ['Project', 'session_start'],
    ['Project', 'path_glob_match'],
    ['Local', 'nested_traversal'],
  ]);
});

it('a subagent is told by itself, but not what the run above it wrote', async () => {
  const write = { tools: [{ name: 'Write', input: { file_path: 'app/AGENTS.md', content: 'App text.' } }] };
  const start = { tools: [{ name: 'Agent', input: { subagent_type: 'b', description: 'Look.', prompt: 'Look.' } }] };
  const replies = [write, start, READ, { text: 'Looked.' }, { text: 'Done.' }];
  const { agent, told, api } = await open({ 'lib/AGENTS.md': 'x' }, { replies });
  await agent.run('Go.').result;
  expect(told()).toEqual([0, 0, 0, 0, 0]);
  expect(JSON.stringify(api.requests[3]?.body.messages)).toContain('app/AGENTS.md has changed since this session began');
});
