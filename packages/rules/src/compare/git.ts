import { execFile } from 'node:child_process';

export interface GitPlace {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The standard input of git. */
  readonly input?: string | undefined;
}

/** Options under which git runs no program that a repository names, and writes nothing. */
const SAFE = [
  ...['core.fsmonitor=false', 'core.hooksPath=/dev/null', 'safe.bareRepository=explicit'].flatMap((one) => ['-c', one]),
  ...['--no-optional-locks', '--no-pager'],
];

const MOST_BYTES = 256 * 1024 * 1024;

/** Returns the bytes that git prints. Rejects with git's own words if it fails. No variable redirects it to another repository. */
export async function git(args: readonly string[], { cwd, env, input = '' }: GitPlace): Promise<Buffer> {
  const own = Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('GIT_')));
  const options = {
    cwd,
    env: { ...own, LC_ALL: 'C', GIT_NO_LAZY_FETCH: '1' },
    maxBuffer: MOST_BYTES,
    encoding: 'buffer',
  } as const;
  return new Promise((done, fail) => {
    const child = execFile('git', [...SAFE, ...args], options, (error, stdout, stderr) =>
      error === null ? done(stdout) : fail(new Error(stderr.toString().trim().split('\n', 1)[0] || error.message)),
    );
    // A git that ends early reads no more.
    child.stdin?.on('error', () => {}).end(input);
  });
}

export const gitLine = async (args: readonly string[], place: GitPlace): Promise<string> =>
  (await git(args, place)).toString().trim();

/** Returns the contents of blobs, in their order. */
export async function gitBlobs(ids: readonly string[], place: GitPlace): Promise<readonly Buffer[]> {
  const bytes = await git(['cat-file', '--batch'], { ...place, input: ids.map((id) => `${id}\n`).join('') });
  let at = 0;
  return ids.map((id) => {
    const end = bytes.indexOf('\n', at);
    const [, size] = /^[0-9a-f]+ blob (\d+)$/.exec(bytes.subarray(at, end).toString()) ?? [];
    if (size === undefined) throw new Error(`git has no content for ${id}`);
    const start = end + 1;
    at = start + Number(size) + 1;
    return bytes.subarray(start, start + Number(size));
  });
}
