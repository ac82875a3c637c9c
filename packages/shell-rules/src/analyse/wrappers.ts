/** A program that only runs the command in its arguments. A rule needs to know nothing else about it. */
export interface Wrapper {
  readonly flags?: string;
  readonly values?: string;
  readonly long?: string;
  readonly longValues?: string;
  /** Names with a value after `=` only: the next word is not a value. */
  readonly longAttached?: string;
  /** The number of words before the command. */
  readonly before?: number;
  /** Whether `X=y` may come before the command. */
  readonly assigns?: boolean;
  /** Whether `-5` is an option. */
  readonly count?: boolean;
}

/** Wrappers that the analyser looks through. With any other option, or an abbreviated one, the call is unclear. */
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

/** xargs, whose words come last, or in the place that `-I` names. */
export const XARGS: Wrapper = {
  flags: '0rtpx',
  values: 'nPLdsEI',
  long: 'null no-run-if-empty verbose',
  longValues: 'max-args max-procs delimiter',
  // Without `=`, the next word is the command.
  longAttached: 'max-lines replace',
};

/** Programs that run commands in ways that their words do not tell. The analyser searches their arguments for denied commands. */
export const OPAQUE = new Set(
  'sudo doas su runuser pkexec parallel zsh ksh mksh fish csh tcsh busybox toybox setsid ionice chrt taskset flock watch unbuffer sg chroot unshare nsenter strace ltrace script time prlimit setpriv capsh systemd-run source . coproc fakeroot proot rlwrap dbus-run-session screen tmux at batch crontab entr'.split(
    ' ',
  ),
);

/**
 * Programs that run a command among their words, behind one of the listed words if there are any. A rule that names the runner
 * covers the call; the command inside can still be denied.
 */
export const RUNNERS: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    'npx bunx pnpx uvx ssh run-parts cross-env dotenv direnv xvfb-run caffeinate firejail valgrind ccache distcc eatmydata chronic ifne gosu su-exec tini dumb-init torsocks proxychains proxychains4 numactl faketime start-stop-daemon'
      .split(' ')
      .map((name) => [name, []]),
  ),
  ...Object.fromEntries('npm pnpm yarn bun kubectl bundle rbenv pyenv'.split(' ').map((name) => [name, ['exec', 'x', 'dlx']])),
  ...Object.fromEntries('docker podman uv poetry pipenv conda nvm'.split(' ').map((name) => [name, ['exec', 'run']])),
  ...Object.fromEntries('dotnet composer gem turbo nx tox'.split(' ').map((name) => [name, ['exec']])),
  rustup: ['run'],
  perf: ['stat', 'record', 'trace'],
  ip: ['exec'],
};

/** Builtins that run text, keep text to run later, evaluate an argument, or change the meaning of later words. */
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
/** Other options of a search: with a value in the next word, and without. */
export const FIND_VALUES = new Set(
  '-name -iname -path -ipath -wholename -iwholename -regex -iregex -type -xtype -maxdepth -mindepth -size -mtime -mmin -atime -amin -ctime -cmin -newer -anewer -cnewer -samefile -used -uid -gid -fstype -perm -user -group -printf -regextype -links -inum -lname'.split(
    ' ',
  ),
);
/** `-newermt`: which time of the file, against which time of another file or which date. */
export const FIND_TIMES = /^-newer[aBcm][aBcmt]$/;
export const FIND_FLAGS = new Set(
  '-print -print0 -prune -not ! -o -or -a -and ( ) , -empty -true -false -quit -ls -depth -mount -xdev -daystart -readable -writable -executable -nouser -nogroup -noleaf -ignore_readdir_race -noignore_readdir_race -warn -nowarn -P -H'.split(
    ' ',
  ),
);
