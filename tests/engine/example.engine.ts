import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root, startLoadout } from '../lib/loadout.js';
import { says } from './engine-server.test-kit.js';
import { openRestate } from './restate-engine.test-kit.js';

const example = join(root, 'examples/10-many-machines');
const read = (name: string) => readFileSync(join(example, name), 'utf8');
const files = Object.fromEntries(readdirSync(example).map((name) => [name, read(name)]));

/** The commands of the README, in order. */
const commands = [...read('README.md').matchAll(/^npx @loadout\/cli (.*?)(?: {2,}#.*)?$/gm)].map(([, command]) => command);

it('the example on many machines does what its README says, with the worker stopped before the approval', async () => {
  // The test gives trust by the hash, starts the engine and the worker at free ports, and runs the rest as it is written.
  expect(commands).toEqual(['trust', 'engine dev', 'worker', 'submit lead --wait', 'runs', 'approve RUN', 'run reviewer']);
  const [, , , submit = '', runs = '', approve = ''] = commands;
  const engine = await openRestate(files);
  const first = await engine.work();
  const submitted = await startLoadout(submit.split(' '), { cwd: engine.dir, env: engine.env });
  await says(submitted, 'Submitted');
  const run = /Submitted (\S+)/.exec(submitted.errors())?.[1] ?? '';
  await engine.approvals?.waiting(run);
  expect(await engine.command(runs)).toContain(`${run} asks: Write`);
  process.kill(first.pid, 'SIGINT');
  await first.ended;
  await engine.command(...approve.replace('RUN', run).split(' '));
  await engine.work();
  const { stdout, stderr, code } = await submitted.finished;
  expect([code, stdout.trimEnd()], stderr).toEqual([0, read('expected.engine.txt').trimEnd()]);
  expect(readFileSync(join(engine.dir, 'release.md'), 'utf8')).toBe('Release 2.0.0\n');
});
