import { errors } from '../../errors.js';
import { PatternError } from '../../glob/ignore/pattern-error.js';
import type { EngineEnd, EngineRun } from '../engine.js';
import { binaryRemark, unreadableRemark } from '../remarks.js';
import { globsOf } from '../ripgrep/ripgrep-args.js';
import { fileFilter } from './file-filter.js';
import { matcherFor } from './matcher.js';
import { runInSlices } from './watched-slices.js';
import { type Prepared, Work } from './work.js';

/** The engine for machines without ripgrep: the same entries, in the order of the paths. */
export async function searchJavascript(run: EngineRun): Promise<EngineEnd> {
  if (run.signal.aborted) throw errors.SEARCH_INTERRUPTED({});
  const work = new Work(run, prepare(run));
  try {
    const isComplete = await runInSlices(work.steps(), run);
    if (run.signal.aborted) throw errors.SEARCH_INTERRUPTED({});
    return { timedOut: !isComplete, overflowed: work.overflowed, remarks: remarksOf(work.remarks) };
  } finally {
    work.close();
  }
}

function prepare({ input, place }: EngineRun): Prepared {
  try {
    const filter = fileFilter({ folder: place.folder, globs: globsOf(input, place), type: input.type });
    return { matcher: matcherFor(input), filter };
  } catch (error) {
    if (error instanceof PatternError) throw errors.SEARCH_REFUSED({ diagnostic: error.message }, { cause: error });
    if (error instanceof SyntaxError)
      throw errors.SEARCH_REFUSED({ diagnostic: `regex parse error: ${error.message}` }, { cause: error });
    throw error;
  }
}

function remarksOf({ unreadable, binary, cut }: Work['remarks']): readonly string[] {
  return [
    ...(unreadable > 0 ? [unreadableRemark(unreadable)] : []),
    ...(binary > 0 ? [binaryRemark(binary)] : []),
    ...(cut > 0 ? [`${cut === 1 ? '1 file was' : `${cut} files were`} searched in part: a line or a file was too large`] : []),
  ];
}
