// A session with one tool, its journal in files, and the provider of the Messages API, as an application has it.

import { defineTool } from '@loadout/core';
import { anthropicProvider } from '@loadout/model-anthropic';
import { createAgent } from '@loadout/runner';
import { FileStore } from '@loadout/sessions';
import { pageOf, TOOL } from './work.mjs';

const page = defineTool({ ...TOOL, annotations: { readOnlyHint: true }, call: pageOf });
const agent = await createAgent({
  model: anthropicProvider(),
  modelId: 'bench',
  instructions: 'Answer.',
  customTools: [page],
  permissions: { mode: 'bypassPermissions' },
  env: { ...process.env, IS_SANDBOX: '1' },
  limits: { turns: 100_000 },
  sessionStore: () => new FileStore({ dir: process.cwd() }),
});
for await (const event of agent.run('Go.')) if (event.type === 'result') process.stdout.write(`${event.result.text}\n`);
await agent.close();
