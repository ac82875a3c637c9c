import type { RecordingData } from '../model/page-data.js';

/** The fields whose values only say that two things are the same. */
const NAMES: Readonly<Record<string, string>> = { callId: 'call-', hash: 'h' };

/**
 * Replaces the ids of calls and the hashes of inputs by short names, the same name for the same value in all recordings of an export. A random id of
 * each call would be a third of the file.
 */
export function withShortNames(recordings: readonly RecordingData[]): readonly RecordingData[] {
  const names = new Map(Object.keys(NAMES).map((field) => [field, new Map<string, string>()]));
  const nameOf = (value: string, field: string) => {
    const known = names.get(field);
    if (known === undefined) return value;
    const name = known.get(value) ?? `${NAMES[field]}${known.size + 1}`;
    known.set(value, name);
    return name;
  };
  const copy = (value: unknown, field: string): unknown => {
    if (typeof value === 'string') return nameOf(value, field);
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((one) => copy(one, field));
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, copy(one, name)]));
  };
  return copy(recordings, '') as readonly RecordingData[];
}
