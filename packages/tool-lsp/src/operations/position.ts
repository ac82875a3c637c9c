import { errors } from '../errors.js';
import { linesOf, type PositionEncoding, toUnits } from '../files/text-file.js';
import { oneLine, type Place } from '../server/untrusted.js';

export interface Asked {
  readonly line: number;
  readonly character?: number | undefined;
  readonly query?: string | undefined;
}

export interface Pointed {
  readonly character: number;
  /** The line that is pointed into. */
  readonly text: string;
  toPlace(encoding: PositionEncoding): Place;
}

/** Finds the position of an input. Without a character, it is the position of `query` in the line, preferably as a whole word. */
export function pointAt({ line, character, query = '' }: Asked, file: { readonly path: string; readonly text: string }): Pointed {
  const { path } = file;
  const lines = linesOf(file.text);
  const text = lines[line - 1];
  if (text === undefined) throw errors.LSP_POSITION_INVALID({ path, problem: `line ${line} of ${lines.length}` });
  const at = character ?? characterOf(query, text);
  const length = [...text].length;
  if (at === undefined)
    throw errors.LSP_POSITION_INVALID({
      path,
      problem: `line ${line} does not contain ${JSON.stringify(query)}: ${oneLine(text)}`,
    });
  if (at > length + 1)
    throw errors.LSP_POSITION_INVALID({
      path,
      problem: `character ${at} of line ${line}, which has ${length}: ${oneLine(text)}`,
    });
  return {
    character: at,
    text,
    toPlace: (encoding) => ({ line: line - 1, character: toUnits(text, { character: at, encoding }) }),
  };
}

function characterOf(query: string, text: string): number | undefined {
  const isWordSign = (sign: string | undefined) => sign !== undefined && /[\p{L}\p{N}_$]/u.test(sign);
  let first: number | undefined;
  for (let at = text.indexOf(query); at !== -1 && query !== ''; at = text.indexOf(query, at + 1)) {
    first ??= at;
    if (!isWordSign(text[at - 1]) && !isWordSign(text[at + query.length])) return [...text.slice(0, at)].length + 1;
  }
  return first === undefined ? undefined : [...text.slice(0, first)].length + 1;
}
