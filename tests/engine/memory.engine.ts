import { expect, it } from 'vitest';
import { project } from '../lib/loadout.js';
import { until } from './until.js';
import { startWorkspaceFarm, type WorkspaceFarm } from './workspace-farm.test-kit.js';

/** The result of the last call of a run. */
async function lastResult({ client }: WorkspaceFarm, run: string): Promise<string> {
  const { records } = await client.session(run);
  return records.flatMap((record) => (record.t === 'ended' ? [JSON.stringify(record.block.content)] : [])).at(-1) ?? '';
}

/** A run that writes a note, loses its worker, and looks at the note on another one. */
async function noteOnTwoWorkers(notes: object): Promise<string> {
  const farm = await startWorkspaceFarm({ notes });
  const first = await farm.work();
  const run = await farm.submit('noting');
  await until(() => farm.effects().find(({ pid }) => pid === first.pid));
  const second = await farm.work();
  first.kill('SIGKILL');
  await first.finished;
  await until(() => farm.effects().find(({ pid }) => pid === second.pid));
  farm.letGo();
  await until(async () => ((await farm.client.run(run)).state === 'ended' ? true : undefined));
  return lastResult(farm, run);
}

it.each(['project', 'user', 'agent', 'session'])(
  'a note of the scope %s is there for the worker that takes the place of a killed one, in a folder that they share',
  async (scope) => {
    expect(await noteOnTwoWorkers({ scope, shared: project({}) })).toContain('The build takes ten minutes.');
  },
);

it('without a folder that the workers share, a note of a project waits for a person on the other worker', async () => {
  expect(await noteOnTwoWorkers({ scope: 'project' })).toContain('no person has looked at it yet');
});
