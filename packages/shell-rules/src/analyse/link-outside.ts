import { isWithin } from '../place/is-within.js';
import { isGit } from './git-command.js';
import type { NamedPath } from './named-paths.js';
import type { Part } from './parts.js';

/**
 * The reason why a word of an unknown program leads out of the working directories although it does not say so: it is a link, or
 * goes through one. Git takes up a link as it is.
 */
export function linkOutside(
  { words: [program] }: Part,
  { names, roots }: { readonly names: readonly NamedPath[]; readonly roots: readonly string[] },
): string | undefined {
  if (isGit(program ?? undefined)) return undefined;
  const out = names.find(
    ({ word, path }) => !/^[/~]|(?:^|\/)\.\.(?:\/|$)|:\/\//.test(word) && !roots.some((root) => isWithin(path, root)),
  );
  return out && `${out.word}, a link that leads to ${out.path}`;
}
