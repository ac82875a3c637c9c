import { type CommandHost, configFlags, defineCommand, jsonFlag } from '@loadout/core/commands';
import type { KeyedJob } from '@loadout/engine-restate';
import type { Job } from '@loadout/tool-schedule';
import { loadEngine } from '../load-engine.js';
import { loadSchedule, type SchedulePackage } from './load-schedule.js';

const definition = {
  name: 'schedule list',
  group: 'run',
  summary: 'List the durable jobs of this workspace and when each runs next.',
  positionals: [],
  flags: [...configFlags, { name: 'engine', help: 'List the scheduled jobs of the engine instead, of all sessions.' }, jsonFlag],
  examples: ['--json'],
} as const;

export default defineCommand(definition, async ({ flags }, host) => {
  if (flags.engine) return listOnEngine(flags.json, host);
  const { plan } = await host.load(flags);
  const { schedule, store } = await loadSchedule(plan, { stateDir: host.stateDir, needs: 'loadout schedule list' });
  const { jobs, problems } = store.list();
  for (const problem of problems) host.tell(`note: ${problem}\n`);
  const listed = await Promise.all(
    jobs.map(async (job) => ({ ...job, nextFireAt: await nextOf(job, { schedule, last: store.fires(job.id).last()?.dueAt }) })),
  );
  if (flags.json) host.json(listed);
  else if (listed.length === 0) host.out('No durable jobs in this workspace.\n');
  else
    host.table(
      listed.map((job) => row(job, schedule)),
      { widths: [80, 24, 50, 80, 50] },
    );
  return 0;
});

/** Lists the jobs that the engine fires. Neither a configuration nor a worker is needed. */
async function listOnEngine(json: boolean, host: CommandHost): Promise<number> {
  const { EngineClient, engineAddress } = await loadEngine('loadout schedule list --engine');
  const jobs = await new EngineClient(engineAddress(host.env)).jobs();
  if (json) host.json(jobs);
  else if (jobs.length === 0) host.out('No scheduled jobs on the engine.\n');
  else host.table(jobs.map(engineRow), { widths: [80, 60, 50, 80, 50] });
  return 0;
}

const engineRow = ({ job, target, nextAt, isUnderWay }: KeyedJob) => [
  job.id,
  `${target.agent} ${target.session}`,
  job.timezone === undefined ? job.cron : `${job.cron} (${job.timezone})`,
  isUnderWay === true ? 'runs' : new Date(nextAt).toISOString(),
  job.prompt,
];

async function nextOf(
  job: Job,
  { schedule, last }: { readonly schedule: SchedulePackage; readonly last: number | undefined },
): Promise<string | undefined> {
  try {
    const expression = await schedule.readCron({ ...job, seconds: true });
    const next = schedule.nextFire(job, { expression, last });
    return next === undefined ? undefined : new Date(next).toISOString();
  } catch {
    // A file that was written by hand is listed too.
    return undefined;
  }
}

const row = (job: Job & { readonly nextFireAt: string | undefined }, { describeCron }: SchedulePackage) => [
  job.id,
  job.name ?? '',
  describeCron(job.cron, job.timezone),
  job.nextFireAt ?? 'never',
  job.prompt,
];
