import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineTool } from '@loadout/core';
import { createAgent } from '@loadout/runner';
import { look, resultOf, runCrowd, system } from './shape.mjs';

const folder = mkdtempSync(join(tmpdir(), 'loadout-bench-crowd-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const tool = defineTool({
  name: look.name,
  description: look.description,
  inputSchema: look.schema,
  annotations: { readOnlyHint: true },
  isConcurrencySafe: true,
  call: resultOf,
});
const agent = await createAgent({
  instructions: system,
  modelId: 'anthropic/bench',
  customTools: [tool],
  workspace: folder,
  sessionsDir: join(folder, 'sessions'),
  permissions: { mode: 'bypassPermissions' },
  limits: { turns: 100 },
});
runCrowd(async () => {
  const { outcome } = await agent.run('Go.').result;
  if (outcome !== 'success') throw new Error(`A session ended with ${outcome}.`);
});
