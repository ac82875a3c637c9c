import { isAbsolute, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ToolContext } from '@loadout/core';
import { realPath } from '../files/path.js';
import { linesOf, type PositionEncoding, readTextFile, toCharacter } from '../files/text-file.js';
import { isInside } from '../languages/trusted-programs.js';
import { oneLine, type Place } from '../server/untrusted.js';

/** One place as the model sees it. Lines and characters count from 1. */
export interface Hit {
  readonly path: string;
  readonly line: number;
  readonly character: number;
  /** The text of the line. Absent if it may not be shown or cannot be read. */
  readonly text?: string | undefined;
}

const MOST_FILES = 100;

/** Converts places of a server to places that may be shown. */
export class ResultFiles {
  /** How many places are in files that no rule lets this agent read. */
  withheld = 0;
  /** How many are outside the working directories: named, but not read. */
  outside = 0;
  readonly #context: Pick<ToolContext, 'cwd' | 'roots' | 'mayRead'>;
  readonly #lines = new Map<string, readonly string[] | undefined>();

  constructor(context: Pick<ToolContext, 'cwd' | 'roots' | 'mayRead'>) {
    this.#context = context;
  }

  /** `undefined`: it is withheld. */
  hit(uri: string, { place, encoding }: { readonly place: Place; readonly encoding: PositionEncoding }): Hit | undefined {
    const path = pathOf(uri);
    const raw = { line: place.line + 1, character: place.character + 1 };
    if (path === undefined) return { path: oneLine(uri), ...raw };
    if (!this.#context.mayRead(path)) {
      this.withheld++;
      return undefined;
    }
    if (!isInside(path, this.#context.roots)) {
      this.outside++;
      return { path: oneLine(path, Number.POSITIVE_INFINITY), ...raw };
    }
    const text = this.#linesOf(path)?.[place.line];
    if (text === undefined) return { path: this.show(path), ...raw };
    const character = toCharacter(text, { units: place.character, encoding });
    return { path: this.show(path), line: raw.line, character, text: oneLine(text) };
  }

  /** A path as the model reads it: from the working directory where it lies inside. */
  show(path: string): string {
    const fromHere = relative(this.#context.cwd, path);
    const shown = fromHere === '' || fromHere.startsWith('..') || isAbsolute(fromHere) ? path : fromHere;
    return oneLine(shown, Number.POSITIVE_INFINITY);
  }

  #linesOf(path: string): readonly string[] | undefined {
    if (!this.#lines.has(path) && this.#lines.size < MOST_FILES) this.#lines.set(path, readLines(path));
    return this.#lines.get(path);
  }
}

function readLines(path: string): readonly string[] | undefined {
  try {
    return linesOf(readTextFile(path).text);
  } catch {
    return undefined;
  }
}

function pathOf(uri: string): string | undefined {
  try {
    return realPath(fileURLToPath(uri));
  } catch {
    return undefined;
  }
}
