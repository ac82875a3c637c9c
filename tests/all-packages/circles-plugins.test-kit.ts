import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { chatWire, startMockApi } from '@loadout/testing';
import { expect, onTestFinished } from 'vitest';
import type { OnTop } from './circles-project.test-kit.js';

/** The most packages of an agent with files, a shell and Claude. */
const MOST = 40;

/** A real use of each plugin and provider, once it is installed on top. */
export const PLUGINS: readonly OnTop[] = [
  [
    'model-openai',
    async (at) => {
      const api = await startMockApi({ wire: chatWire, replies: [{ blocks: [{ type: 'text', text: 'From the chat API.' }] }] });
      onTestFinished(() => api.close());
      const providers = `, own: { use: '@loadout/model-openai', options: { api: chat, apiKey: k, baseUrl: '${api.url}/v1' } }`;
      await at.configured('', { model: 'own/any', providers });
      expect(await at.loadout('run', 'a', 'Hello.')).toContain('From the chat API.');
    },
  ],
  [
    'model-ai-sdk',
    async (at) => {
      await at.install('@ai-sdk/openai-compatible@2.0.91');
      const api = await startMockApi({ wire: chatWire, replies: [{ blocks: [{ type: 'text', text: 'From the AI SDK.' }] }] });
      onTestFinished(() => api.close());
      const settings = `{ name: mock, baseURL: '${api.url}/v1', apiKey: k }`;
      const options = `{ package: '@ai-sdk/openai-compatible', create: createOpenAICompatible, settings: ${settings} }`;
      await at.configured('', { model: 'own/any', providers: `, own: { use: '@loadout/model-ai-sdk', options: ${options} }` });
      expect(await at.loadout('run', 'a', 'Hello.')).toContain('From the AI SDK.');
    },
  ],
  [
    'model-apis',
    async (at) => {
      const text = "import * as shared from '@loadout/model-apis'; console.log(Object.keys(shared).length > 0);";
      expect(await at.program(text)).toBe('true\n');
    },
  ],
  [
    'tool-agents',
    async (at) => {
      const call = { Agent: { description: 'Asks.', prompt: 'Hello.', subagent_type: 'general-purpose' } };
      await at.configured('', {
        call: JSON.stringify(call),
        plugins: ", agents: { use: '@loadout/tool-agents' }",
        tools: ', Agent',
        allow: ', Agent',
      });
      expect(await at.loadout('run', 'a', 'Go.', '--output', 'stream-json')).toContain('"type":"subagent"');
    },
  ],
  [
    'tool-git',
    async (at) => {
      await at.ran('git', ['init', '-q']);
      await at.ran('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', 'commit', '-q', '--allow-empty', '-m', 'One.']);
      expect(await at.called('tool-git', { EnterWorktree: { name: 'side' } })).toContain('side');
    },
  ],
  [
    'tool-lsp',
    async (at) => {
      await at.configured('', { plugins: ", lsp: { use: '@loadout/tool-lsp' }", tools: ', LSP' });
      expect(await at.loadout('tools', 'a')).toContain('LSP');
    },
  ],
  [
    'tool-memory',
    async (at) => {
      const note = { command: 'create', path: '/memories/a.md', file_text: 'Short answers.' };
      await at.called('tool-memory', { Memory: note });
      expect(await at.loadout('memory', 'list')).toContain('a.md');
    },
  ],
  [
    'tool-remote-agents',
    async (at) => {
      const api = await startMockApi({ wire: chatWire, replies: [{ blocks: [{ type: 'text', text: 'From far away.' }] }] });
      onTestFinished(() => api.close());
      const options = `{ agents: { far: { openai: '${api.url}/v1', model: far, key: k, description: Far. } } }`;
      expect(await at.called('tool-remote-agents', { RemoteAgent: { agent: 'far', prompt: 'Hello.' } }, { options })).toContain(
        'From far away.',
      );
    },
  ],
  [
    'tool-schedule',
    async (at) => {
      expect(
        await at.called('tool-schedule', { CronCreate: { cron: '0 9 * * *', prompt: 'Report.', recurring: true } }),
      ).toContain('09:00');
    },
  ],
  [
    'tool-script',
    async (at) => {
      await at.configured("tools: { hello: { description: Greets., run: [node, -e, 'console.log(6 * 7)'], readOnly: true } }\n", {
        tools: ', hello',
      });
      expect(await at.loadout('tools', 'run', 'hello')).toContain('42');
    },
  ],
  [
    'tool-search',
    async (at) => {
      writeFileSync(join(at.cwd, 'handbook.md'), '# Leave\n\nEverybody has thirty days of leave.\n');
      const options = "{ sources: [{ name: docs, paths: ['*.md'], description: The handbook }] }";
      expect(await at.called('tool-search', { Search: { query: 'days of leave' } }, { options })).toContain('thirty days');
    },
  ],
  [
    'tool-session',
    async (at) => expect(await at.called('tool-session', { ToolSearch: { query: 'Read' } })).toContain('No tool is deferred'),
  ],
  [
    'tool-shell',
    async (at) => {
      expect(await at.called('tool-shell', { Bash: { command: 'echo $((6 * 7))', description: 'Computes.' } })).toContain('42');
      expect(Object.keys(at.lockOf().packages).length).toBeLessThanOrEqual(MOST);
    },
  ],
  [
    'tool-tasks',
    async (at) => {
      const task = { subject: 'Write it', description: 'Write the text.' };
      expect(await at.called('tool-tasks', { TaskCreate: task })).toContain('Write it');
    },
  ],
  [
    'tool-web',
    async (at) => {
      const server = createServer((_, response) => void response.setHeader('content-type', 'text/html').end('<h1>A page</h1>'));
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
      onTestFinished(() => void server.close());
      const url = `http://localhost:${(server.address() as AddressInfo).port}/`;
      expect(await at.called('tool-web', { WebFetch: { url } }, { options: '{ allowHosts: [localhost] }' })).toContain('A page');
    },
  ],
];
