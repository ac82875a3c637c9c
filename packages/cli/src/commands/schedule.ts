import { oneLine, printable, printableJson, table } from '@loadout/command';
import { openLog, permissionOverrides } from '@loadout/command/runs';
import type { Plan } from '@loadout/core/run';
import type { KeyedJob } from '@loadout/engine-restate';
import { createAgent, onlyAgent, redactor } from '@loadout/runner';
import type { Job } from '@loadout/tool-schedule';
import type { scheduleList, scheduleRun } from '../arguments/schedule-definitions.js';
import type { Io } from '../io.js';
import { checkNeeds } from '../load/check-needs.js';
import { engineClient } from '../load/engine-package.js';
import { loadPlan, tellWarnings } from '../load/load-plan.js';
import { loadSchedulePackage, type SchedulePackage } from '../load/schedule-package.js';
import { fireJob } from '../run/fire-job.js';
import { LiveAgent } from '../run/live-agent.js';
import { keepServing } from '../signals/keep-serving.js';
import { onInterrupt } from '../signals/on-interrupt.js';
import type { Command } from './command.js';

/**
 * Fires the durable jobs of the workspace. On a signal, the command exits with 0, and the next start continues the jobs under
 * way.
 */
export const run: Command<typeof scheduleRun> = async ({ positionals: [name], flags }, io) => {
  const loaded = await loadPlan(flags, { io, wish: { agent: name } });
  const { plan } = loaded;
  tellWarnings(loaded, io);
  const { schedule, store } = await loadSchedulePackage(plan, { env: io.env, needs: 'loadout schedule run' });
  const agentName = name ?? onlyAgent(plan);
  const stopped = new AbortController();
  const { release } = onInterrupt(io, () => stopped.abort());
  const { signal } = stopped;
  const unwatch = keepServing(io);
  const watcher = flags.log === undefined ? undefined : openLog(flags.log, io);
  try {
    const agent = await LiveAgent.start({
      load: async () =>
        usable(await loadPlan(flags, { io, wish: { agent: name } }), { agentName, env: io.env, profile: flags.profile }),
      make: (current) => createAgent({ plan: current, agent: agentName, env: io.env, permissions: permissionOverrides(flags) }),
      tell: (line) => io.tell(`note: ${printable(line)}\n`),
    });
    try {
      await agent.use(async ({ notices, spec }) => {
        io.hide(redactor(spec.secrets));
        for (const message of notices) io.tell(`note: ${printable(message)}\n`);
      });
      const { failed } = await schedule.serveSchedule({
        store,
        signal,
        once: flags.once,
        work: (due) => agent.use((current) => fireJob(due, { agent: current, signal, watcher })),
        log: (line) => io.out(`${printable(line)}\n`),
      });
      return flags.once && failed > 0 ? 1 : 0;
    } finally {
      await agent.close();
    }
  } finally {
    watcher?.close();
    release();
    unwatch();
  }
};

/** Returns the plan. Throws if the agent needs parts that are not trusted. */
function usable(
  loaded: Awaited<ReturnType<typeof loadPlan>>,
  { agentName, ...run }: { readonly agentName: string } & Parameters<typeof checkNeeds>[2],
): Plan {
  checkNeeds(loaded, agentName, run);
  return loaded.plan;
}

export const list: Command<typeof scheduleList> = async ({ flags }, io) => {
  if (flags.engine) return listOnEngine(flags.json, io);
  const { plan } = await loadPlan(flags, { io, wish: { keepParams: true } });
  const { schedule, store } = await loadSchedulePackage(plan, { env: io.env, needs: 'loadout schedule list' });
  const { jobs, problems } = store.list();
  for (const problem of problems) io.tell(`note: ${printable(problem)}\n`);
  const listed = await Promise.all(
    jobs.map(async (job) => ({ ...job, nextFireAt: await nextOf(job, { schedule, last: store.fires(job.id).last()?.dueAt }) })),
  );
  if (flags.json) io.out(`${printableJson(listed, 2)}\n`);
  else if (listed.length === 0) io.out('No durable jobs in this workspace.\n');
  else
    io.out(
      table(
        listed.map((job) => row(job, schedule)),
        [],
      ),
    );
  return 0;
};

/** Lists the jobs that the engine fires. Neither a configuration nor a worker is needed. */
async function listOnEngine(json: boolean, io: Io): Promise<number> {
  const client = await engineClient(io.env, 'loadout schedule list --engine');
  const jobs = await client.jobs();
  if (json) io.out(`${printableJson(jobs, 2)}\n`);
  else if (jobs.length === 0) io.out('No scheduled jobs on the engine.\n');
  else io.out(table(jobs.map(engineRow)));
  return 0;
}

const engineRow = ({ job, target, nextAt, isUnderWay }: KeyedJob) => [
  job.id,
  oneLine(`${target.agent} ${target.session}`, 60),
  oneLine(job.timezone === undefined ? job.cron : `${job.cron} (${job.timezone})`, 50),
  isUnderWay === true ? 'runs' : new Date(nextAt).toISOString(),
  oneLine(job.prompt, 50),
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
  oneLine(job.name ?? '', 24),
  oneLine(describeCron(job.cron, job.timezone), 50),
  job.nextFireAt ?? 'never',
  oneLine(job.prompt, 50),
];
