import { createContext, Script } from 'node:vm';

/** All slow tests of one pattern together get so long. */
const MOST_MS = 500;
/** A pattern with stars tries at most as many ways as the length of the text to the power of their number. */
const FEW_WAYS = 1e8;
const MOST_GROUPS = 8;
const REPEATED_GROUP = /[)}\]][+*?{]|[+*?@!]\(/;

/**
 * Returns a test of paths by the expression that a glob was made of. The glob and the names of files may both come from a stranger, and a
 * backtracking expression can take for ever on a name that was made for it: a test that may take long is stopped, and `onSlow` says what
 * happens then, also for each later one.
 */
export function globTest(
  expression: RegExp,
  { glob, onSlow }: { readonly glob: string; readonly onSlow: () => boolean },
): (path: string) => boolean {
  const mayTakeLong = longTests(glob);
  let left = MOST_MS;
  return (path) => {
    if (!mayTakeLong(path.length)) return expression.test(path);
    const started = performance.now();
    const answer = left <= 0 ? undefined : within(Math.ceil(left), () => expression.test(path));
    // The way to the stopwatch and back is not the pattern's time.
    left -= Math.max(0, performance.now() - started - 1);
    if (answer === undefined) left = 0;
    return answer ?? onSlow();
  };
}

/** Whether a test of a text of this length may take long. */
function longTests(glob: string): (length: number) => boolean {
  const stars = glob.match(/\*+|\++/g)?.length ?? 0;
  const groups = glob.match(/[({]/g)?.length ?? 0;
  if (REPEATED_GROUP.test(glob) || groups > MOST_GROUPS) return () => true;
  return (length) => length ** stars > FEW_WAYS;
}

/** Returns what the work returns, and `undefined` if it takes longer. It must not hold anything: no `finally` of it runs. */
function within<T>(ms: number, work: () => T): T | undefined {
  stopwatch ??= { context: createContext({}), script: new Script('work()') };
  stopwatch.context.work = work;
  try {
    return stopwatch.script.runInContext(stopwatch.context, { timeout: ms }) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    return undefined;
  }
}

let stopwatch: { readonly context: ReturnType<typeof createContext>; readonly script: Script } | undefined;
