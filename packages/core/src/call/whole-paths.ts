/** The input with the paths that these parameters name written out: a hook that looks for `/etc/` must see it in `../../etc/x` too. */
export function withWholePaths(
  written: unknown,
  { paths = [], cwd }: { paths?: readonly string[] | undefined; cwd: string },
): unknown {
  // Only where paths are those of POSIX.
  if (typeof written !== 'object' || written === null || !cwd.startsWith('/')) return written;
  const named = Object.entries(written).filter(
    ([key, value]) => paths.includes(key) && typeof value === 'string' && value !== '',
  );
  if (named.length === 0) return written;
  return { ...written, ...Object.fromEntries(named.map(([key, path]) => [key, wholePath(cwd, path as string)])) };
}

/** Steps up and double slashes are taken out; links are not followed. */
function wholePath(cwd: string, path: string): string {
  const steps: string[] = [];
  for (const step of `${path.startsWith('/') ? '' : cwd}/${path}`.split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '' && step !== '.') steps.push(step);
  }
  return `/${steps.join('/')}`;
}
