import type { SessionChanges } from '@loadout/checkpoints';
import { messageOf } from '@loadout/core';
import type { SessionHeader, SessionRecord } from '@loadout/sessions';
import { contentsOf } from '../build/contents-of.js';
import { SessionBuilder } from '../build/session-builder.js';
import type { Source } from '../build/tree.js';
import type { Recording } from '../model/recording.js';
import type { Contents, FileChanges, Head, Trajectory, TreeNode } from '../model/trajectory.js';
import type { Found } from '../model/wire.js';
import { fileChanges } from './file-changes.js';
import { LineFile } from './line-file.js';
import { Places } from './places.js';
import { searchNodes } from './search-nodes.js';

/** The files of a recording, and what was read of them. A file that was replaced gets another reading. */
export class Reading {
  readonly path: string;
  readonly main: LineFile;
  readonly builder = new SessionBuilder();
  readonly places = new Places();
  /** Facts that a reader must know. */
  readonly notes = new Set<string>();
  readonly #others = new Map<string, LineFile>();

  /** Throws the error of the file system. */
  constructor(path: string) {
    this.path = path;
    this.main = new LineFile(path);
  }

  /** Another file of the recording, as a subagent has one. `undefined`, with a note, for one that cannot be read. */
  other(path: string): LineFile | undefined {
    try {
      const file = this.#others.get(path) ?? new LineFile(path);
      this.#others.set(path, file);
      return file;
    } catch (error) {
      this.notes.add(`The session of a subagent cannot be read: ${messageOf(error)}`);
      return undefined;
    }
  }

  /** Takes a line. One that has the type of a record and not its fields is left out, with a note. */
  take(line: () => void): void {
    try {
      line();
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      this.notes.add('Lines without the fields of their type were left out.');
    }
  }

  close(): void {
    for (const file of [this.main, ...this.#others.values()]) file.close();
  }
}

/** The way in which the lines of one reading become records. */
export interface Format {
  readonly source: Head['source'];
  /** Gives the builder what was appended. False: it changes what was read before, so all must be read again. */
  read(): boolean;
  /** A record of a line that is read again, by its number in the line. */
  record(text: string, part: number): SessionRecord | undefined;
  isRunning?(): boolean;
  /** The changes of files by the checkpoints. */
  changes?(header: SessionHeader): Promise<SessionChanges | undefined>;
}

/** A recording whose lines are the records of a session, or become such. */
export class FileRecording implements Recording {
  readonly #path: string;
  readonly #formatOf: (reading: Reading) => Format;
  #reading: Reading;
  #format: Format;

  /** Throws the error of the file system. */
  constructor(path: string, formatOf: (reading: Reading) => Format) {
    this.#path = path;
    this.#formatOf = formatOf;
    [this.#reading, this.#format] = this.#begin();
  }

  get trajectory(): Trajectory {
    const { builder, notes } = this.#reading;
    const head = builder.head({ isRunning: this.#format.isRunning?.() ?? false, notes: [...notes] });
    return { version: 1, head: { ...head, source: this.#format.source }, nodes: builder.tree.nodes };
  }

  async contents(id: number): Promise<Contents> {
    const { tree, header } = this.#reading.builder;
    const node = tree.nodes[id];
    if (node === undefined) return { id };
    const read = (source: Source) => this.#record(source);
    return contentsOf({ node, sources: tree.sourcesOf(id), read, cwd: header?.cwd });
  }

  async files(): Promise<FileChanges> {
    const { header, tree } = this.#reading.builder;
    const kept = header === undefined ? undefined : await this.#format.changes?.(header).catch(() => undefined);
    return fileChanges({ kept, cwd: header?.cwd, nodes: tree.nodes, contents: (id) => this.contents(id) });
  }

  search(text: string, limit: number): Promise<Found> {
    const { builder, places } = this.#reading;
    return searchNodes(builder.tree, { text, limit, places });
  }

  async more(): Promise<readonly TreeNode[] | 'anew'> {
    const before = this.#reading;
    if (!before.main.isReplaced && this.#format.read()) return before.builder.tree.takeChanged();
    [this.#reading, this.#format] = this.#begin();
    before.close();
    return 'anew';
  }

  async close(): Promise<void> {
    this.#reading.close();
  }

  #begin(): readonly [Reading, Format] {
    const reading = new Reading(this.#path);
    const format = this.#formatOf(reading);
    format.read();
    reading.builder.tree.takeChanged();
    return [reading, format];
  }

  #record(source: Source): SessionRecord | undefined {
    const line = this.#reading.places.line(source);
    return line === undefined ? undefined : this.#format.record(line.text, line.part);
  }
}
