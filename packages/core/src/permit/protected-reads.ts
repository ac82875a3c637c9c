/**
 * Files in which the kernel shows what a process holds: its environment, its memory, its files. Reading one always asks, whatever
 * the mode and the allow rules: the keys of the process that asks the model are among them (decision 0015).
 */
const OF_A_PROCESS: ReadonlySet<string> = new Set([
  ...['environ', 'mem', 'maps', 'smaps', 'smaps_rollup', 'numa_maps', 'pagemap', 'map_files', 'auxv', 'stack', 'syscall'],
  ...['cmdline', 'fd', 'fdinfo', 'root', 'cwd', 'exe', 'io', 'personality', 'patch_state', 'clear_refs', 'coredump_filter'],
]);

/** A process by its number, or by the name under which each finds its own. */
const PROCESS = /^(?:\d+|self|thread-self|\*|\?+|\[.*\])$/;

const OF_THE_MACHINE: ReadonlySet<string> = new Set([
  'kcore',
  'kmem',
  'mem',
  'keys',
  'key-users',
  'kallsyms',
  'vmcore',
  'sysrq-trigger',
]);

/** Devices that are the memory of the machine, or lead into a process. */
const DEVICES = /^\/dev\/(?:mem|kmem|port|fd\/\d+|std(?:in|out|err))(?:\/|$)/;

/** `below`: and all that lies below the path, as for a search. The path is resolved. */
export function isProtectedRead(path: string, below = false): boolean {
  const lower = path.toLowerCase();
  // A search from the top, or of /proc, comes by all of them.
  if (below && (lower === '/' || lower === '/proc' || lower === '/dev')) return true;
  if (DEVICES.test(lower)) return !/^\/dev\/(?:fd\/[012]|std(?:in|out|err))$/.test(lower);
  if (!lower.startsWith('/proc/')) return false;
  const [first = '', ...rest] = lower.slice('/proc/'.length).split('/');
  if (!PROCESS.test(first)) return OF_THE_MACHINE.has(first);
  const [at, inside] = rest[0] === 'task' ? [rest[2], rest.slice(1)] : [rest[0], rest];
  if (below && (at === undefined || inside.length === 0)) return true;
  return at !== undefined && OF_A_PROCESS.has(at);
}

/** A process in a path of a command, also where the shell makes its number or its name only when it runs. */
const NAMED =
  /(?<![\w)}-])(?<!(?<!\.)\.)\/proc\/?(?:$|[\s;|&<>(){}]|(?<=\/)(?:self|thread-self|\d|[$*?[{`]))|\/proc\/(?:kcore|kmem|keys|kallsyms|vmcore)\b|\/dev\/k?mem\b/i;

/** A path without quotes, doubled slashes and steps that stay where they are. */
const plain = (text: string): string => text.replace(/['"\\]/g, '').replace(/\/(?:\.?\/)+/g, '/');

/** Options of ps that show the environment of processes: they stand without a dash. */
const WITH_ENVIRONMENT = /^[a-df-z]*e[a-z]*$/i;

/**
 * Whether a command names such a file by its words, whatever program it is: what a program does with a word is not always known.
 * `words`: without quotes, `null` for those that are not known. Nothing of a process in `/proc` is read by everyday work.
 */
export function namesProtectedRead(text: string, words: readonly (string | null)[] = []): boolean {
  if (NAMED.test(plain(text)) || words.some((word) => word !== null && NAMED.test(plain(word)))) return true;
  const [program, ...rest] = words;
  return (
    program !== null && /(?:^|\/)ps$/.test(program ?? '') && rest.some((word) => word !== null && WITH_ENVIRONMENT.test(word))
  );
}
