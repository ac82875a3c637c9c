import { dirname, join } from 'node:path';
import { type CheckpointPlace, type IndexLine, readIndex, type Was } from './checkpoint-index.js';

/** A prompt, and the state of its changed files before the change. */
export interface KeptPrompt {
  readonly prompt: string;
  /** The time of its beginning, in milliseconds since 1970. */
  readonly at: number;
  /** The folder of the prompt's session, which holds the copies. */
  readonly dir: string;
  readonly files: ReadonlyMap<string, Was>;
  /** If true, the copies of this prompt or of a later one are gone. */
  readonly isDropped: boolean;
}

/** Returns the prompts of a session in order, beginning with those of the sessions that it was forked from, as of the fork. */
export function timelineOf(place: CheckpointPlace): readonly KeptPrompt[] {
  const all = chain(place).flatMap(({ dir, lines, until }) => promptsIn(dir, { lines, until }));
  const last = all.findLastIndex((one) => one.isDropped);
  return all.map((one, index) => (index < last ? { ...one, isDropped: true } : one));
}

interface Link {
  readonly dir: string;
  readonly lines: readonly IndexLine[];
  /** Changes after this time belong to the other session alone. */
  readonly until: number;
}

function chain({ dir, from, at }: CheckpointPlace): readonly Link[] {
  const links: Link[] = [{ dir, lines: readIndex(dir), until: Number.POSITIVE_INFINITY }];
  const seen = new Set([dir]);
  let [next, until] = [from, at];
  while (next !== undefined) {
    const above = join(dirname(dir), next);
    if (seen.has(above)) break;
    seen.add(above);
    const lines = readIndex(above);
    links.unshift({ dir: above, lines, until });
    const first = lines.find((line) => line.t === 'session');
    [next, until] = [first?.from, Math.min(until, first?.at ?? until)];
  }
  return links;
}

function promptsIn(dir: string, { lines, until }: Pick<Link, 'lines' | 'until'>): readonly KeptPrompt[] {
  const prompts = new Map<string, { at: number; files: Map<string, Was> }>();
  const of = ({ prompt, at }: { readonly prompt: string; readonly at: number }) => {
    const known = prompts.get(prompt) ?? { at, files: new Map() };
    prompts.set(prompt, known);
    return known;
  };
  let dropped: string | undefined;
  for (const line of lines) {
    if (line.t === 'dropped') dropped = line.prompt;
    else if ((line.t === 'prompt' || line.t === 'file') && line.at <= until) {
      const { files } = of(line);
      if (line.t === 'file' && !files.has(line.path)) files.set(line.path, line.was);
    }
  }
  const names = [...prompts.keys()];
  const last = dropped === undefined ? -1 : names.indexOf(dropped);
  return [...prompts].map(([prompt, { at, files }], index) => ({ prompt, at, dir, files, isDropped: index <= last }));
}
