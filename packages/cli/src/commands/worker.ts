import { resolve } from 'node:path';
import { plural, printable } from '@loadout/command';
import { redactor } from '@loadout/runner';
import type { worker } from '../arguments/engine-definitions.js';
import { checkNeeds } from '../load/check-needs.js';
import { codeOf, engineAddress, engineDir, loadEnginePackage } from '../load/engine-package.js';
import { loadPlan, tellWarnings } from '../load/load-plan.js';
import { loadScheduleRules } from '../load/schedule-package.js';
import { readWholeNumber } from '../run/read-whole-number.js';
import { keepServing } from '../serve/keep-serving.js';
import { readPort } from '../serve/read-port.js';
import { onInterrupt } from '../signals/on-interrupt.js';
import type { Command } from './command.js';

const CONCURRENCY = 5;
const PORT = 9180;
/** A path that machines with other homes have too: the records of a run name its files. */
const WORKSPACES = '/var/tmp/loadout-workspaces';
/** Half of the time after which the engine gives up a silent worker, unless the engine is configured otherwise. */
const FENCE_SECONDS = 10;

/** Serves the agents until a signal. The runs of this worker continue on the next one. */
export const execute: Command<typeof worker> = async ({ flags }, io) => {
  const loaded = await loadPlan(flags, { io, wish: {} });
  const { plan } = loaded;
  tellWarnings(loaded, io);
  for (const agent of Object.keys(plan.agents)) checkNeeds(loaded, agent, { env: io.env, profile: flags.profile });
  io.hideToo(redactor(plan.secrets));
  const { serveWorker } = await loadEnginePackage('loadout worker');
  const unwatch = keepServing(io);
  let stop = () => {};
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const { release } = onInterrupt(io, () => stop());
  try {
    const serving = await serveWorker({
      plan,
      code: () => codeOf(plan, io.env),
      env: io.env,
      dir: engineDir(io.env),
      engine: engineAddress(io.env),
      concurrency: flags.concurrency === undefined ? CONCURRENCY : readWholeNumber('--concurrency', flags.concurrency),
      host: flags.host ?? '127.0.0.1',
      port: flags.port === undefined ? PORT : readPort(flags.port),
      advertise: flags.advertise,
      identityKeys: flags['identity-key'],
      labels: flags.label,
      schedule: await loadScheduleRules(plan, 'loadout worker'),
      workspaces: { base: resolve(io.cwd, flags.workspaces ?? WORKSPACES), remotes: flags.remote },
      fenceMs: (flags.fence === undefined ? FENCE_SECONDS : readWholeNumber('--fence', flags.fence)) * 1000,
      tell: (line) => io.tell(`${printable(line)}\n`),
    });
    io.tell(`Serving ${plural(Object.keys(plan.agents).length, 'agent')} at ${serving.url}, plan ${serving.hash.slice(0, 12)}\n`);
    await stopped;
    await serving.close();
  } finally {
    release();
    unwatch();
  }
  return 0;
};
