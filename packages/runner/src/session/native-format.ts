import { crc32 } from 'node:zlib';
import { RecordOrder } from './check-order.js';
import { recordProblem } from './check-record.js';
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
  /** Contract: throws `NotARecord` with the number of the first line that cannot be gone on with. */
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
  /** Why, where more is known than that. */
  readonly problem: string | undefined;

  constructor(line: number, { problem, ...options }: ErrorOptions & { readonly problem?: string | undefined } = {}) {
    super(`line ${line} is not a record`, options);
    this.line = line;
    this.problem = problem;
  }
}

/** One record is one line of JSON, with a checksum as its last field. Lines without one are from before there were checksums. */
export const nativeFormat: SessionFormat = {
  agentsFolder: 'agents',
  fileName: (id) => id,
  idOf: (name) => name,
  writer: () => (record) => [withSum(JSON.stringify(record))],
  read: (lines) => {
    const order = new RecordOrder();
    if (lines.length === 0) throw new NotARecord(1, { problem: 'the file has no whole line' });
    return lines.map((line, index) => {
      const record = recordIn(line, index + 1);
      const problem = recordProblem(record) ?? order.take(record as SessionRecord);
      if (problem !== undefined) throw new NotARecord(index + 1, { problem });
      return record as SessionRecord;
    });
  },
};

function recordIn(line: string, number: number): unknown {
  const json = withoutSum(line);
  if (json === undefined)
    throw new NotARecord(number, { problem: 'it is not the line that was written: its checksum is that of another' });
  try {
    return JSON.parse(json);
  } catch (cause) {
    throw new NotARecord(number, { cause, problem: 'it is not JSON' });
  }
}

const SUM = /,"sum":"([0-9a-f]{8})"\}$/;

/** The JSON of an object, with a checksum over it as its last field: one changed bit of a line on disk is found. */
const withSum = (json: string): string => (json === '{}' ? json : `${json.slice(0, -1)},"sum":"${sumOf(json)}"}`);

/** The JSON that was given to `withSum`; as it is, if it has no checksum. `undefined`: the checksum is that of another text. */
export function withoutSum(line: string): string | undefined {
  const found = SUM.exec(line);
  if (found === null) return line;
  const json = `${line.slice(0, found.index)}}`;
  return sumOf(json) === found[1] ? json : undefined;
}

const sumOf = (text: string): string => crc32(text).toString(16).padStart(8, '0');
