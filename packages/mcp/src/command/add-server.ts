import { relative } from 'node:path';
import { isObject } from '@loadout/core';
import { type CommandFlag, type CommandHost, placeFlags } from '@loadout/core/commands';
import { errors } from '../errors.js';
import { openServersFile, type PlaceFlags, type ServerEntry } from './servers-file.js';

/** The flags of a command that adds a server. */
export const addingFlags = [
  ...placeFlags,
  {
    name: 'scope',
    short: 's',
    value: 'SCOPE',
    choices: ['local', 'project', 'user'],
    help: 'local, project or user. All mean the configuration of the folder, so everybody who works there gets the server.',
  },
] as const satisfies readonly CommandFlag[];

interface Adding {
  /** The entry, or a function that makes it for the file that it stands in. */
  readonly entry: ServerEntry | ((file: string) => ServerEntry);
  readonly flags: PlaceFlags & { readonly scope: string | undefined };
  readonly host: CommandHost;
}

/** Adds a server, and says what it still waits for. */
export async function addServer(key: string, { entry: given, flags, host }: Adding): Promise<number> {
  const file = await openServersFile(flags, host);
  if (Object.hasOwn(file.servers, key)) throw errors.MCP_SERVER_THERE({ key, file: file.file });
  const entry = typeof given === 'function' ? given(file.file) : given;
  await file.add(key, entry);
  host.out(`Added the MCP server ${key} to ${relative(host.cwd, file.file)}.\n`);
  for (const name of plainSecrets(entry))
    host.tell(`warning: the value of ${name} is now written into the file; write \${NAME} to take it from the environment.\n`);
  const { scope } = flags;
  const { called } = host;
  if (scope === 'local' || scope === 'user')
    host.out(`${scope === 'user' ? 'No servers are kept for all folders. ' : ''}${OF_THE_FOLDER}\n`);
  // Without the lock, the configuration has a source that nobody looked up, and nothing says whether it is trusted.
  if (entry.registry !== undefined) {
    host.out(
      `It is looked up and unpacked when you run: ${called} lock\nThe server is disabled until you run: ${called} trust\n`,
    );
    return 0;
  }
  if (!(await file.isTrusted())) host.out(`The server is disabled until you run: ${called} trust\n`);
  if (file.isLocked) host.out(`Its tools are not pinned until you run: ${called} lock\n`);
  return 0;
}

const OF_THE_FOLDER = 'The file belongs to the folder: everybody who works there gets the server.';

const SECRET = /key|token|secret|password|authorization|cookie/i;

/** The variables and headers that look like secrets and are no reference to a variable. */
const plainSecrets = ({ env, headers }: ServerEntry): readonly string[] =>
  [env, headers]
    .filter(isObject)
    .flatMap((values) => Object.entries(values))
    .flatMap(([name, value]) => (SECRET.test(name) && !String(value).includes('${') ? [name] : []));
