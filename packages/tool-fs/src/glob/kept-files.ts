import type { ToolContext } from '@loadout/core';
import { ripgrepPath } from '@loadout/node';
import { errors } from '../errors.js';
import { attempt } from '../files/path.js';
import { holdFolder } from '../files/regular-file.js';
import { runRipgrep } from '../ripgrep/run-ripgrep.js';

/** Hidden files are listed, and what a user's own files say does not count, as in Grep. */
const LIST = ['--files', '--null', '--no-config', '--hidden', '--no-require-git', '--no-ignore-global', '--no-ignore-messages'];

/** Returns the files below a folder that no ignore file names, by ripgrep: paths relative to the folder. Links are not among them. */
export async function keptFiles(
  root: string,
  { context, seconds }: { readonly context: ToolContext; readonly seconds: number },
): Promise<ReadonlySet<string>> {
  const program = ripgrepPath(context.env);
  if (program === undefined) throw errors.SEARCH_PROGRAM_MISSING({});
  const folder = attempt(() => holdFolder(root), { path: root, doing: 'list' });
  const paths = new Set<string>();
  try {
    const { ended, code, diagnostic, unreadable } = await runRipgrep({
      program,
      args: LIST,
      cwd: folder.at('.'),
      env: context.env,
      signal: context.signal,
      timeoutMs: seconds * 1000,
      separator: '\0',
      onRecord: (path) => paths.add(path).size > 0,
    });
    if (ended !== undefined) throw errors.SEARCH_LIST_TOO_LONG({ path: root, count: paths.size });
    // A list that broke off would leave files out without a word. Folders that cannot be read are counted by the walk.
    if (code === 2 && unreadable === 0) throw errors.SEARCH_REFUSED({ diagnostic });
    return paths;
  } finally {
    folder.close();
  }
}
