/** The PATH of this process. */
export const hostPath = (): string => process.env.PATH ?? '';

let working = 0;
let original: string | undefined;

/**
 * Runs the work with this PATH, which holds only trusted folders. Sandbox-runtime looks programs up with a `which` from this process's PATH, outside of the
 * sandbox. Under npm, that PATH begins with `node_modules/.bin` of the workspace, where a command inside could have put its own
 * `which`.
 */
export async function onTrustedPath<T>(path: string, work: () => Promise<T>): Promise<T> {
  if (working === 0) original = process.env.PATH;
  working += 1;
  process.env.PATH = path;
  try {
    return await work();
  } finally {
    working -= 1;
    if (working === 0 && original !== undefined) process.env.PATH = original;
  }
}
