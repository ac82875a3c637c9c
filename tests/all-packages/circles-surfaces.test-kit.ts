import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { json, type OnTop } from './circles-project.test-kit.js';

/** A real use of each host and surface, and of what they share, once it is installed on top. */
export const SURFACES: readonly OnTop[] = [
  [
    'viewer',
    async (at) => {
      await at.configured();
      await at.loadout('run', 'a', 'Go.');
      await at.loadout('view', 'latest', '--export', 'run.html');
      expect(readFileSync(join(at.cwd, 'run.html'), 'utf8')).toContain('<html');
    },
  ],
  [
    'checkpoints',
    async (at) => {
      await at.install('@loadout/viewer');
      await at.configured('sessions: { checkpoints: true }\n');
      rmSync(join(at.cwd, 'new.txt'), { force: true });
      await at.loadout('run', 'a', 'Go.');
      const changes = JSON.parse(await at.loadout('diff', '--json'));
      expect(changes).toMatchObject({ source: 'checkpoints', files: [{ path: 'new.txt', change: 'created' }] });
      await at.loadout('rewind', 'latest', '1', '--yes');
      expect(existsSync(join(at.cwd, 'new.txt'))).toBe(false);
    },
  ],
  [
    'shell-rules',
    async (at) => {
      const text = "import { analyse } from '@loadout/shell-rules'; console.log(analyse('git log -p | head').readOnly);";
      expect(await at.program(text)).toBe('true\n');
    },
  ],
  [
    'test',
    async (at) => {
      await at.configured(
        'tests: [{ name: ends, prompt: Go., model: { script: [{ text: Done. }] }, expect: { outcome: done } }]\n',
      );
      expect(await at.loadout('test')).toContain('1 passed');
    },
  ],
  [
    'import',
    async (at) => {
      const file = 'agents: { root: { model: anthropic/claude-sonnet-5-5, description: A., instruction: Hi. } }\n';
      writeFileSync(join(at.cwd, 'cagent.yaml'), file);
      expect(await at.loadout('import', 'cagent.yaml')).toContain('agents:');
    },
  ],
  ['serve', async (at) => expect((await json(`${await at.served()}/health`)).status).toBe(200)],
  [
    'a2a',
    async (at) => {
      expect((await json(`${await at.served()}/.well-known/agent-card.json`)).text).toContain('"name":"a"');
    },
  ],
  [
    'ag-ui',
    async (at) => {
      const messages = [{ id: 'm', role: 'user', content: 'Go.' }];
      const input = { threadId: 't', runId: 'r', messages, tools: [], context: [], state: {}, forwardedProps: {} };
      expect((await json(`${await at.served()}/agui`, input)).text).toContain('RUN_FINISHED');
    },
  ],
  [
    'acp',
    async (at) => {
      const editor = spawn(process.execPath, [at.command(), 'acp'], { cwd: at.cwd, env: at.env });
      onTestFinished(() => void editor.kill('SIGTERM'));
      let answer = '';
      editor.stdout.on('data', (chunk) => {
        answer += String(chunk);
      });
      const params = { protocolVersion: 1, clientCapabilities: {} };
      editor.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`);
      await expect.poll(() => answer, { timeout: 60_000 }).toContain('"protocolVersion":1');
    },
  ],
  [
    'chat',
    async (at) => {
      const text = "import { settingsSchema } from '@loadout/chat'; console.log(typeof settingsSchema);";
      expect(await at.program(text)).toMatch(/^(?:object|function)\n$/);
    },
  ],
  [
    'claude-files',
    async (at) => {
      mkdirSync(join(at.cwd, 'skills/greet'), { recursive: true });
      writeFileSync(join(at.cwd, 'skills/greet/SKILL.md'), '---\nname: greet\ndescription: Greets people.\n---\nSay hello.\n');
      await at.configured('skills: { mine: ./skills }\n');
      await at.loadout('check');
      await at.loadout('skill', 'check', 'skills/greet');
    },
  ],
  [
    'rules',
    async (at) => {
      await at.configured();
      await at.loadout('run', 'a', 'Go.');
      expect(JSON.parse(await at.loadout('rules', 'suggest', '--json'))).toHaveProperty('rules');
    },
  ],
  [
    'sdk',
    async (at) => {
      const text = `import { query } from '@loadout/sdk';
for await (const message of query({ prompt: 'Hello.', options: { model: 'claude-sonnet-5-5', env: { ...process.env, ANTHROPIC_BASE_URL: process.env.API_URL } } }))
  if (message.type === 'result') console.log(message.result);`;
      expect(await at.program(text)).toBe('From the API.\n');
    },
  ],
  [
    'testing',
    async (at) => {
      await at.ran('git', ['init', '-q']);
      expect(await at.loadout('plugin', 'doctor', 'node_modules/@loadout/tool-fs').catch(String)).toContain('Read');
    },
  ],
  [
    'adapters',
    async (at) => {
      const text = `import { toolkit } from '@loadout/adapters';
import fs from '@loadout/tool-fs';
const kit = await toolkit({ plugins: { fs: { plugin: fs, options: {} } }, permissions: { allow: ['Read'] } });
console.log(typeof kit.aiSdk); await kit.close();`;
      expect(await at.program(text)).toBe('function\n');
    },
  ],
  [
    'otel',
    async (at) => {
      await at.configured('telemetry: { otel: { endpoint: "http://127.0.0.1:9" } }\n');
      expect(await at.loadout('run', 'a', 'Go.')).toContain('Done.');
    },
  ],
  [
    'mcp',
    async (at) => {
      await at.configured();
      expect(await at.loadout('serve', 'mcp', '--help')).toContain('Usage: loadout serve mcp');
    },
  ],
  [
    'engine-restate',
    async (at) => {
      at.env.LOADOUT_ENGINE = 'http://127.0.0.1:9';
      at.env.LOADOUT_ENGINE_ADMIN = 'http://127.0.0.1:9';
      await expect(at.loadout('runs')).rejects.toThrow('ENGINE_');
    },
  ],
];
