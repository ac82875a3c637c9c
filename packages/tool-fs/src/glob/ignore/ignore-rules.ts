import { globTest } from '@loadout/node';
import { globRegex } from './glob-regex.js';

/** One line of an ignore file. */
interface IgnoreRule {
  readonly matches: (path: string) => boolean;
  /** True if the rule compares only the last part of a path. */
  readonly byName: boolean;
  readonly onlyFolders: boolean;
  readonly keeps: boolean;
}

export type Verdict = 'ignore' | 'keep' | undefined;

export interface Candidate {
  /** Relative to the folder of the rules. */
  readonly path: string;
  readonly name: string;
  readonly isFolder: boolean;
}

/** Parses the rules of one ignore file, for paths below its folder. An invalid line is skipped, as in git. */
export function parseIgnoreFile(text: string): readonly IgnoreRule[] {
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .flatMap((line) => {
      try {
        return parseIgnoreLine(line) ?? [];
      } catch {
        return [];
      }
    });
}

/** Throws a `SyntaxError`. */
function parseIgnoreLine(line: string): IgnoreRule | undefined {
  let glob = line.startsWith('#') ? '' : line.endsWith('\\ ') ? line : line.trimEnd();
  if (glob === '') return undefined;
  const keeps = glob.startsWith('!');
  if (keeps) glob = glob.slice(1);
  else if (/^\\[!#]/.test(glob)) glob = glob.slice(1);
  const anchored = glob.startsWith('/');
  if (anchored) glob = glob.slice(1);
  const onlyFolders = glob.endsWith('/');
  if (onlyFolders) glob = glob.slice(0, -1);
  if (glob === '') return undefined;
  const byName = !anchored && !glob.includes('/');
  // A line that takes too long is skipped, as an invalid one is.
  const matches = globTest(globRegex(glob), { glob, onSlow: () => false });
  return { matches, byName, onlyFolders, keeps };
}

/** The last rule that fits decides. */
export function judge(rules: readonly IgnoreRule[], { path, name, isFolder }: Candidate): Verdict {
  for (let at = rules.length - 1; at >= 0; at--) {
    const rule = rules[at];
    if (rule === undefined || (rule.onlyFolders && !isFolder)) continue;
    if (rule.matches(rule.byName ? name : path)) return rule.keeps ? 'keep' : 'ignore';
  }
  return undefined;
}

export type { IgnoreRule };
