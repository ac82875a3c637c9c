import type { RecordedCall } from './recorded-call.js';

const keys = new WeakMap<RecordedCall, string>();

/** A text that is the same for calls that rules decide alike. */
function callKey(record: RecordedCall): string {
  const known = keys.get(record);
  if (known !== undefined) return known;
  const { agents, artifactDir, mode, call } = record;
  const key = JSON.stringify([agents, artifactDir, mode, call]);
  keys.set(record, key);
  return key;
}

/** Answers once for all calls that rules decide alike: most records repeat the same calls. */
export function onceForEach<T>(answer: (record: RecordedCall) => T): (record: RecordedCall) => T {
  const known = new Map<string, { readonly value: T }>();
  return (record) => {
    const key = callKey(record);
    const found = known.get(key) ?? { value: answer(record) };
    known.set(key, found);
    return found.value;
  };
}

/** Leaves out calls that rules decide as one before. */
export const distinctCalls = (records: readonly RecordedCall[]): readonly RecordedCall[] => [
  ...new Map(records.map((record) => [callKey(record), record])).values(),
];
