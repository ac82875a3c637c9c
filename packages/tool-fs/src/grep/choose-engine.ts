import { errors } from '../errors.js';
import type { FsOptions } from '../options.js';
import type { Engine } from './engine.js';
import { ripgrepPath } from './ripgrep/ripgrep-path.js';

/** ripgrep where there is one, unless told otherwise. Source: TOOL-GREP-02. */
export async function chooseEngine(
  wanted: FsOptions['engine'],
  find: () => Promise<string | undefined> | string | undefined,
): Promise<Engine> {
  const program = wanted === 'javascript' ? undefined : await find();
  if (program !== undefined) {
    const { searchRipgrep } = await import('./ripgrep/search-ripgrep.js');
    return { search: (run) => searchRipgrep(program, run), isAlwaysSorted: false };
  }
  if (wanted === 'ripgrep') throw errors.SEARCH_PROGRAM_MISSING({});
  const { searchJavascript } = await import('./javascript/search-javascript.js');
  return { search: searchJavascript, isAlwaysSorted: true };
}

export const ripgrepIn = (env: Readonly<Record<string, string>>) => () => ripgrepPath(env);
