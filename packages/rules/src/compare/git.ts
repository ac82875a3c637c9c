import { safeGit } from '@loadout/node';

export interface GitPlace {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The standard input of git. */
  readonly input?: string | undefined;
}

const MOST_BYTES = 256 * 1024 * 1024;

/** Returns the bytes that git prints. Rejects with git's own words if it fails. */
export async function git(args: readonly string[], { cwd, env, input = '' }: GitPlace): Promise<Buffer> {
  const { signal } = new AbortController();
  const place = { cwd, env, stdin: input, encoding: 'latin1', signal, mostBytes: MOST_BYTES } as const;
  const { code, stdout, stderr } = await safeGit(args, place);
  if (code !== 0)
    throw new Error(stderr.trim().split('\n', 1)[0] || `git ended with ${code === null ? 'a signal' : `code ${code}`}`);
  if (stdout.length === MOST_BYTES) throw new Error(`git prints more than ${MOST_BYTES} bytes`);
  return Buffer.from(stdout, 'latin1');
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
