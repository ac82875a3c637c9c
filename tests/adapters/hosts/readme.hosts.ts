import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMockApi } from '@loadout/testing';
import { onTestFinished, vi } from 'vitest';
import { describeReadme } from '../run-readme.js';

const folder = import.meta.dirname;
const driver = (file: string, make: string) => `
import { ${make.split('(', 1)[0]?.replace('new ', '')} } from '../${file}';
const calls = [{ id: 'call_1', name: 'Read', input: { file_path: 'package.json' } }];
export const model = ${make};
`;
const drive = "{ calls, answer: 'It is called loadout.' }";

describeReadme('ai', { folder, model: driver('mock-model.js', `scripted(${drive})`) });
describeReadme('@openai/agents-core', { folder, model: driver('openai-agents.js', `new ScriptedModel(${drive})`) });
describeReadme('langchain', { folder, model: driver('langchain.js', `new ScriptedModel(${drive})`) });

// The official SDK has the same program in tests/compat-sdk/adapters.compat.ts; its own binary is not installed here.
describeReadme('@anthropic-ai/claude-agent-sdk', {
  folder,
  instead: '@loadout/sdk',
  before: async () => {
    const input = { file_path: 'package.json' };
    const api = await startMockApi({
      replies: [{ tools: [{ name: 'mcp__loadout__Read', input }] }, { text: 'It is called loadout.' }],
    });
    onTestFinished(() => api.close());
    const home = mkdtempSync(join(tmpdir(), 'loadout-hosts-home-'));
    onTestFinished(() => rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }));
    for (const [name, value] of Object.entries({ ANTHROPIC_BASE_URL: api.url, ANTHROPIC_API_KEY: 'key', HOME: home }))
      vi.stubEnv(name, value);
  },
});
