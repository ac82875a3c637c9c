/** Returns a path that begins with `~` or `~/` as a path in the home folder, as a shell does. Any other path stays as it is. */
export const inHome = (path: string, home: string | undefined): string =>
  home && /^~(?:\/|$)/.test(path) ? `${home}${path.slice(1)}` : path;

/** The user in `~user`, or the mark in `~+`, at the beginning of a path: only a shell can look up such a folder. */
export const homeOfOther = (path: string): string | undefined => /^~([+-]\d*|\d+|[A-Za-z_][\w.-]*)(?:\/|$)/.exec(path)?.[1];

/** Returns why `~` at the beginning of a path has no meaning here. A file that is called so has the path `./~`. */
export function homeProblem(path: string, home: string | undefined): string | undefined {
  const other = homeOfOther(path);
  const instead = `Write the whole path, or ./${path} for a file of that name.`;
  if (other !== undefined) return `${path} begins with ~${other}, which only a shell can look up. ${instead}`;
  return !home && /^~(?:\/|$)/.test(path) ? `${path} is in the home folder, and HOME is not set. ${instead}` : undefined;
}
