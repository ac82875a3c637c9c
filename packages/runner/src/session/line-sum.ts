import { crc32 } from 'node:zlib';

const SUM = /,"sum":"([0-9a-f]{8})"\}$/;

/** The JSON of an object, with a checksum over it as its last field: one changed bit of a line on disk is found. */
export const withSum = (json: string): string => (json === '{}' ? json : `${json.slice(0, -1)},"sum":"${sumOf(json)}"}`);

/** The JSON that was given to `withSum`; as it is, if it has no checksum. `undefined`: the checksum is that of another text. */
export function withoutSum(line: string): string | undefined {
  const found = SUM.exec(line);
  if (found === null) return line;
  const json = `${line.slice(0, found.index)}}`;
  return sumOf(json) === found[1] ? json : undefined;
}

const sumOf = (text: string): string => crc32(text).toString(16).padStart(8, '0');
