import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type IgnoreRule, judge, parseIgnoreFile, type Verdict } from './ignore-rules.js';

/** The ignore files of one folder, and those of the folders above it. */
export interface IgnoreStack {
  readonly folder: string;
  readonly above: IgnoreStack | undefined;
  /** Rule sets by priority: a rule of any `.ignore` above overrides each `.gitignore`. */
  readonly sets: readonly (readonly IgnoreRule[])[];
  readonly isEmpty: boolean;
}

const FILES = ['.rgignore', '.ignore', '.gitignore'];
const LARGEST = 1024 * 1024;

/** Builds the stack for a folder. `names`: the names in the folder, if they are known. */
export function stackFor(
  folder: string,
  from: { readonly above: IgnoreStack | undefined; readonly names?: ReadonlySet<string> },
) {
  const has = (name: string) => from.names?.has(name) ?? true;
  const read = (name: string) => (has(name) ? rulesOf(join(folder, name)) : []);
  const sets = [...FILES.map(read), has('.git') ? rulesOf(join(folder, '.git/info/exclude')) : []];
  const isEmpty = sets.every((rules) => rules.length === 0);
  return { folder, above: from.above, sets, isEmpty } satisfies IgnoreStack;
}

/** For the folder where a search starts: with all folders above it. */
export function stackAbove(folder: string): IgnoreStack | undefined {
  const parent = dirname(folder);
  if (parent === folder) return undefined;
  const above = stackAbove(parent);
  const stack = stackFor(parent, { above });
  return stack.isEmpty ? above : stack;
}

/** Decides whether a path is ignored: the nearest file of the highest kind wins. */
export function verdict(
  stack: IgnoreStack | undefined,
  of: { readonly path: string; readonly name: string; readonly isFolder: boolean },
): Verdict {
  const found: Verdict[] = [];
  for (let level = stack; level !== undefined; level = level.above) {
    const path = of.path.slice(level.folder === '/' ? 1 : level.folder.length + 1);
    for (const [kind, rules] of level.sets.entries()) {
      if (rules.length > 0) found[kind] ??= judge(rules, { ...of, path });
    }
  }
  return found.find((one) => one !== undefined);
}

function rulesOf(path: string): readonly IgnoreRule[] {
  try {
    const stats = statSync(path);
    return stats.isFile() && stats.size <= LARGEST ? parseIgnoreFile(readFileSync(path, 'utf8')) : [];
  } catch {
    return [];
  }
}
