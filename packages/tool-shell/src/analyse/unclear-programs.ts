/** Programs that run another command which stands in their arguments. */
const WRAPPERS =
  'env timeout nice nohup sudo doas su runuser pkexec xargs parallel bash sh dash zsh ksh mksh fish csh tcsh busybox toybox setsid ionice chrt taskset flock watch stdbuf unbuffer chroot unshare nsenter strace ltrace script time prlimit setpriv capsh systemd-run';

/** Builtins that run text, or change what later words mean. */
const BUILTINS =
  'eval source . exec command builtin trap alias unalias set shopt enable hash coproc export declare typeset local readonly unset let read mapfile readarray getopts complete compgen bind pushd popd dirs wait fg bg disown jobs umask ulimit';

const PROGRAMS = new Set(`${WRAPPERS} ${BUILTINS}`.split(' '));

/** Options of find that run a program or change files. */
const FIND_ACTIONS = /^-(?:exec|execdir|ok|okdir|delete|fprint0?|fprintf|fls)$/;

/** Why the words of a command do not tell what it does; `undefined` when they may. */
export function hiddenCommand(words: readonly string[]): string | undefined {
  const [program = '', ...rest] = words;
  const name = program.slice(program.lastIndexOf('/') + 1).toLowerCase();
  if (PROGRAMS.has(name)) return `${name}, which can run or change more than its words say`;
  if (name === 'find' && rest.some((word) => FIND_ACTIONS.test(word))) return 'find with an action';
  if (name === 'printf' && rest[0]?.startsWith('-') === true) return 'printf with an option';
  return undefined;
}
