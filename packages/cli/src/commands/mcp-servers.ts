import { relative } from 'node:path';
import { printable } from '@loadout/command';
import { isObject, nearest } from '@loadout/core';
import type { mcpAdd, mcpAddJson, mcpGet, mcpRemove } from '../arguments/mcp-definitions.js';
import { errors } from '../errors.js';
import type { Io } from '../io.js';
import { openServersFile, type ServersFile } from '../load/servers-file.js';
import type { Command } from './command.js';

type Entry = Readonly<Record<string, unknown>>;

export const add: Command<typeof mcpAdd> = async ({ positionals: [key = '', target = '', ...args], flags }, io) => {
  const isUrl = /^https?:\/\//.test(target);
  const { transport = isUrl ? 'http' : 'stdio', env, header } = flags;
  const entry =
    transport === 'stdio' ? commandEntry([target, ...args], { env, header }) : urlEntry(target, { transport, header, args, env });
  return added(await openServersFile(flags, io), { key, entry, scope: flags.scope, io });
};

function commandEntry(
  [command, ...args]: readonly string[],
  { env, header }: { env: readonly string[]; header: readonly string[] },
): Entry {
  if (header.length > 0)
    throw errors.MCP_ENTRY_INVALID({ problem: 'a command gets no headers', expected: '-e KEY=VALUE, or a URL' });
  return {
    command,
    ...(args.length === 0 ? {} : { args }),
    ...(env.length === 0 ? {} : { env: pairs(env, '=', 'KEY=VALUE') }),
  };
}

function urlEntry(
  url: string,
  {
    transport,
    header,
    args,
    env,
  }: { transport: string; header: readonly string[]; args: readonly string[]; env: readonly string[] },
): Entry {
  if (!/^https?:\/\//.test(url))
    throw errors.MCP_ENTRY_INVALID({ problem: `${JSON.stringify(url)} is no URL`, expected: 'https://… for this transport' });
  if (args.length + env.length > 0)
    throw errors.MCP_ENTRY_INVALID({
      problem: 'a URL gets no arguments and variables',
      expected: '-H "Name: value", or a command',
    });
  return { type: transport, url, ...(header.length === 0 ? {} : { headers: pairs(header, ':', '"Name: value"') }) };
}

function pairs(texts: readonly string[], between: string, expected: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    texts.map((text) => {
      const at = text.indexOf(between);
      // The value may be a secret.
      if (at < 1) throw errors.MCP_ENTRY_INVALID({ problem: `${JSON.stringify(text.slice(0, 8))}… is no pair`, expected });
      return [text.slice(0, at).trim(), text.slice(at + 1).trim()];
    }),
  );
}

export const addJson: Command<typeof mcpAddJson> = async ({ positionals: [key = '', json = ''], flags }, io) =>
  added(await openServersFile(flags, io), { key, entry: entryIn(json), scope: flags.scope, io });

function entryIn(json: string): Entry {
  const expected = 'a JSON object with a command or a url';
  try {
    const entry: unknown = JSON.parse(json);
    if (isObject(entry) && (typeof entry.command === 'string' || typeof entry.url === 'string')) return entry;
  } catch (cause) {
    throw errors.MCP_ENTRY_INVALID({ problem: 'the entry is no JSON', expected }, { cause });
  }
  throw errors.MCP_ENTRY_INVALID({ problem: 'the entry has no command and no url', expected });
}

interface Adding {
  readonly key: string;
  readonly entry: Entry;
  readonly scope: string | undefined;
  readonly io: Io;
}

async function added(file: ServersFile, { key, entry, scope, io }: Adding): Promise<number> {
  if (Object.hasOwn(file.servers, key)) throw errors.MCP_SERVER_THERE({ key, file: file.file });
  await file.add(key, entry);
  io.out(`Added the MCP server ${printable(key)} to ${printable(relative(io.cwd, file.file))}.\n`);
  for (const name of plainSecrets(entry))
    io.tell(
      `warning: the value of ${printable(name)} is now written into the file; write \${NAME} to take it from the environment.\n`,
    );
  if (scope === 'local' || scope === 'user')
    io.out(`${scope === 'user' ? 'No servers are kept for all folders. ' : ''}${OF_THE_FOLDER}\n`);
  if (!(await file.isTrusted())) io.out('The server is disabled until you run: loadout trust\n');
  if (file.isLocked) io.out('Its tools are not pinned until you run: loadout lock\n');
  return 0;
}

const OF_THE_FOLDER = 'The file belongs to the folder: everybody who works there gets the server.';

const SECRET = /key|token|secret|password|authorization|cookie/i;

/** The variables and headers that look like secrets and are no reference to a variable. */
const plainSecrets = ({ env, headers }: Entry): readonly string[] =>
  [env, headers]
    .filter(isObject)
    .flatMap((values) => Object.entries(values))
    .flatMap(([name, value]) => (SECRET.test(name) && !String(value).includes('${') ? [name] : []));

export const remove: Command<typeof mcpRemove> = async ({ positionals: [key = ''], flags }, io) => {
  const file = await openServersFile(flags, io);
  entryOf(file, key);
  await file.remove(key);
  io.out(`Removed the MCP server ${printable(key)} from ${printable(relative(io.cwd, file.file))}.\n`);
  return 0;
};

export const get: Command<typeof mcpGet> = async ({ positionals: [key = ''], flags }, io) => {
  const file = await openServersFile(flags, io);
  const entry = entryOf(file, key);
  if (flags.json) io.out(`${JSON.stringify({ key, file: file.file, entry })}\n`);
  else io.out(`${printable(JSON.stringify({ [key]: entry }, null, 2))}\n`);
  return 0;
};

function entryOf({ servers, file }: ServersFile, key: string): Entry {
  const entry = Object.hasOwn(servers, key) ? servers[key] : undefined;
  if (entry !== undefined) return entry;
  const known = Object.keys(servers);
  throw errors.MCP_SERVER_ABSENT({ key, file, nearest: nearest(key, known), known });
}
