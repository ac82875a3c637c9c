import { push } from '../record/push.js';
import { type Candidate, ENOUGH } from './candidate.js';
import type { ExactRule } from './exact-rules.js';
import { familyRule } from './family-rule.js';

/** A folder of a tree of approved files. */
interface Folder {
  readonly path: string;
  readonly files: ExactRule[];
  readonly folders: Map<string, Folder>;
}

/**
 * Proposes rules for folders in which several things were approved, the widest first: files, or folders with approved files. A folder that
 * holds everything, a hidden folder, and a name that a pattern would read as something else have no rule.
 */
export function folderRules(exact: readonly ExactRule[]): readonly Candidate[] {
  return ['Read', 'Edit'].flatMap((tool) => {
    const root = newFolder('');
    for (const one of exact) {
      const specifier = one.rule.tool === tool ? one.rule.specifier : undefined;
      if (specifier !== undefined && PLAIN.test(specifier)) place(one, specifier, root);
    }
    return inFolder(root, tool);
  });
}

/** A path of ordinary names: no wildcard, no escape, no name that begins with a dot, no space at an end of a name. */
const PLAIN = /^\/{1,2}(?:[\p{L}\p{N}_@+~=,-][\p{L}\p{N}_@+~=,. -]*(?<! )\/)*[\p{L}\p{N}_@+~=,-][\p{L}\p{N}_@+~=,. -]*$/u;

const newFolder = (path: string): Folder => ({ path, files: [], folders: new Map() });

function place(one: ExactRule, specifier: string, root: Folder): void {
  const top = specifier.startsWith('//') ? '/' : '';
  const names = specifier.slice(top.length + 1).split('/');
  let folder = root;
  let path = top;
  for (const name of names.slice(0, -1)) {
    path = `${path}/${name}`;
    const next = folder.folders.get(path) ?? newFolder(path);
    folder.folders.set(path, next);
    folder = next;
  }
  folder.files.push(one);
}

function inFolder(folder: Folder, tool: string): readonly Candidate[] {
  const below = [...folder.folders.values()].flatMap((one) => inFolder(one, tool));
  if (depthOf(folder.path) < 1) return below;
  const entries = folder.files.length + folder.folders.size;
  const whole = entries < ENOUGH ? [] : [widened(tool, { pattern: '**', folder, files: filesBelow(folder) })];
  return [...whole, ...sameEnding(folder, tool), ...below];
}

/** Proposes rules for the files of a folder that end alike. These hold where a folder below is refused. */
function sameEnding(folder: Folder, tool: string): readonly Candidate[] {
  const groups = new Map<string, ExactRule[]>();
  for (const one of folder.files) {
    const ending = /\.[A-Za-z0-9]+$/.exec(one.rule.specifier ?? '')?.[0];
    if (ending !== undefined) push(groups, ending, one);
  }
  return [...groups].flatMap(([ending, files]) =>
    files.length < ENOUGH ? [] : [widened(tool, { pattern: `*${ending}`, folder, files })],
  );
}

interface Widening {
  readonly pattern: string;
  readonly folder: Folder;
  readonly files: readonly ExactRule[];
}

function widened(tool: string, { pattern, folder, files }: Widening): Candidate {
  const example = `${tool === 'Edit' ? 'write' : 'read'} ${folder.path.replace(/^\/\//, '/')}/${pattern.replace(/^\*+/, 'another-file')}`;
  return { ...familyRule(tool, `${folder.path}/${pattern}`), width: 'folder', covers: files.map(({ text }) => text), example };
}

const filesBelow = (folder: Folder): readonly ExactRule[] => [
  ...folder.files,
  ...[...folder.folders.values()].flatMap(filesBelow),
];

/** The number of folders that a rule names. Outside of the workspace, the first three are those of the system and of a user. */
const depthOf = (path: string): number =>
  path.replace(/^\/+/, '').split('/').filter(Boolean).length - (path.startsWith('//') ? 3 : 0);
