import { resolve } from 'node:path';
import { globTest } from '@loadout/node';
import { errors } from '../errors.js';
import { pathThere, plainForm } from '../files/path.js';
import { asOnePattern } from './pattern-list.js';

/** The start folder of a pattern, and the pattern for paths below it. */
export interface GlobPlan {
  /** The folder that the fixed beginning of the pattern names, absolute; links not followed yet. */
  readonly folder: string;
  /** Absent: each path with the suffix matches. */
  readonly matches?: ((pathInFolder: string) => boolean) | undefined;
  /** The text at the end of each match; empty for any. */
  readonly suffix: string;
  /** Folders deeper than this cannot hold a match. 1: only the folder itself. */
  readonly depth: number;
  readonly skippedNames: ReadonlySet<string>;
}

/** Not searched unless the pattern names them. Source: TOOL-GLOB-04. */
const SKIPPED = ['.git', 'node_modules'];

/** Patterns such as `**` and `*.ts`: each name with the suffix of the plan matches. */
const ANY_WITH_SUFFIX = /^(?:\*\*|(?:\*\*\/)?\*[\w.-]*)$/;

export async function planGlob(
  pattern: string,
  from: { readonly folder: string; readonly dotfiles: boolean },
): Promise<GlobPlan> {
  const { default: picomatch } = await import('picomatch');
  const trimmed = asOnePattern(pattern).replace(/(?<=.)\/+$/, '');
  const { negated, base, glob } = picomatch.scan(trimmed);
  const split = negated ? { base: '', glob: trimmed } : glob === '' ? splitLiteral(trimmed) : { base, glob };
  const named = trimmed.split(/[/{},()|!]/);
  return {
    folder: pathThere(resolve(from.folder, withoutEscapes(split.base))),
    matches:
      from.dotfiles && ANY_WITH_SUFFIX.test(split.glob)
        ? undefined
        : matcherOf(split.glob, () => picomatch.makeRe(plainForm(split.glob), { dot: from.dotfiles, nonegate: !negated })),
    suffix: negated || split.glob.includes('|') ? '' : (/[\w.-]*$/.exec(split.glob)?.[0] ?? ''),
    depth: depthOf(split.glob),
    skippedNames: new Set(SKIPPED.filter((name) => !named.includes(name))),
  };
}

function matcherOf(glob: string, regexOf: () => RegExp): (path: string) => boolean {
  if (glob === '') return () => false;
  const onSlow = () => {
    throw errors.SEARCH_PATTERN_SLOW({ pattern: glob });
  };
  const test = globTest(regexOf(), { glob, onSlow });
  return (path) => test(plainForm(path));
}

/** A pattern without wildcards is a path. */
function splitLiteral(pattern: string): { readonly base: string; readonly glob: string } {
  const cut = pattern.lastIndexOf('/');
  return { base: cut === 0 ? '/' : pattern.slice(0, Math.max(0, cut)), glob: pattern.slice(cut + 1) };
}

const withoutEscapes = (text: string) => text.replace(/\\(.)/g, '$1');

/** How many names a match can have. Braces and groups may hide slashes, so they count as any number. */
function depthOf(glob: string): number {
  return /\*\*|[{(!]/.test(glob) ? Number.POSITIVE_INFINITY : glob.split('/').length;
}
