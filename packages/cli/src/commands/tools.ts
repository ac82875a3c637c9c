import { oneLine, plural, table } from '@loadout/command';
import { type KnownServers, knownServers, offeredTools, poolWithServers, unknownTools, withAgent } from '@loadout/command/runs';
import type { PoolTool, ToolPool } from '@loadout/core/run';
import { type Agent, serverTools } from '@loadout/runner';
import type { Command } from '../arguments/command.js';
import type { tools } from '../arguments/definitions.js';
import type { Io } from '../io.js';
import { loadPlan } from '../load/load-plan.js';
import { serversOff, type WaitingPlugin, waitingPlugins } from '../load/parts-off.js';

export const execute: Command<typeof tools> = async ({ positionals: [agent], flags }, io) => {
  const loaded = await loadPlan(flags, { io, wish: { agent, keepParams: true } });
  await withAgent(loaded.plan, {
    agent,
    env: io.env,
    use: async (ready) => {
      const servers = await knownServers(loaded.plan, { agent: ready.name, env: io.env, off: serversOff(loaded) });
      const pool = namingWaiting(poolWithServers(ready, servers), waitingPlugins(loaded));
      const shown: Shown = { agent: ready, pool, servers };
      return flags.json ? printJson(shown, io) : print(shown, io);
    },
  });
  return 0;
};

interface Shown {
  readonly agent: Agent;
  readonly pool: ToolPool;
  readonly servers: KnownServers;
}

/** The pool, whose notes name a plugin that waits for trust once, in place of each of its tools. */
function namingWaiting(pool: ToolPool, waiting: WaitingPlugin): ToolPool {
  const notes = pool.notes.map((note) => {
    const plugin = note.kind === 'unknown' ? waiting(note.name) : undefined;
    return plugin === undefined ? note : { ...note, ...plugin };
  });
  return { ...pool, notes: [...new Map(notes.map((note) => [`${note.kind} ${note.message}`, note])).values()] };
}

function print({ agent, pool, servers }: Shown, io: Io): void {
  const offered = offeredTools({ spec: agent.spec, pool });
  const ofServer = serverTools(agent.spec.model.plan.extra, agent.spec);
  io.out(`${agent.name} sees ${plural(offered.length + ofServer.offered.length, 'tool')}.\n`);
  io.out(
    table([
      ...offered.map((tool) => [tool.name, kindOf(tool), tool.origin.from, oneLine(firstSentence(tool), 90)]),
      ...ofServer.offered.map(({ name }) => [name, 'at the provider', 'extra', RUN_BY_PROVIDER]),
    ]),
  );
  const held = ofServer.held.map(({ name }) => `${name} of extra is left out: a rule or a list is about it.`);
  const ofPinned = servers.leftOut.map(
    ({ server, name, why }) => `mcpServers.${server} offers "${name}", which is left out: ${why}.`,
  );
  const unknown = unknownTools(servers.unknown);
  const notes = [...agent.notices, ...pool.notes.map((note) => note.message), ...held, ...ofPinned, ...unknown];
  if (notes.length > 0) io.out(`\nLeft out, or worth checking:\n${notes.map((note) => `  ${note}\n`).join('')}`);
}

function printJson({ agent, pool, servers }: Shown, io: Io): void {
  const offered = offeredTools({ spec: agent.spec, pool }).map((tool) => ({
    name: tool.name,
    aliases: tool.aliases,
    readOnly: tool.annotations.readOnlyHint,
    from: tool.origin.from,
    description: tool.api.description,
    inputSchema: tool.api.input_schema,
  }));
  const { name, notices, spec } = agent;
  const { offered: ofServer, held } = serverTools(spec.model.plan.extra, spec);
  const names = { providerTools: ofServer.map((tool) => tool.name), heldProviderTools: held.map((tool) => tool.name) };
  const ofServers = { leftOutServerTools: servers.leftOut, unknownServers: servers.unknown };
  io.json({ agent: name, tools: offered, ...names, notes: pool.notes, notices, ...ofServers });
}

const RUN_BY_PROVIDER = 'The provider runs it. No rule sees its calls.';
const kindOf = (tool: PoolTool) => (tool.annotations.readOnlyHint ? 'read-only' : 'may change');
const firstSentence = (tool: PoolTool) => tool.api.description.split(/(?<=\.)\s|\n/, 1)[0] ?? '';
