import type { FileUse, Part } from './parts.js';
import { readScript } from './read-script.js';

export interface Analysis {
  readonly commands: readonly Part[];
  /** Files that redirections name, and those in the arguments of programs that are known. */
  readonly files: readonly FileUse[];
  /** Why these are perhaps not all; `undefined` when they are. */
  readonly unclear: string | undefined;
  /** It changes nothing but, perhaps, the session's working directory. */
  readonly readOnly: boolean;
  /** It may write long after it was looked at: in the background, or because it waits. */
  readonly waits: boolean;
  /** It leaves the session's working directory as it is. */
  readonly stays: boolean;
  /** The words of the command that ends last, which as a rule is the one whose exit code the shell gives back. */
  readonly lastWords: readonly string[] | undefined;
}

/** Says what a command does, as far as its text tells. In doubt it is unclear and not read-only. Source: TOOL-BASH-09. */
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

/** A command inside another, such as a substitution, ends before it. */
const lastOf = (commands: readonly Part[]) =>
  commands.reduce<Part | undefined>((last, one) => (last === undefined || one.end > last.end ? one : last), undefined);
