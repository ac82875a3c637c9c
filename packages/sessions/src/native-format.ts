import zlib from 'node:zlib';
import { RecordOrder } from './check-order.js';
import type { SessionRecord, Written } from './records.js';

/** The format of a session as lines of text. */
export interface SessionFormat {
  /** The folder beside a session's file, with the sessions of the agents that the session started. */
  readonly agentsFolder: string;
  /** Returns the name of a session's file without its ending. */
  fileName(id: string, isAgent: boolean): string;
  /** Returns the id in a file name; `undefined` if the file is not a session. */
  idOf(name: string, isAgent: boolean): string | undefined;
  /** Returns a function that makes the lines of each record. `earlier`: the records in the file, as `read` returned them. */
  writer(earlier: readonly SessionRecord[], file: SessionFile): (written: Written) => readonly string[];
  /** Contract: throws `NotARecord` with the number of the first line that cannot be used. */
  read(lines: readonly string[], file: SessionFile): readonly SessionRecord[];
}

/** The file of the lines. */
export interface SessionFile {
  readonly path: string;
  readonly isOfAgent: boolean;
}

/** The error about a line of a session file that is not a record. */
export class NotARecord extends Error {
  readonly line: number;
  /** The reason, if it is known. */
  readonly problem: string | undefined;

  constructor(line: number, { problem, ...options }: ErrorOptions & { readonly problem?: string | undefined } = {}) {
    super(`line ${line} is not a record`, options);
    this.line = line;
    this.problem = problem;
  }
}

/** The runner's own format: a record is a line of JSON with a checksum as its last field. */
export const nativeFormat: SessionFormat = {
  agentsFolder: 'agents',
  fileName: (id) => id,
  idOf: (name) => name,
  writer: () => (record) => (record.t === 'shown' ? [] : [withSum(JSON.stringify(record))]),
  read: (lines) => {
    const order = new RecordOrder();
    if (lines.length === 0) throw new NotARecord(1, { problem: 'the file has no whole line' });
    return lines.map((line, index) => {
      const record = readRecord(line, index + 1);
      const problem = order.take(record);
      if (problem !== undefined) throw new NotARecord(index + 1, { problem });
      return record;
    });
  },
};

/** Reads one line by itself. A line with its checksum is one that was written, so its fields are not looked at. Throws `NotARecord`. */
export function readRecord(line: string, number: number): SessionRecord {
  const json = withoutSum(line);
  if (json === undefined) throw new NotARecord(number, { problem: 'it is not the line that was written, by its checksum' });
  return JSON.parse(json) as SessionRecord;
}

const SUM = /,"sum":"([0-9a-f]{8})"\}$/;

/** Adds a checksum to the JSON of an object as its last field, so that one changed bit on disk is detected. */
export const withSum = (json: string): string => `${json.slice(0, -1)},"sum":"${sumOf(json)}"}`;

/** Returns the line without its checksum; `undefined` if it has none, or that of another line. */
export function withoutSum(line: string): string | undefined {
  const found = SUM.exec(line);
  if (found === null) return undefined;
  const json = `${line.slice(0, found.index)}}`;
  return sumOf(json) === found[1] ? json : undefined;
}

const sumOf = (text: string): string => zlib.crc32(text).toString(16).padStart(8, '0');
