import { isAbsolute } from 'node:path';
import { filesRead } from './files-read.js';
import { type FileUse, readScript, type SimpleCommand } from './script-parts.js';

export interface Analysis {
  readonly commands: readonly SimpleCommand[];
  /** Files that redirections name, and files and folders that programs known to only read are given. */
  readonly files: readonly FileUse[];
  /** Why these are perhaps not all; `undefined` when they are. */
  readonly unclear: string | undefined;
  /** It changes nothing but, perhaps, the session's working directory. */
  readonly readOnly: boolean;
  /** It leaves the session's working directory as it is. */
  readonly stays: boolean;
  /** The words of the command that ends last, which as a rule is the one whose exit code the shell gives back. */
  readonly lastWords: readonly string[] | undefined;
}

/** Says what a command does, as far as its text tells. In doubt it is unclear and not read-only. */
export function analyse(command: string): Analysis {
  const { commands, redirected, unclear } = readScript(command);
  const reads = commands.map(({ words }) => filesRead(words));
  const files = [...redirected, ...reads.flatMap((paths) => (paths ?? []).map((path) => ({ kind: 'read' as const, path })))];
  const problem = unclear ?? moveProblem(commands, files);
  return {
    commands,
    files,
    unclear: problem,
    readOnly:
      problem === undefined &&
      commands.length > 0 &&
      reads.every((paths) => paths !== undefined) &&
      redirected.every(({ kind }) => kind === 'read'),
    stays: !commands.some(isMove),
    lastWords: lastOf(commands)?.words,
  };
}

/** A command inside another, such as a substitution, ends before it. */
const lastOf = (commands: readonly SimpleCommand[]) =>
  commands.reduce<SimpleCommand | undefined>((last, one) => (last === undefined || one.end > last.end ? one : last), undefined);

const isMove = ({ words }: SimpleCommand) => words[0] === 'cd';

/** After a `cd` relative paths start elsewhere, and git reads the configuration of another place. */
function moveProblem(commands: readonly SimpleCommand[], files: readonly FileUse[]): string | undefined {
  const moves = commands.filter(isMove);
  if (moves.length === 0) return undefined;
  if (moves.some(({ words }) => filesRead(words) === undefined)) return 'cd without one plain folder';
  if (commands.some(({ words }) => words[0] === 'git' || words[0]?.endsWith('/git') === true)) return 'cd together with git';
  const relative = files.filter(({ path }) => !isAbsolute(path)).length;
  const ownFolders = moves.filter(({ words }) => !isAbsolute(words[1] ?? '')).length;
  if (relative > ownFolders || moves.length > 1) return 'a relative path together with cd';
  return undefined;
}
