import type { FileUse, Part } from './parts.js';
import { readScript } from './read-script.js';

export interface Analysis {
  readonly commands: readonly Part[];
  /** The files that redirections name, and the files in the arguments of known programs. */
  readonly files: readonly FileUse[];
  /** The reason why the list of files may be incomplete; `undefined` for a complete list. */
  readonly unclear: string | undefined;
  /** Whether the command changes nothing except, perhaps, the session's working directory. */
  readonly readOnly: boolean;
  /** Whether the command may write long after the check: in the background, or after a wait. */
  readonly waits: boolean;
  /** Whether the command leaves the session's working directory unchanged. */
  readonly stays: boolean;
  /** The words of the command that ends last. The shell usually returns its exit code. */
  readonly lastWords: readonly string[] | undefined;
}

/**
 * Describes what a command does, as far as its text tells. In doubt, the command is unclear and not read-only. Source:
 * TOOL-BASH-09.
 */
export function analyse(command: string): Analysis {
  const { commands, files, unclear: whole, waits } = readScript(command);
  const unclear = whole ?? commands.find((one) => one.unclear !== undefined)?.unclear;
  return {
    commands,
    files,
    unclear,
    readOnly:
      unclear === undefined &&
      commands.length > 0 &&
      commands.every(({ does }) => does === 'reads') &&
      files.every(({ kind }) => kind === 'read'),
    waits,
    stays: !commands.some(({ words }) => words[0] === 'cd'),
    lastWords: lastOf(commands)?.words.map((word) => word ?? ''),
  };
}

/** A command inside another command, such as a substitution, ends before the outer one. */
const lastOf = (commands: readonly Part[]) =>
  commands.reduce<Part | undefined>((last, one) => (last === undefined || one.end > last.end ? one : last), undefined);
