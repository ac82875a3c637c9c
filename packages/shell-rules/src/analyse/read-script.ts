import { parse } from 'unbash';
import { uncovered } from './coverage.js';
import type { Chain, ScriptParts } from './parts.js';
import type { Collected, NestedPlace } from './walk.js';
import { ScriptWalk } from './walk-script.js';

const MOST_CHARS = 10_000;
/** The most nested scripts. Each nested script is parsed separately, so that no script is read deeper than it is. */
const MOST_NESTED = 12;
/** bash takes `2>(x)` behind a word for a process substitution; the parser takes the number for the number of a redirection. */
const GLUED_SUBSTITUTION = /[^\s(;|=][<>]\(/;
/** bash joins the lines first, so that `$` and the following text belong together; the parser separates them. */
const SPLIT_DOLLAR = /\$(?:\\\n)/;
/** Blanks, controls, direction marks, tags, fillers and invisible joiners. */
const INVISIBLE = /(?![ \t\n])[\p{Z}\p{C}\u115f\u1160\u2800\u3164\uffa0]|\u034f|[\u17b4\u17b5]|[\u{e0100}-\u{e01ef}]/u;

/** The part of a text that this parser and bash may read differently, whatever it is a part of. */
export function doubtIn(source: string): string | undefined {
  if (INVISIBLE.test(source)) return 'an invisible or control character';
  if (GLUED_SUBSTITUTION.test(source.replaceAll('\\\n', ''))) return 'a process substitution glued to what is before it';
  return SPLIT_DOLLAR.test(source) ? 'a line that goes on behind $' : undefined;
}

/**
 * Reads a script by a list of known syntax. Unknown syntax makes the script unclear, but its commands are still listed at any
 * depth, so that deny rules can see them.
 */
export function readScript(source: string): ScriptParts {
  const into: Collected = { commands: [], files: [], unclear: undefined, waits: false, nodes: 0 };
  if (source.length > MOST_CHARS) into.unclear ??= `more than ${MOST_CHARS} characters`;
  readInto(source, { into, depth: 0, folders: [[]], fed: false });
  return into;
}

export interface ScriptPlace extends Readonly<NestedPlace> {
  readonly into: Collected;
  readonly depth: number;
}

/** Returns the folders in which the script may end. */
function readInto(source: string, { into, depth, folders, fed }: ScriptPlace): readonly Chain[] {
  if (depth > MOST_NESTED) {
    into.unclear ??= 'too many levels';
    return folders;
  }
  into.unclear ??= doubtIn(source);
  const script = parse(source);
  if ((script.errors?.length ?? 0) > 0) into.unclear ??= 'text that is not valid bash';
  const nested = (text: string, place: NestedPlace) => readInto(text, { ...place, into, depth: depth + 1 });
  const walk = new ScriptWalk({ source, into, nested, folders, fed });
  walk.visit(script);
  const place = into.unclear === undefined ? uncovered(source, walk.ranges) : undefined;
  if (place !== undefined) into.unclear ??= `text that was not understood: ${JSON.stringify(source.slice(place, place + 20))}`;
  return walk.folders;
}
