import type { Names } from './parts.js';
import { type Argument, isKnown } from './read-word.js';

/**
 * Programs whose words have their own meaning: subcommands, tasks and packages. `git rm` is not `rm`, and `npm run build` names
 * no folder `build`. RUNNERS tells which words the runners among them start.
 */
const SUBCOMMANDS = new Set(
  'git npm pnpm yarn bun deno cargo go make gmake docker podman kubectl helm gh glab apt apt-get brew dnf yum apk pacman snap pip pip3 uv poetry pipenv conda gem bundle rake composer mvn mvnw gradle gradlew dotnet terraform aws gcloud az systemctl service tsc eslint prettier biome vite vitest jest mocha pytest ruff mypy turbo nx just task tox rustup nvm'.split(
    ' ',
  ),
);

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

/** Programs that run the file that their first plain word names. */
const INTERPRETERS = new Set('python python3 node ruby perl php deno bun tsx ts-node bash sh dash zsh'.split(' '));

/** The words of a program that may name files. */
export function namesOf(args: readonly Argument[], { reads = false }: { readonly reads?: boolean } = {}): Names {
  const [name, ...words] = args;
  const base = baseOf(isKnown(name) ? name : '');
  const first = words.find((word) => isKnown(word) && !word.startsWith('-'));
  const looks = base === 'git' && isKnown(first) && LOOKS.has(first);
  const script = INTERPRETERS.has(base) ? first : undefined;
  return { words, areBare: hasSubcommands(base), reads: reads || looks, script };
}

/** `/usr/bin/RM` -> `rm` */
export const baseOf = (name: string): string => name.slice(name.lastIndexOf('/') + 1).toLowerCase();

/** Whether the words of a program are above all subcommands, tasks or packages. */
export const hasSubcommands = (base: string): boolean => SUBCOMMANDS.has(base);

/** Whether a program is known to run none of its words as a command. */
export const runsNoWord = (base: string): boolean => SUBCOMMANDS.has(base) || DATA.has(base);
