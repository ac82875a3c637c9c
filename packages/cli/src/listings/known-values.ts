import { workingFolder } from '@loadout/command';
import { describeSession } from '@loadout/command/runs';
import { loadPlan } from '@loadout/config';
import type { Plan } from '@loadout/core/run';
import { listSessions, sessionFolder } from '@loadout/runner';
import type { Io } from '../io.js';
import { trustOptions } from '../load/settle-trust.js';

/** The flags of the command line that choose the configuration. */
export type Place = Readonly<Record<string, string>>;

interface Value {
  readonly value: string;
  readonly about?: string | undefined;
}

type Listing = (plan: Plan, io: Io) => readonly Value[];

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
  sessions: ({ workspace, sessions }, { env }) => [
    { value: 'latest', about: 'The newest session of this folder.' },
    ...listSessions(sessionFolder({ workspace, dir: sessions.dir, env }))
      .slice(0, NEWEST)
      .map((entry) => ({ value: entry.id, about: entry.bytes > LONG ? undefined : aboutSession(entry) })),
  ],
};

const aboutSession = (entry: Parameters<typeof describeSession>[0]): string => {
  const { name, prompt } = describeSession(entry);
  return name ?? prompt;
};

/** Returns the names of one kind. Contract: writes nothing, and runs no code of a plugin. Throws if the configuration cannot be read. */
export async function knownValues(
  kind: string,
  { place, io }: { readonly place: Place; readonly io: Io },
): Promise<readonly Value[]> {
  const listing = Object.hasOwn(VALUES, kind) ? VALUES[kind] : undefined;
  if (listing === undefined) return [];
  const cwd = workingFolder(io.cwd, { flag: '--cwd', dir: place.cwd });
  const { config: file, profile } = place;
  const { plan } = await loadPlan({ cwd, file, profile, keepParams: true, env: io.env, trust: trustOptions({}, io) });
  return listing(plan, io);
}
