import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { environmentOf, project, root } from '../lib/loadout.js';
import { linesOf, readersShell } from '../lib/readers-shell.js';
import { freePorts } from './engine-server.test-kit.js';

const AGENT = `providers: { script: { use: '@loadout/model-script', options: { turns: [{ text: All done. }] } } }
agents: { reviewer: { model: script/any, instructions: Review. } }
`;

it('the lines of the README start an engine and a worker, and a run is done (GAP-G1)', async () => {
  const [port, admin, own] = (await freePorts(3)).map(String);
  const cwd = project({ 'agent.config.yaml': AGENT });
  const home = project({});
  const env = {
    ...environmentOf({ cwd: home }),
    LOADOUT_ENGINE: `http://127.0.0.1:${port}`,
    LOADOUT_ENGINE_ADMIN: `http://127.0.0.1:${admin}`,
    NODE_PATH: join(import.meta.dirname, 'node_modules'),
  };
  const shell = readersShell({ cwd, home, env });
  onTestFinished(async () => void (await shell.close()));
  await shell.type('loadout trust --yes');
  const readme = readFileSync(join(root, 'packages/engine-restate/README.md'), 'utf8');
  const typed = [...readme.matchAll(/^```sh\n([\s\S]*?)^```/gm)].flatMap(([, text = '']) => linesOf(text));
  expect(typed).toHaveLength(5);
  let shown = '';
  for (const line of typed)
    shown = await shell.type(
      line.replace('engine dev', `engine dev --port ${port} --admin-port ${admin}`).replace('worker', `worker --port ${own}`),
    );
  expect(shown).toContain('All done.');
});
