import { PROGRAMS } from '../programs/index.js';
import type { Names } from './parts.js';
import { type Argument, isKnown } from './read-word.js';

/** Programs with subcommands, tasks and packages that no table lists. */
const SUBCOMMANDS = new Set('make gmake dnf yum apk pacman snap conda gem aws gcloud az service nvm'.split(' '));

/** Programs whose words are names, texts or numbers, and never commands. */
const DATA = new Set(
  'ps kill pkill pgrep killall pidof man info whatis apropos whereis node python python3 ruby perl php curl wget tar zip unzip gzip gunzip dd jq yq awk gawk mawk ping dig host nslookup hostname locale lsof ss netstat shellcheck less more bash sh dash'.split(
    ' ',
  ),
);

/**
 * Git commands that write nothing to the paths that their words name. This is not the list of GIT_READS: `add` and `commit`
 * write, but only to the repository.
 */
const LOOKS = new Set(
  'add annotate blame cat-file check-ignore commit describe diff grep log ls-files ls-tree rev-list rev-parse shortlog show status'.split(
    ' ',
  ),
);

/** Programs that copy or pack whole folders. */
const WALKS = new Set('tar gtar bsdtar gnutar zip 7z 7za 7zr 7zz rsync scp cpio ditto'.split(' '));

/** Programs that run the file that their first plain word names. */
const INTERPRETERS = new Set('python python3 node ruby perl php deno bun tsx ts-node bash sh dash zsh'.split(' '));

/** The words of a program that may name files. */
export function namesOf(args: readonly Argument[], { reads = false }: { readonly reads?: boolean } = {}): Names {
  const [name, ...words] = args;
  const base = baseOf(isKnown(name) ? name : '');
  const first = words.find((word) => isKnown(word) && !word.startsWith('-'));
  const looks = base === 'git' && isKnown(first) && LOOKS.has(first);
  const script = INTERPRETERS.has(base) ? first : undefined;
  return { words, areBare: hasSubcommands(base), walks: WALKS.has(base), reads: reads || looks, script };
}

/** `/usr/bin/RM` -> `rm` */
export const baseOf = (name: string): string => name.slice(name.lastIndexOf('/') + 1).toLowerCase();

/**
 * Whether the words of a program have their own meaning: `git rm` is not `rm`, and `npm run build` names no folder `build`.
 * RUNNERS tells which words the runners among them start.
 */
const hasSubcommands = (base: string): boolean => SUBCOMMANDS.has(base) || Object.hasOwn(PROGRAMS, base);

/** Whether a program is known to run none of its words as a command. */
export const runsNoWord = (base: string): boolean => hasSubcommands(base) || DATA.has(base);
