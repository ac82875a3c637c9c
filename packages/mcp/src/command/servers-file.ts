import { chmodSync, lstatSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isLoadoutError, isObject, messageOf, nearest } from '@loadout/core';
import type { CommandHost } from '@loadout/core/commands';
import { realPath, regularFile, replaceWhole } from '@loadout/node';
import { errors } from '../errors.js';

export type ServerEntry = Readonly<Record<string, unknown>>;

/** The file that declares MCP servers: the configuration, or `.mcp.json` where there is none. */
export interface ServersFile {
  readonly file: string;
  readonly servers: Readonly<Record<string, ServerEntry>>;
  /** Whether a lock pins the servers of the file. */
  readonly isLocked: boolean;
  /** Whether a run would start the servers of the file now. */
  isTrusted(): Promise<boolean>;
  add(key: string, entry: ServerEntry): Promise<void>;
  remove(key: string): Promise<void>;
}

export const WHERE = 'Without an agent.config.yaml, the file is .mcp.json of the folder, as Agent SDK programs read it.';

export interface PlaceFlags {
  readonly config: string | undefined;
  readonly cwd: string | undefined;
}

export async function openServersFile(flags: PlaceFlags, host: CommandHost): Promise<ServersFile> {
  try {
    return await inConfig(flags, host);
  } catch (error) {
    if (!isLoadoutError(error) || error.code !== 'CONFIG_NOT_FOUND' || flags.config !== undefined) throw error;
    return inJson(join(resolve(host.cwd, flags.cwd ?? ''), '.mcp.json'));
  }
}

async function inConfig(flags: PlaceFlags, host: CommandHost): Promise<ServersFile> {
  const config = await host.edit({ ...flags });
  const { file, isLocked } = config;
  const section = 'mcpServers';
  return {
    file,
    servers: entriesOf(await config.entries(section)),
    isLocked,
    isTrusted: () => config.isTrusted(),
    add: async (key, value) => config.writeUnlocked(await config.withEntries({ section, key, value })),
    async remove(key) {
      const without = await config.withoutEntry({ section, key });
      if (without === undefined) throw errors.MCP_ENTRY_ELSEWHERE({ file });
      await config.writeUnlocked(without);
    },
  };
}

function inJson(file: string): ServersFile {
  const whole = lstatSync(file, { throwIfNoEntry: false }) === undefined ? {} : parsed(file);
  const servers = entriesOf(isObject(whole.mcpServers) ? whole.mcpServers : {});
  const write = (mcpServers: ServerEntry): void => {
    try {
      writeJson(file, { ...whole, mcpServers });
    } catch (cause) {
      throw errors.MCP_FILE_NOT_WRITTEN({ file, problem: messageOf(cause) }, { cause });
    }
  };
  return {
    file,
    servers,
    isLocked: false,
    isTrusted: async () => false,
    add: async (key, entry) => write({ ...servers, [key]: entry }),
    remove: async (key) => write(Object.fromEntries(Object.entries(servers).filter(([name]) => name !== key))),
  };
}

/** A kill or a full disk leaves the old text or the new one. A link stays, and so does the mode. */
function writeJson(file: string, value: object): void {
  const text = `${JSON.stringify(value, null, 2)}\n`;
  const mode = statSync(file, { throwIfNoEntry: false })?.mode;
  if (mode === undefined) writeFileSync(file, text, { flag: 'wx' });
  else {
    const real = realPath(file);
    replaceWhole(real, text);
    chmodSync(real, mode & 0o777);
  }
}

const entriesOf = (written: ServerEntry): ServersFile['servers'] =>
  Object.fromEntries(Object.entries(written).flatMap(([key, entry]) => (isObject(entry) ? [[key, entry]] : [])));

/** A file with comments is not changed, because they would be lost. */
function parsed(file: string): ServerEntry {
  try {
    const value: unknown = JSON.parse(regularFile(file).toString());
    if (isObject(value)) return value;
    throw new Error('it is not an object');
  } catch (cause) {
    throw errors.MCP_FILE_UNCHANGED({ file, problem: messageOf(cause) }, { cause });
  }
}

/** Returns the entry of a server. Throws MCP_SERVER_ABSENT. */
export function entryOf({ servers, file }: ServersFile, key: string): ServerEntry {
  const entry = Object.hasOwn(servers, key) ? servers[key] : undefined;
  if (entry !== undefined) return entry;
  const known = Object.keys(servers);
  throw errors.MCP_SERVER_ABSENT({ key, file, nearest: nearest(key, known), known });
}
