import type { Assignment } from 'unbash';
import { type Argument, isKnown, readWord } from './read-word.js';

/** Variables that change what a program prints, tests or waits for, but never what the program runs. */
const SAFE =
  /^(?:CI|NODE_ENV|DEBUG|VERBOSE|QUIET|FORCE_COLOR|NO_COLOR|CLICOLOR|CLICOLOR_FORCE|COLUMNS|LINES|TZ|LANG|LC_[A-Z]+|PORT|LOG_LEVEL|RUST_LOG|RUST_BACKTRACE|GOOS|GOARCH|GOMAXPROCS|CGO_ENABLED|PYTHONUNBUFFERED|PYTHONDONTWRITEBYTECODE|PYTHONHASHSEED|UPDATE_SNAPSHOTS?|UPDATE_EXPECTED|MAKEFLAGS_JOBS|APP_ENV|RAILS_ENV|RACK_ENV|MIX_ENV|FLASK_ENV|DJANGO_DEBUG|TERM|DEBIAN_FRONTEND)$/;
/** Names that have a meaning for bash, for the loader, or for programs that tools start. */
const MEANT =
  /PATH|^(?:LD_|DYLD_|BASH|GIT_|NPM_|PERL|RUBY|PYTHON|NODE_|JAVA|_JAVA|SSH_|HTTP|HTTPS|ALL_|NO_PROXY|LESS|DOCKER|PIP_|CARGO_|RUSTC|GO|MAKE)|^(?:IFS|ENV|SHELLOPTS|PS\d|HOME|SHELL|PAGER|EDITOR|VISUAL|BROWSER|TMPDIR|PWD|OLDPWD|USER|SHLVL|OPTIND|POSIXLY_CORRECT|FUNCNEST|TIMEFORMAT|PROMPT_COMMAND|GLOBIGNORE|EXECIGNORE|FIGNORE|INPUTRC|HISTFILE|HOSTFILE|MAIL|LOADOUT\w*|S?RANDOM|HISTCMD|SECONDS|UID|EUID|CC|CXX|CFLAGS|LDFLAGS|AR|LD|CI_\w*|KUBECONFIG|VIRTUAL_ENV|ZDOTDIR|XDG_CONFIG_\w*|\w+_CONFIG_FILE|\w+_(?:HOOKS|PLUGINS|WRAPPER)|\w*GEMFILE|RUST(?:DOC)?FLAGS|(?:ANT|GRADLE|JVM|MAVEN|SBT)_OPTS|PYTEST_ADDOPTS|TAR_OPTIONS|UV_PYTHON)$/i;
const LOWER_MEANT = /^(?:npm_|https?_proxy|all_proxy|ftp_proxy|no_proxy|histchars|auto_resume|_)|path/;

/**
 * The reason why an assignment may change more than a value; `undefined` if it changes only a value. A bare name comes from a
 * loop or from `read`.
 */
export function assignmentProblem(
  node: Assignment | string,
  context: { readonly alone: boolean } | undefined,
): string | undefined {
  if (typeof node === 'string') return isOwnName(node) ? undefined : `the variable ${node}`;
  const what = `an assignment to ${node.name}`;
  if (node.append === true || node.index !== undefined || node.value.type !== 'Word') return what;
  const { argument } = readWord(node.value);
  if (context?.alone === true && isOwnName(node.name)) return undefined;
  return valueProblem(node.name, argument) ? what : undefined;
}

/** The problem of a word `X=y` of `env`, `export` or `readonly`. */
export function assignedWordProblem(word: string): string | undefined {
  const [, name, value] = /^([A-Za-z_]\w*)=([\s\S]*)$/.exec(word) ?? [];
  if (name === undefined || value === undefined || valueProblem(name, value)) return `an assignment to ${word.split('=', 1)[0]}`;
  return undefined;
}

/** Whether a variable of this name has a meaning for a shell, a loader or a tool. */
export const isMeantName = (name: string): boolean => !SAFE.test(name) && (MEANT.test(name) || LOWER_MEANT.test(name));

/** Whether a value may be a program or an option. A number or a yes is neither. */
function valueProblem(name: string, value: Argument): boolean {
  if (SAFE.test(name)) return isKnown(value) ? /[$`(){}[\]\\]/.test(value) : !value.single;
  return isMeantName(name) || !isKnown(value) || !/^(?:\d{0,9}|true|false|yes|no|on|off|test|development)$/.test(value);
}

/** Whether a program may act on a variable of this name. Those of a script in lower case, such as `user`, are its own. */
export const isObeyedName = (name: string): boolean => (isOwnName(name.replaceAll('path', '')) ? false : isMeantName(name));

/** Whether the variable belongs to the script: a lower-case name, which no program reads. */
const isOwnName = (name: string) => /^[a-z][a-z0-9_]*$/.test(name) && !LOWER_MEANT.test(name);
