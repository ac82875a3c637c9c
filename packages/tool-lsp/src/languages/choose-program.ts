import { basename, delimiter } from 'node:path';
import { errors } from '../errors.js';
import type { LanguageEntry } from './language-table.js';
import { checkNeeds } from './needs.js';
import { findProgram, isInProject, type ProgramPlaces, programFolders } from './trusted-programs.js';

/** All that a server is started with. */
export interface ServerProgram {
  /** For messages: the program's name. */
  readonly title: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly initializationOptions: object | undefined;
  readonly settings: object | undefined;
}

/** The first candidate that is installed. Throws LSP_SERVER_MISSING with all that was looked for. */
export function chooseProgram(entry: LanguageEntry, places: ProgramPlaces): ServerProgram {
  const tried: string[] = [];
  for (const candidate of entry.candidates) {
    const program = findProgram(candidate.command, places);
    if (program === undefined) {
      tried.push(missing(candidate.command, places));
      continue;
    }
    const need = checkNeeds(candidate, { program, places });
    if ('lacks' in need) {
      tried.push(`${program} (${need.lacks})`);
      continue;
    }
    return {
      title: basename(candidate.command),
      command: program,
      args: candidate.args,
      // Programs that the server starts, such as node, come from the same folders.
      env: { ...places.env, PATH: programFolders(places).join(delimiter) },
      initializationOptions: need.initializationOptions,
      settings: entry.settings,
    };
  }
  const install = entry.candidates.map((candidate) => candidate.install).filter((command) => command !== '');
  throw errors.LSP_SERVER_MISSING({ language: entry.name, tried, install });
}

function missing(command: string, places: ProgramPlaces): string {
  if (places.projectServers || !isInProject(command, places)) return `${command} (not on the PATH)`;
  return `${command} (only in node_modules/.bin of the workspace, which the plugin's option projectServers: true allows)`;
}
