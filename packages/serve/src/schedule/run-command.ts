import { openLog, permissionOverrides, watchedBy } from '@loadout/command/runs';
import {
  agentArgument,
  type CommandCall,
  type CommandHost,
  configFlags,
  defineCommand,
  logFlag,
  ruleFlags,
} from '@loadout/core/commands';
import { createAgent, onlyAgent } from '@loadout/runner';
import { runNotices } from '../notify/run-notices.js';
import { fireJob } from './fire-job.js';
import { LiveAgent } from './live-agent.js';
import { loadSchedule } from './load-schedule.js';

const definition = {
  name: 'schedule run',
  group: 'run',
  summary: 'Run the durable jobs of this workspace when they are due, until Ctrl+C.',
  positionals: [agentArgument],
  flags: [
    ...configFlags,
    ...ruleFlags,
    { name: 'once', help: 'Run only the jobs that are due now. The exit code is 1 if one of them fails.' },
    logFlag,
  ],
  details: [
    'Durable jobs are created by CronCreate with durable: true. Nobody can be asked, so a call that needs approval is denied.',
    'If the command ends during a job, for any reason, the next start continues that job in its own session.',
  ],
  examples: ['assistant --once'],
} as const;

/** Fires the durable jobs of the workspace. On a signal, it exits with 0, and the next start continues the jobs under way. */
export default defineCommand(definition, async (call, host) => {
  const { flags, positionals } = call;
  const { plan } = await host.load(flags, { runs: true, agent: positionals[0] });
  const { schedule, store } = await loadSchedule(plan, { stateDir: host.stateDir, needs: 'loadout schedule run' });
  const { signal } = host;
  host.keepServing();
  const log = flags.log === undefined ? undefined : openLog(flags.log, host);
  const notices = runNotices(plan, host);
  const watcher = watchedBy([notices, ...(log === undefined ? [] : [log])]);
  const agent = await startAgent(call, { host, agentName: positionals[0] ?? onlyAgent(plan) });
  try {
    const { failed } = await schedule.serveSchedule({
      store,
      signal,
      once: flags.once,
      work: (due) => agent.use((current) => fireJob(due, { agent: current, signal, watcher })),
      log: (line) => host.out(`${line}\n`),
    });
    return flags.once && failed > 0 ? 1 : 0;
  } finally {
    await agent.close();
    await notices.close();
    log?.close();
  }
});

/** The agent of the jobs, which follows its configuration. */
async function startAgent(
  { flags }: CommandCall<typeof definition>,
  { host, agentName }: { readonly host: CommandHost; readonly agentName: string },
): Promise<LiveAgent> {
  const agent = await LiveAgent.start({
    load: async () => {
      const loaded = await host.load(flags, { runs: true, agent: agentName });
      loaded.requireParts(agentName);
      return loaded.plan;
    },
    make: (plan) => createAgent({ plan, agent: agentName, env: host.env, permissions: permissionOverrides(flags) }),
    tell: (line) => host.tell(`note: ${line}\n`),
  });
  await agent.use(async ({ notices, spec }) => {
    host.hide(spec.secrets);
    for (const message of notices) host.tell(`note: ${message}\n`);
  });
  return agent;
}
