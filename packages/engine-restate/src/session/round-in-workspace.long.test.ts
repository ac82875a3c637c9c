import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { redactor } from '@loadout/runner';
import { describe, expect, it } from 'vitest';
import { WorkerBudgets } from '../budget/worker-budgets.js';
import { NO_ENGINE } from '../door/no-engine.test-kit.js';
import { LiveFeeds } from '../live/live-feeds.js';
import { planHash } from '../plan-hash.js';
import type { Step } from '../record/step.js';
import { ArtifactPaths } from '../results/artifact-paths.js';
import { layGround } from '../workspace/workspace.test-kit.js';
import { LiveRound } from './live-round.js';
import { planIn } from './round.test-kit.js';
import { RoundInWorkspace } from './round-in-workspace.js';
import { Slots } from './slots.js';

const SECRET = 'hunter2-hunter2';
const CONFIG = `secrets: { token: { env: TOKEN } }
plugins: { own: ./own.mjs }
providers: { script: { use: '@loadout/model-script', options: { file: ./script.yaml } } }
permissions: { allow: [own__put] }
agents: { main: { model: script/any, instructions: Work., tools: ['own__*'] } }
`;
const OWN = `import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { definePlugin, defineTool } from '@loadout/core';
const inputSchema = { type: 'object', properties: { name: { type: 'string' } } };
const put = defineTool({
  name: 'put',
  description: 'Puts a file.',
  inputSchema,
  annotations: { readOnlyHint: false },
  call({ name }, { cwd }) {
    writeFileSync(join(cwd, name), name === 'secret' ? '${SECRET}' : name);
    return 'put';
  },
});
export default definePlugin({ name: 'own', setup: () => ({ tools: [put] }) });
`;
const SCRIPT = 'turns:\n  - tools: [{ own__put: { name: a } }]\n  - tools: [{ own__put: { name: secret } }]\n  - text: Done.\n';

async function startRound(tell: (line: string) => void = () => {}) {
  const ground = layGround();
  const env = { TOKEN: SECRET };
  const { dir, plan } = await planIn({ 'agent.config.yaml': CONFIG, 'own.mjs': OWN, 'script.yaml': SCRIPT }, env);
  const folder = join(dir, 'state/run-1');
  const workspace = await ground.open({ hide: redactor(plan.secrets) });
  const workspaces = { base: join(ground.dir, 'workspaces'), remotes: [] };
  const parts = {
    hash: planHash(plan, ''),
    isChanged: async () => false,
    dir: join(dir, 'state'),
    labels: [],
    slots: new Slots(1),
    workspaces,
    tag: 't',
    engine: NO_ENGINE,
    live: new LiveFeeds(),
    budgets: new WorkerBudgets({ ingress: NO_ENGINE.ingress, plan }),
    tell: () => {},
  };
  const live = new LiveRound({
    worker: { plan, env: { HOME: dir, ...env }, ...parts },
    agent: 'main',
    session: 'run-1',
    prompt: 'Go.',
    records: [],
    children: new Map(),
    approvals: [],
    paths: new ArtifactPaths({ recorded: folder, local: folder }),
    folder: workspace.folder,
    release: () => {},
  });
  const round = new RoundInWorkspace({
    round: live,
    workspace,
    controller: new AbortController(),
    session: 'run-1',
    recorded: undefined,
    tell,
  });
  return { ground, workspace, round };
}

describe('a round in a repository', () => {
  it('whose files cannot be pushed ends with the reason, and the records about them are dropped', async () => {
    const { ground, workspace, round } = await startRound();
    const steps: Step[] = [];
    while (steps.at(-1)?.end === undefined) {
      const { step, confirm } = await round.take();
      steps.push(step);
      confirm();
    }
    expect(steps.at(-1)).toMatchObject({ records: [], end: { error: { code: 'ENGINE_WORKSPACE_SECRET' } } });
    const ended = steps.flatMap(({ records }) => records.filter(({ t }) => t === 'ended'));
    expect(ended).toHaveLength(1);
    const marks = steps.flatMap((step) => step.workspace ?? []);
    expect(ground.git(ground.remote, 'ls-tree', '--name-only', marks.at(-1)?.files ?? '')).toBe('README.md\na\n');
    expect(ground.git(ground.remote, 'rev-parse', 'refs/loadout-state/run-1').trim()).toBe(marks.at(-1)?.commit);
    expect(existsSync(workspace.folder)).toBe(false);
  });

  it('that is cancelled before the engine has confirmed a step pushes the files of all its records', async () => {
    const { ground, workspace, round } = await startRound();
    const steps: Step[] = [];
    while (steps.at(-1)?.end === undefined) {
      const { step, confirm } = await round.take();
      steps.push(step);
      if (step.records.some(({ t }) => t === 'ended')) round.cancel();
      else confirm();
    }
    const { end } = steps.at(-1) ?? expect.unreachable();
    expect(end?.outcome).toBe('interrupted');
    const outcomes = steps.flatMap(({ records }) => records.flatMap((record) => (record.t === 'ended' ? [record.outcome] : [])));
    expect(outcomes).toEqual(['done', 'interrupted']);
    const marks = steps.flatMap((step) => step.workspace ?? []);
    expect(ground.git(ground.remote, 'ls-tree', '--name-only', marks.at(-1)?.files ?? '')).toBe('README.md\na\n');
    expect(existsSync(workspace.folder)).toBe(false);
  });

  it('that is cancelled while its remote is away tries once more, and ends without the records of unpushed files', async () => {
    const told: string[] = [];
    const { ground, workspace, round } = await startRound((line) => told.push(line));
    let taken = await round.take();
    while (!taken.step.records.some(({ t }) => t === 'started')) {
      taken.confirm();
      taken = await round.take();
    }
    renameSync(ground.remote, `${ground.remote}.away`);
    taken.confirm();
    const pending = round.take();
    await expect.poll(() => told.some((line) => line.includes('waits with its files'))).toBe(true);
    round.cancel();
    expect((await pending).step).toMatchObject({ records: [], end: { error: { code: 'ENGINE_WORKSPACE_GIT' } } });
    expect(told.at(-1)).toContain('are dropped with their files');
    expect(existsSync(workspace.folder)).toBe(false);
  });
});
