import type { Source } from '../build/tree.js';
import type { Line, LineFile } from './line-file.js';

interface Place extends Omit<Line, 'text'> {
  readonly file: LineFile;
  /** The record of the line, for a format whose line is several records. */
  readonly part: number;
}

/** Where the records of a recording lie in its files. */
export class Places {
  readonly #places: Place[] = [];

  add(file: LineFile, { offset, bytes }: Omit<Line, 'text'>, part = 0): Source {
    return this.#places.push({ file, offset, bytes, part }) - 1;
  }

  /** The line again; `undefined`: it is not there any more. */
  line(source: Source): { readonly text: string; readonly part: number } | undefined {
    const place = this.#places[source];
    const text = place?.file.at(place);
    return place === undefined || text === undefined ? undefined : { text, part: place.part };
  }

  text(source: Source): string {
    return this.line(source)?.text ?? '';
  }
}
