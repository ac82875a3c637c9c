import type { SessionRecord } from './records.js';

/** How a session is written down as lines of text. */
export interface SessionFormat {
  /** The folder, beside a session's file, of the sessions of the agents that it started. */
  readonly agentsFolder: string;
  /** The name of a session's file without its ending. */
  fileName(id: string, isAgent: boolean): string;
  /** The id in such a name; `undefined`: it is no session's. */
  idOf(name: string, isAgent: boolean): string | undefined;
  /** Makes the lines of each record, one after the other; it knows those that stand in the file already, as `read` gave them. */
  writer(earlier: readonly SessionRecord[], file: SessionFile): (record: SessionRecord) => readonly string[];
  /** Contract: throws `NotARecord` with the number of the line that says nothing. */
  read(lines: readonly string[], file: SessionFile): readonly SessionRecord[];
}

/** Where the lines stand. */
export interface SessionFile {
  readonly path: string;
  readonly isOfAgent: boolean;
}

/** A line of a session file that cannot be understood. */
export class NotARecord extends Error {
  readonly line: number;

  constructor(line: number, options?: ErrorOptions) {
    super(`line ${line} is not a record`, options);
    this.line = line;
  }
}

/** One record is one line of JSON. */
export const nativeFormat: SessionFormat = {
  agentsFolder: 'agents',
  fileName: (id) => id,
  idOf: (name) => name,
  writer: () => (record) => [JSON.stringify(record)],
  read: (lines) => {
    const records = lines.map((line, index) => {
      try {
        return JSON.parse(line) as SessionRecord;
      } catch (cause) {
        throw new NotARecord(index + 1, { cause });
      }
    });
    if (records[0]?.t !== 'session') throw new NotARecord(1);
    return records;
  },
};
