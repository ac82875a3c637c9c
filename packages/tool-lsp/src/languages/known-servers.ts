import { basename, extname, isAbsolute, resolve } from 'node:path';
import { defined } from '@loadout/node';
import { errors } from '../errors.js';
import type { LspOptions, ServerOption } from '../options.js';
import { type Candidate, type LanguageEntry, languageTable } from './language-table.js';

/** The table with the options laid over it. Those of the options come first, so an extension that both name is theirs. */
export function knownServers(options: LspOptions, { configDir }: { readonly configDir: string }): readonly LanguageEntry[] {
  const own = Object.entries(options.servers).map(([name, option]) => entryOf(name, { option, configDir }));
  return [...own, ...languageTable.filter(({ name }) => !(name in options.servers))];
}

interface Options {
  readonly option: ServerOption;
  readonly configDir: string;
}

function entryOf(name: string, { option, configDir }: Options): LanguageEntry {
  const known = languageTable.find((entry) => entry.name === name);
  if (known === undefined && option.command === undefined)
    throw errors.LSP_OPTION_INVALID({ server: name, missing: 'a command' });
  if (known === undefined && option.extensions === undefined)
    throw errors.LSP_OPTION_INVALID({ server: name, missing: 'extensions' });
  const { initializationOptions, settings } = option;
  const candidates = option.command === undefined ? (known?.candidates ?? []) : [given(option.command, { known, configDir })];
  return {
    name,
    extensions: extensionsOf(name, { option, known }),
    candidates: candidates.map((one) => ({
      ...one,
      args: option.args ?? one.args,
      ...defined({ initializationOptions }),
    })),
    settings: settings ?? known?.settings,
  };
}

/** Gives a path to a known program the settings of that program. */
function given(
  command: string,
  { known, configDir }: { readonly known: LanguageEntry | undefined; readonly configDir: string },
): Candidate {
  const same = known?.candidates.find((candidate) => candidate.command === basename(command));
  return { args: [], ...same, command: located(command, configDir), install: '' };
}

const located = (command: string, configDir: string) =>
  isAbsolute(command) || !command.includes('/') ? command : resolve(configDir, command);

function extensionsOf(
  name: string,
  { option, known }: { readonly option: ServerOption; readonly known: LanguageEntry | undefined },
): Readonly<Record<string, string>> {
  const extensions = option.extensions ?? Object.keys(known?.extensions ?? {});
  const idOf = (extension: string) => option.languageId ?? known?.extensions[extension] ?? name;
  return Object.fromEntries(extensions.map((extension) => [extension, idOf(extension)]));
}

/** The server for a file, by its extension. */
export function serverFor(path: string, servers: readonly LanguageEntry[]): { entry: LanguageEntry; languageId: string } {
  const extension = extname(path).toLowerCase();
  for (const entry of servers) {
    const languageId = entry.extensions[extension];
    if (languageId !== undefined) return { entry, languageId };
  }
  const known = [...new Set(servers.flatMap((entry) => Object.keys(entry.extensions)))];
  throw errors.LSP_LANGUAGE_UNKNOWN({ path, extension, known });
}
