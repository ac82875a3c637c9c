import { basename } from 'node:path';
import { termsOf } from '../words/terms.js';
import { passagesOf } from './passages.js';
import type { IndexedFile, SearchIndex } from './search-index.js';

/** A file whose text is new to the index. */
export interface NewFile extends Pick<IndexedFile, 'path' | 'size' | 'mtimeMs' | 'hash'> {
  readonly text: string;
}

/** A term in a heading or in the name of the file counts as so many in the text. */
const TITLE_WEIGHT = 2;

/** Makes an index out of the files of another one that stay, and of new files. Numbers of passages change. */
export class IndexBuilder {
  readonly #files: IndexedFile[] = [];
  readonly #file: number[] = [];
  readonly #from: number[] = [];
  readonly #to: number[] = [];
  readonly #length: number[] = [];
  readonly #headings: string[] = [];
  /** Pairs of a passage and a count, one after the other. */
  readonly #postings = new Map<string, number[]>();

  /** Takes files over. `kept`: the numbers of the files in `index`, and what is known of each now. */
  keep(index: SearchIndex, kept: ReadonlyMap<number, Pick<IndexedFile, 'size' | 'mtimeMs'>>): void {
    const { files, passages, terms, offsets, postings } = index;
    const moved = new Int32Array(passages.file.length).fill(-1);
    for (const [number, now] of kept) {
      const file = files[number];
      if (file === undefined) continue;
      const first = this.#file.length;
      for (let one = file.first; one < file.first + file.count; one++) {
        moved[one] = this.#file.length;
        this.#add({
          from: passages.from[one] ?? 0,
          to: passages.to[one] ?? 0,
          length: passages.length[one] ?? 0,
          heading: passages.headings[one] ?? '',
        });
      }
      this.#files.push({ ...file, size: now.size, mtimeMs: now.mtimeMs, first });
    }
    for (const [term, number] of terms) {
      const own: number[] = [];
      const end = (offsets[number + 1] ?? 0) * 2;
      for (let at = (offsets[number] ?? 0) * 2; at < end; at += 2) {
        const passage = moved[postings[at] ?? 0] ?? -1;
        if (passage >= 0) own.push(passage, postings[at + 1] ?? 0);
      }
      if (own.length > 0) this.#postings.set(term, own);
    }
  }

  add({ text, ...facts }: NewFile): void {
    const first = this.#file.length;
    const name = basename(facts.path);
    const passages = passagesOf(text, { isMarkdown: /\.(?:md|mdx|markdown)$/i.test(name) });
    for (const { heading, text: own, from, to } of passages) {
      const counts = new Map<string, number>();
      const terms = termsOf(own);
      for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
      for (const term of termsOf(`${name} ${heading}`)) counts.set(term, (counts.get(term) ?? 0) + TITLE_WEIGHT);
      const passage = this.#add({ from, to, heading, length: terms.length });
      for (const [term, count] of counts) {
        const postings = this.#postings.get(term);
        if (postings === undefined) this.#postings.set(term, [passage, count]);
        else postings.push(passage, count);
      }
    }
    this.#files.push({ ...facts, first, count: passages.length });
  }

  finish(): SearchIndex {
    const offsets = new Uint32Array(this.#postings.size + 1);
    let total = 0;
    const terms = new Map<string, number>();
    for (const [term, own] of this.#postings) {
      terms.set(term, terms.size);
      total += own.length / 2;
      offsets[terms.size] = total;
    }
    const postings = new Uint32Array(total * 2);
    let at = 0;
    for (const own of this.#postings.values()) {
      postings.set(own, at);
      at += own.length;
    }
    return {
      files: this.#files,
      passages: {
        file: Uint32Array.from(this.#file),
        from: Uint32Array.from(this.#from),
        to: Uint32Array.from(this.#to),
        length: Uint32Array.from(this.#length),
        headings: this.#headings,
      },
      terms,
      offsets,
      postings,
    };
  }

  #add({ from, to, length, heading }: { from: number; to: number; length: number; heading: string }): number {
    this.#from.push(from);
    this.#to.push(to);
    this.#length.push(length);
    this.#headings.push(heading);
    return this.#file.push(this.#files.length) - 1;
  }
}
