import { printable } from '@loadout/command';
import { openLog, permissionOverrides } from '@loadout/command/runs';
import { nearest } from '@loadout/core';
import type { CommandHost } from '@loadout/core/commands';
import type { Plan } from '@loadout/core/run';
import { createAgent, noModel, onlyAgent, redactor } from '@loadout/runner';
import { errors } from '../errors.js';
import type { Io } from '../io.js';
import { checkNeeds } from '../load/check-needs.js';
import { configFlagsOf, loadPlan, tellWarnings } from '../load/load-plan.js';
import { version } from '../program.js';
import { servedAgent } from '../serve/served-agent.js';

type Given = Parameters<CommandHost['serveAgent']>;

/** Prepares an agent for clients. Throws SERVE_PLUGIN_UNKNOWN. */
export async function serveAgent(
  io: Io,
  flags: Given[0],
  { agent: named, plugin: wanted }: Given[1],
): ReturnType<CommandHost['serveAgent']> {
  const chosen = configFlagsOf(flags);
  const loaded = await loadPlan(chosen, { io, wish: { agent: named } });
  const { plan } = loaded;
  tellWarnings(loaded, io);
  const agentName = named ?? onlyAgent(plan);
  checkNeeds(loaded, agentName, { env: io.env, profile: chosen.profile });
  const plugin = wanted === undefined ? undefined : mountOf(plan, wanted);
  const agent = await createAgent({
    plan,
    agent: agentName,
    env: io.env,
    permissions: permissionOverrides(ruleFlagsOf(flags)),
    onlyMount: plugin,
    // A plugin's tools call only the small model.
    model: plugin !== undefined && plan.smallModel === undefined ? noModel : undefined,
  });
  io.hide(redactor(agent.spec.secrets));
  const notice = (message: string) => io.tell(`note: ${printable(message)}\n`);
  for (const message of agent.notices) notice(message);
  const watcher = typeof flags.log === 'string' ? openLog(flags.log, io) : undefined;
  const { description } = plan.agents[agentName] ?? {};
  const served = servedAgent(agent, { version: version(), plugin, description, notice, watcher });
  const close = async () => {
    await served.close();
    await agent.close();
    watcher?.close();
  };
  return { ...served, close };
}

function ruleFlagsOf(flags: Given[0]): Parameters<typeof permissionOverrides>[0] {
  const texts = (name: string) => (Array.isArray(flags[name]) ? flags[name].filter((one) => typeof one === 'string') : []);
  const mode = flags['permission-mode'];
  return {
    'permission-mode': typeof mode === 'string' ? mode : undefined,
    allow: texts('allow'),
    ask: texts('ask'),
    deny: texts('deny'),
  };
}

/** The mount with this name. A Loadout package may be named without its scope. */
function mountOf(plan: Plan, name: string): string {
  const mounts = plan.plugins.map(({ mount, use }) => ({ mount, use }));
  if (Object.keys(plan.mcpServers ?? {}).length > 0) mounts.push({ mount: 'mcp', use: '@loadout/mcp' });
  const found =
    mounts.find(({ mount }) => mount === name) ?? mounts.find(({ use }) => use === name || use === `@loadout/${name}`);
  const available = mounts.map(({ mount }) => mount);
  if (found === undefined) throw errors.SERVE_PLUGIN_UNKNOWN({ name, nearest: nearest(name, available), available });
  return found.mount;
}
