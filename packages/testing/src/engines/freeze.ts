import { execFileSync } from 'node:child_process';

/** Stops a process and all processes under it. Returns the function that continues them. */
export function freeze(pid: number): () => void {
  const tree = [pid, ...under(pid)];
  for (const one of tree) process.kill(one, 'SIGSTOP');
  return () => {
    for (const one of tree) process.kill(one, 'SIGCONT');
  };
}

/** Returns the processes under a process. */
function under(pid: number): readonly number[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const pairs = rows.map((row) => row.trim().split(/\s+/).map(Number));
  const childrenOf = (parent: number): readonly number[] =>
    pairs.flatMap(([child = 0, its]) => (its === parent ? [child, ...childrenOf(child)] : []));
  return childrenOf(pid);
}
