/** A program that runs the command in its arguments and adds nothing that a rule would have to know. */
export interface Wrapper {
  readonly flags?: string;
  readonly values?: string;
  readonly long?: string;
  readonly longValues?: string;
  /** With a value after `=` only: what follows in the next word is none. */
  readonly longAttached?: string;
  /** How many words stand before the command. */
  readonly before?: number;
  /** `X=y` may stand before the command. */
  readonly assigns?: boolean;
  /** `-5`. */
  readonly count?: boolean;
}

/** Seen through. With any other option, or an abbreviated one, the call is unclear. */
export const WRAPPERS: Readonly<Record<string, Wrapper>> = {
  timeout: {
    flags: 'v',
    values: 'ks',
    long: 'preserve-status foreground verbose',
    longValues: 'kill-after signal',
    before: 1,
  },
  nice: { values: 'n', longValues: 'adjustment', count: true },
  nohup: {},
  stdbuf: { values: 'ioe', longValues: 'input output error' },
  env: { assigns: true },
  command: {},
  builtin: {},
  exec: {},
};

/** Run a command in another way than from their words alone can be told. Their arguments are searched for what is forbidden. */
export const OPAQUE = new Set(
  'sudo doas su runuser pkexec parallel zsh ksh mksh fish csh tcsh busybox toybox setsid ionice chrt taskset flock watch unbuffer chroot unshare nsenter strace ltrace script time prlimit setpriv capsh systemd-run source . coproc fakeroot proot rlwrap dbus-run-session screen tmux at batch crontab entr'.split(
    ' ',
  ),
);

/**
 * Run a command that stands among their words, behind one of those told here if any are. Rules for them mean them; what
 * they run can still be denied.
 */
export const RUNNERS: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries('npx bunx pnpx uvx ssh run-parts cross-env dotenv direnv'.split(' ').map((name) => [name, []])),
  ...Object.fromEntries('npm pnpm yarn bun kubectl bundle rbenv pyenv'.split(' ').map((name) => [name, ['exec', 'x', 'dlx']])),
  ...Object.fromEntries('docker podman uv poetry pipenv conda nvm'.split(' ').map((name) => [name, ['exec', 'run']])),
  ...Object.fromEntries('dotnet composer gem turbo nx tox'.split(' ').map((name) => [name, ['exec']])),
  rustup: ['run'],
};

/** Builtins that run text, keep text to run, evaluate an argument, or change what later words mean. */
export const BUILTINS = new Set(
  'alias unalias shopt enable hash declare typeset local readonly unset let mapfile readarray getopts complete compgen compopt bind pushd popd dirs fg bg disown suspend umask ulimit history fc caller logout help times'.split(
    ' ',
  ),
);

/** Shells whose scripts are analysed. A script that bash and the others read differently is unclear. */
export const SHELLS = new Set(['bash', 'sh', 'dash']);

/** Options of find that run a command, up to `;` or `+`. */
export const FIND_RUNS = new Set(['-exec', '-execdir', '-ok', '-okdir']);
export const FIND_WRITES = new Set(['-fprint', '-fprint0', '-fprintf', '-fls']);
/** What may stand in a search beside them: with a word after it, and without. */
export const FIND_VALUES = new Set(
  '-name -iname -path -ipath -wholename -iwholename -regex -iregex -type -xtype -maxdepth -mindepth -size -mtime -mmin -atime -amin -ctime -cmin -newer -perm -user -group -printf -regextype -links -inum -lname'.split(
    ' ',
  ),
);
export const FIND_FLAGS = new Set(
  '-print -print0 -prune -not ! -o -or -a -and ( ) , -empty -true -false -quit -ls -depth -mount -xdev -daystart -readable -writable -executable -nouser -nogroup -P -H'.split(
    ' ',
  ),
);
