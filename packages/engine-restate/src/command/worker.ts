import { once } from 'node:events';
import { resolve } from 'node:path';
import { configFlags, defineCommand } from '@loadout/core/commands';
import type { Plan } from '@loadout/core/run';
import { resolvePlugin } from '@loadout/runner';
import { identityNamed } from '../door/identity.js';
import { codeOf, engineAddress, engineDir, WHERE } from '../engine/engine-place.js';
import { errors } from '../errors.js';
import type { ScheduleRules } from '../schedule/job.js';
import { serveWorker } from '../worker/serve-worker.js';

const definition = {
  name: 'worker',
  group: 'more',
  summary: 'Run the agents of the configuration for the engine, until Ctrl+C.',
  positionals: [],
  flags: [
    ...configFlags,
    { name: 'concurrency', value: 'N', form: 'count', help: 'The maximum number of runs at once. Default: 5.' },
    { name: 'label', value: 'LABEL', repeat: true, help: 'A label of this worker. It also takes runs that ask for the label.' },
    { name: 'port', value: 'PORT', form: 'port', help: 'The port for the engine. Default: 9180.' },
    { name: 'host', value: 'HOST', help: 'The host to listen on. Default: 127.0.0.1.' },
    { name: 'advertise', value: 'URL', help: 'The address at which the engine reaches the worker. Default: its host and port.' },
    {
      name: 'remote',
      value: 'URL',
      repeat: true,
      help: 'The address of a git repository in which runs may work. An address that ends with / or : stands for all addresses that begin with it.',
    },
    {
      name: 'workspaces',
      value: 'DIR',
      help: 'The folder for the files of such runs, the same on all workers. Default: /var/tmp/loadout-workspaces.',
    },
    {
      name: 'identity-key',
      value: 'KEY',
      repeat: true,
      help: 'The public key of the engine, or a PEM file with it. Required for a host other than 127.0.0.1. Default: the key of loadout engine dev.',
    },
    {
      name: 'fence',
      value: 'SECONDS',
      form: 'count',
      help: 'How long the worker may hang before it is killed with its child processes. Default: 10.',
    },
  ],
  details: [
    'A worker takes a run only if it has the configuration and the lock with which the run was submitted.',
    'Workers share the runs. Each worker needs its own port, and takes waiting runs while it has a free place.',
    'When the worker ends, its runs end with their child processes. Another worker continues them.',
    'The engine gives the runs of a silent worker to another one, by default after 20 seconds. --fence must be shorter than that.',
    WHERE,
  ],
  examples: ['--config agent.config.yaml --concurrency 10'],
} as const;

const CONCURRENCY = 5;
const PORT = 9180;
/** A path that machines with other homes have too: the records of a run name its files. */
const WORKSPACES = '/var/tmp/loadout-workspaces';
/** Half of the time after which the engine gives up a silent worker, unless the engine is configured otherwise. */
const FENCE_SECONDS = 10;

/** Serves the agents until a signal. The runs of this worker continue on the next one. */
export default defineCommand(definition, async ({ flags }, host) => {
  const { cwd, env, signal } = host;
  const { plan, requireParts } = await host.load(flags, { runs: true });
  const agents = Object.keys(plan.agents);
  for (const agent of agents) requireParts(agent);
  host.keepServing();
  const serving = await serveWorker({
    plan,
    code: () => codeOf(plan, env),
    env,
    dir: engineDir(env),
    engine: engineAddress(env),
    concurrency: Number(flags.concurrency ?? CONCURRENCY),
    host: flags.host ?? '127.0.0.1',
    port: Number(flags.port ?? PORT),
    advertise: flags.advertise,
    identityKeys: flags['identity-key'].map((one) => identityNamed(one, cwd)),
    labels: flags.label,
    schedule: await rulesOfSchedule(plan),
    workspaces: { base: resolve(cwd, flags.workspaces ?? WORKSPACES), remotes: flags.remote },
    fenceMs: Number(flags.fence ?? FENCE_SECONDS) * 1000,
    tell: (line) => host.tell(`${line}\n`),
  });
  const count = `${agents.length} ${agents.length === 1 ? 'agent' : 'agents'}`;
  host.tell(`Serving ${count} at ${serving.url}, plan ${serving.hash.slice(0, 12)}\n`);
  if (!signal.aborted) await once(signal, 'abort');
  await serving.close();
  return 0;
});

const SCHEDULE = '@loadout/tool-schedule';

/** Returns the rules of scheduled jobs, if the plan has the plugin. Throws ENGINE_SCHEDULE_PACKAGE. */
async function rulesOfSchedule({ plugins, configDir }: Plan): Promise<ScheduleRules | undefined> {
  const mounted = plugins.find(({ use }) => use === SCHEDULE);
  if (mounted === undefined) return undefined;
  const url = resolvePlugin(SCHEDULE, configDir);
  const { scheduleRules } = (url === undefined ? {} : await import(url)) as {
    readonly scheduleRules?: (options: unknown) => Promise<ScheduleRules>;
  };
  if (scheduleRules === undefined) throw errors.ENGINE_SCHEDULE_PACKAGE({ use: SCHEDULE });
  return scheduleRules(mounted.options);
}
