import { workingFolder } from '@loadout/command';
import { describeSession } from '@loadout/command/runs';
import { loadPlan } from '@loadout/config';
import { HOOK_EVENTS } from '@loadout/core';
import type { Plan } from '@loadout/core/run';
import { lockedPlan } from '@loadout/lock';
import { listSessions, sessionFolder } from '@loadout/runner';
import type { Io } from '../io.js';
import { poolsOf } from '../load/known-servers.js';
import { trustOptions } from '../load/settle-trust.js';

/** The flags of the command line that choose the configuration. */
export type Place = Readonly<Record<string, string>>;

interface Value {
  readonly value: string;
  readonly about?: string | undefined;
}

type Listing = (plan: Plan, io: Io) => readonly Value[] | Promise<readonly Value[]>;

const NEWEST = 20;
/** The bytes of a session above which its first prompt is not looked up, because a person waits. */
const LONG = 256 * 1024;
const named = (names: Iterable<string>): readonly Value[] => [...names].map((value) => ({ value }));

/** The names of a configuration, and of its sessions, that a shell completes. */
const VALUES: Readonly<Record<string, Listing>> = {
  agents: ({ agents }) => Object.values(agents).map(({ name, description }) => ({ value: name, about: description })),
  models: ({ models }) => named(Object.keys(models)),
  servers: ({ mcpServers = {} }) => named(Object.keys(mcpServers)),
  plugins: ({ plugins }) => plugins.map(({ mount, use }) => ({ value: mount, about: use })),
  events: () => named(Object.keys(HOOK_EVENTS)),
  sessions: ({ workspace, sessions }, { env }) => [
    { value: 'latest', about: 'The newest session of this folder.' },
    ...listSessions(sessionFolder({ workspace, dir: sessions.dir, env }))
      .slice(0, NEWEST)
      .map((entry) => ({ value: entry.id, about: entry.bytes > LONG ? undefined : aboutSession(entry) })),
  ],
  tools: toolsOf,
  rules: async (plan, io) => [...(await toolsOf(plan, io)), ...writtenRules(plan)],
};

const aboutSession = (entry: Parameters<typeof describeSession>[0]): string => {
  const { name, prompt } = describeSession(entry);
  return name ?? prompt;
};

/** The rules of the file that are about certain calls, each once, with its place. */
function writtenRules({ permissions, agents }: Plan): readonly Value[] {
  const all = [permissions, ...Object.values(agents).map((agent) => agent.permissions)].flatMap(({ rules }) => rules);
  const rows = all.flatMap(({ tool, specifier, behavior, position }) =>
    specifier === undefined
      ? []
      : [[`${tool}(${specifier})`, `${behavior}${position ? `, line ${position.line}` : ''}`] as const],
  );
  return [...new Map(rows)].map(([value, about]) => ({ value, about }));
}

/** Returns the names of one kind. Contract: writes nothing, and starts no server. Throws if the configuration cannot be read, or as the lock does. */
export async function knownValues(
  kind: string,
  { place, io }: { readonly place: Place; readonly io: Io },
): Promise<readonly Value[]> {
  const listing = Object.hasOwn(VALUES, kind) ? VALUES[kind] : undefined;
  if (listing === undefined) return [];
  const cwd = workingFolder(io.cwd, { flag: '--cwd', dir: place.cwd });
  const { config: file, profile } = place;
  const trusted = { env: io.env, trust: trustOptions({}, io) };
  const loaded = await loadPlan({ cwd, file, profile, keepParams: true, ...trusted });
  // The names of tools are asked of the code of plugins, which runs only as the lock has it.
  const asksCode = listing === VALUES.tools || listing === VALUES.rules;
  return listing(asksCode ? await lockedPlan(loaded, trusted) : loaded.plan, io);
}

async function toolsOf(plan: Plan, io: Io): Promise<readonly Value[]> {
  const pools = await poolsOf({ plan, trust: undefined }, io);
  const found = new Map(
    [...pools.values()].flatMap(({ tools }) => tools.map(({ name, api }) => [name, api.description] as const)),
  );
  return [...found].map(([value, about]) => ({ value, about })).sort((a, b) => (a.value < b.value ? -1 : 1));
}
