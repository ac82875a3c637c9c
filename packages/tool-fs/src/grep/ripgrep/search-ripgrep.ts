import { ripgrepPath } from '@loadout/node';
import { errors } from '../../errors.js';
import { attempt } from '../../files/path.js';
import { holdFolder } from '../../files/regular-file.js';
import { type RipgrepEnd, runRipgrep } from '../../ripgrep/run-ripgrep.js';
import { binaryRemark, unreadableRemark } from '../remarks.js';
import type { SearchEnd, SearchRun } from '../search-run.js';
import { entryReader } from './read-entries.js';
import { ripgrepArgs } from './ripgrep-args.js';

/** The search by ripgrep: it runs in the folder that was permitted, held open meanwhile, and so finds nothing outside. */
export async function searchRipgrep(run: SearchRun): Promise<SearchEnd> {
  const folder = attempt(() => holdFolder(run.place.folder), { path: run.place.folder, doing: 'search' });
  const reader = entryReader({ mode: run.mode, onlyMatching: run.input['-o'] === true });
  let given = 0;
  try {
    const program = ripgrepPath(run.env);
    if (program === undefined) throw errors.SEARCH_PROGRAM_MISSING({});
    const end = await runRipgrep({
      program,
      args: ripgrepArgs(run),
      cwd: folder.at('.'),
      env: run.env,
      signal: run.signal,
      timeoutMs: run.timeoutMs,
      separator: run.mode === 'files_with_matches' ? '\0' : '\n',
      onRecord: (record) => {
        const entry = reader.read(record);
        given += entry === undefined ? 0 : 1;
        return entry === undefined || run.onEntry(entry);
      },
    });
    if (end.code === 2 && given === 0 && end.diagnostic !== '') throw errors.SEARCH_REFUSED({ diagnostic: end.diagnostic });
    return { ...endingOf(end), remarks: remarksOf(end, reader.binary) };
  } finally {
    folder.close();
  }
}

const endingOf = ({ ended }: RipgrepEnd) => ({
  timedOut: ended === 'time',
  overflowed: ended === 'output',
  needsMapping: ended === 'memory',
});

function remarksOf({ unreadable, diagnostic }: RipgrepEnd, binary: number): readonly string[] {
  return [
    ...(unreadable > 0 ? [unreadableRemark(unreadable)] : []),
    ...(binary > 0 ? [binaryRemark(binary)] : []),
    ...(diagnostic === '' ? [] : [`ripgrep also said: ${diagnostic.split('\n').slice(0, 3).join('; ')}`]),
  ];
}
