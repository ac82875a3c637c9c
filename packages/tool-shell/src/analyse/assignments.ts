import type { Assignment } from 'unbash';
import { type Argument, isKnown, readWord } from './read-word.js';

/** Variables that change what a program prints, tests or waits for, and never what it runs. */
const SAFE =
  /^(?:CI|NODE_ENV|DEBUG|VERBOSE|QUIET|FORCE_COLOR|NO_COLOR|CLICOLOR|CLICOLOR_FORCE|COLUMNS|LINES|TZ|LANG|LC_[A-Z]+|PORT|LOG_LEVEL|RUST_LOG|RUST_BACKTRACE|GOOS|GOARCH|GOMAXPROCS|CGO_ENABLED|PYTHONUNBUFFERED|PYTHONDONTWRITEBYTECODE|PYTHONHASHSEED|UPDATE_SNAPSHOTS?|UPDATE_EXPECTED|MAKEFLAGS_JOBS|APP_ENV|RAILS_ENV|RACK_ENV|MIX_ENV|FLASK_ENV|DJANGO_DEBUG|TERM|DEBIAN_FRONTEND)$/;
/** Names with a meaning to bash, to the loader, or to the programs that tools start. */
const MEANT =
  /PATH|^(?:LD_|DYLD_|BASH|GIT_|NPM_|PERL|RUBY|PYTHON|NODE_|JAVA|_JAVA|SSH_|HTTP|HTTPS|ALL_|NO_PROXY|LESS|DOCKER|PIP_|CARGO_|RUSTC|GO|MAKE)|^(?:IFS|ENV|SHELLOPTS|PS\d|HOME|SHELL|PAGER|EDITOR|VISUAL|BROWSER|TMPDIR|PWD|OLDPWD|USER|SHLVL|OPTIND|POSIXLY_CORRECT|FUNCNEST|TIMEFORMAT|PROMPT_COMMAND|GLOBIGNORE|EXECIGNORE|FIGNORE|INPUTRC|HISTFILE|HOSTFILE|MAIL|LOADOUT\w*|RANDOM|SECONDS|UID|EUID|CC|CXX|CFLAGS|LDFLAGS|AR|LD|CI_\w*)$/i;
const LOWER_MEANT = /^(?:npm_|https?_proxy|all_proxy|ftp_proxy|no_proxy|histchars|auto_resume|_)|path/;

/** Why an assignment may change more than a value; `undefined` when it may not. A text is the name alone, of a loop or `read`. */
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

/** `X=y` as a word: of env, export and readonly. */
export function assignedWordProblem(word: string): string | undefined {
  const [, name, value] = /^([A-Za-z_]\w*)=([\s\S]*)$/.exec(word) ?? [];
  if (name === undefined || value === undefined || valueProblem(name, value)) return `an assignment to ${word.split('=', 1)[0]}`;
  return undefined;
}

/** Whether a variable of this name means something to a shell, a loader or a tool. */
export const isMeantName = (name: string): boolean => MEANT.test(name) || LOWER_MEANT.test(name);

/** A number or a yes is neither a program nor options for one. */
function valueProblem(name: string, value: Argument): boolean {
  if (SAFE.test(name)) return isKnown(value) ? /[$`(){}[\]\\]/.test(value) : !value.single;
  return isMeantName(name) || !isKnown(value) || !/^(?:\d{0,9}|true|false|yes|no|on|off|test|development)$/.test(value);
}

/** A variable of the script's own: written small, so that no program reads it. */
const isOwnName = (name: string) => /^[a-z][a-z0-9_]*$/.test(name) && !LOWER_MEANT.test(name);
