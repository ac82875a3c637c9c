import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { workingFolder, writeFile } from '@loadout/command';
import { addEntry, entriesIn, LOCK_NAME, removeEntry } from '@loadout/config';
import { isLoadoutError, isObject, messageOf } from '@loadout/core';
import { errors } from '../errors.js';
import type { Io } from '../io.js';
import { loadWhole } from './load-plan.js';
import { openPluginFile } from './plugin-file.js';

type Entry = Readonly<Record<string, unknown>>;

/** The file that declares MCP servers: the configuration, or `.mcp.json` where there is none. */
export interface ServersFile {
  readonly file: string;
  readonly servers: Readonly<Record<string, Entry>>;
  /** Whether a lock pins the servers of the file. */
  readonly isLocked: boolean;
  /** Whether a run would start the servers of the file now. */
  isTrusted(): Promise<boolean>;
  add(key: string, entry: Entry): Promise<void>;
  remove(key: string): Promise<void>;
}

type Flags = { readonly config: string | undefined; readonly cwd: string | undefined };

export async function openServersFile(flags: Flags, io: Io): Promise<ServersFile> {
  try {
    return await inConfig(flags, io);
  } catch (error) {
    if (!isLoadoutError(error) || error.code !== 'CONFIG_NOT_FOUND' || flags.config !== undefined) throw error;
    return inJson(join(workingFolder(io.cwd, { flag: '--cwd', dir: flags.cwd }), '.mcp.json'));
  }
}

async function inConfig(flags: Flags, io: Io): Promise<ServersFile> {
  const { file, text, configDir, isTrusted } = await openPluginFile(flags, io);
  const write = async (changed: string | undefined) => {
    if (changed === undefined) throw errors.MCP_ENTRY_ELSEWHERE({ file });
    writeFile(file, { text: changed });
    try {
      await loadWhole({ ...flags, param: [] }, { io, wish: { keepParams: true, loadsNothing: true, tellsTrust: true } });
    } catch (error) {
      // An entry that the configuration refuses would stop every command.
      writeFile(file, { text });
      throw error;
    }
  };
  return {
    file,
    servers: entriesOf(await entriesIn(text, 'mcpServers')),
    isLocked: existsSync(join(configDir, LOCK_NAME)),
    isTrusted,
    add: async (key, value) => write(await addEntry(text, { section: 'mcpServers', key, value })),
    remove: async (key) => write(await removeEntry(text, { section: 'mcpServers', key })),
  };
}

function inJson(file: string): ServersFile {
  const whole = existsSync(file) ? parsed(file) : {};
  const servers = entriesOf(isObject(whole.mcpServers) ? whole.mcpServers : {});
  const write = (mcpServers: Entry): void => {
    writeFile(file, { text: `${JSON.stringify({ ...whole, mcpServers }, null, 2)}\n` });
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

const entriesOf = (written: Entry): ServersFile['servers'] =>
  Object.fromEntries(Object.entries(written).flatMap(([key, entry]) => (isObject(entry) ? [[key, entry]] : [])));

/** A file with comments is not changed, because they would be lost. */
function parsed(file: string): Entry {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (isObject(value)) return value;
    throw new Error('it is no object');
  } catch (cause) {
    throw errors.MCP_FILE_UNCHANGED({ file, problem: messageOf(cause) }, { cause });
  }
}
