import type { Access } from '@loadout/core';
import type { Analysis } from './analyse.js';
import { type FoundPath, pathsOf } from './file-paths.js';
import type { Chain, FileUse, Part } from './parts.js';
import { isKnown } from './read-word.js';
import { Paths, resolveIn } from './real-path.js';

export interface AccessPlace {
  readonly analysis: Analysis;
  readonly cwd: string;
  /** Where `~` leads; without it, what begins with `~` is not known. */
  readonly home?: string | undefined;
}

/** Looking a path up costs a call of the system; a command that names more is one for a person. */
const MOST_PATHS = 400;

/** What the permission rules are held against: each command, each file, and the whole text where something stays unclear. */
export function accessesOf(command: string, { analysis, cwd, home }: AccessPlace): readonly Access[] {
  const places = new Map<Chain, string | undefined>();
  const placeOf = (chain: Chain): string | undefined => {
    if (!places.has(chain)) places.set(chain, folderOf(chain, { cwd, home }));
    return places.get(chain);
  };
  const files = fileAccesses(analysis.files, { placeOf, home });
  const runs = runAccesses(analysis.commands, (part) =>
    part.folders.some((chain) => placeOf(chain) !== cwd) ? 'cd together with git' : undefined,
  );
  const unclear = analysis.unclear ?? files.unclear ?? runs.find((run) => run.unclear !== undefined)?.unclear;
  const isTold = runs.some((run) => run.unclear === unclear);
  const whole: Access[] =
    (unclear !== undefined && !isTold) || runs.length === 0
      ? [{ kind: 'run', text: command, unclear: unclear ?? 'no command' }]
      : [];
  return [...runs, ...files.found, ...whole];
}

type Run = Extract<Access, { kind: 'run' }>;

/** The same command twice is one thing to decide about. */
function runAccesses(commands: readonly Part[], gitProblem: (part: Part) => string | undefined): readonly Run[] {
  const runs = new Map<string, Run>();
  for (const part of commands) {
    const { text, words, also, does } = part;
    const unclear = part.unclear ?? (isGit(words) ? gitProblem(part) : undefined);
    const run: Run = {
      kind: 'run',
      text,
      words,
      ...(also.length > 0 ? { also } : {}),
      ...(unclear === undefined ? {} : { unclear }),
      ...(does === undefined ? {} : { does }),
    };
    runs.set(also.length > 0 ? String(runs.size) : JSON.stringify([text, words, unclear, does]), run);
  }
  return [...runs.values()];
}

interface FilePlace {
  readonly placeOf: (chain: Chain) => string | undefined;
  readonly home: string | undefined;
}

/** The files, each once, and why they are perhaps not all. */
function fileAccesses(files: readonly FileUse[], { placeOf, home }: FilePlace) {
  const paths = new Paths();
  const writes = files.some(({ kind }) => kind === 'write');
  const found = new Map<string, Access>();
  let unclear: string | undefined;
  let looked = 0;
  for (const { kind, path, below, folders } of files)
    for (const chain of folders) {
      looked += 1;
      const folder = looked > MOST_PATHS ? undefined : placeOf(chain);
      const met = folder === undefined ? undefined : pathsOf(path, { folder: paths.real(folder), home, writes, paths });
      if (met === undefined) {
        unclear ??= `a file that is not known: ${isKnown(path) ? path : path.why}`;
        if (kind === 'write' && below === true) found.set('write/', { kind, path: '/', below: true });
        continue;
      }
      for (const one of met) addFile(found, { ...one, kind, below: below === true || one.below });
    }
  return { found: found.values(), unclear };
}

/** In another folder git reads another configuration, which can name programs to run. */
const isGit = (words: readonly (string | null)[]) => /(?:^|\/)git$/i.test(words[0] ?? '');

function addFile(found: Map<string, Access>, { kind, path, below }: FoundPath & { kind: 'read' | 'write' }): void {
  const key = `${kind}${path}`;
  const already = found.get(key);
  const isBelow = below || (already !== undefined && 'below' in already && already.below === true);
  found.set(key, isBelow ? { kind, path, below: true } : { kind, path });
}

/** bash keeps the name by which a folder was entered, and `cd ..` goes up by that name. */
function folderOf(chain: Chain, { cwd, home }: { cwd: string; home: string | undefined }): string | undefined {
  let folder: string | undefined = cwd;
  for (const target of chain) {
    const text: string | undefined = isKnown(target)
      ? target
      : target.home === undefined || home === undefined || target.glob !== undefined
        ? undefined
        : home + target.home;
    folder = text === undefined || folder === undefined ? undefined : resolveIn(folder, text);
  }
  return folder;
}
