import type { PageData, RecordingData } from '../model/page-data.js';
import type { Recording } from '../model/recording.js';
import type { Contents } from '../model/trajectory.js';
import { type CapOptions, capContents, capFile, keptContents } from './cap-contents.js';
import { Redaction, type RedactionOptions } from './redaction.js';

export interface ExportOptions extends RedactionOptions {
  /** The time of the export. */
  readonly now: number;
  /** Keeps long texts, pictures, the raw records and the ids of calls. Default: only the head and the tail of a long text. */
  readonly whole?: boolean | undefined;
  /** Keeps the results of calls. Default: true. */
  readonly results?: boolean | undefined;
}

/**
 * The data of an exported page. Secrets are removed before long texts are shortened: half a secret would not be recognised.
 */
export async function exportData(recordings: readonly Recording[], options: ExportOptions): Promise<PageData> {
  const redaction = new Redaction(options);
  const { whole = false, results = true, now } = options;
  const cap = { whole, results, leftOut: (kind: string) => redaction.count(kind) };
  const data: RecordingData[] = [];
  for (const recording of recordings) data.push(await recordingData(recording, { redaction, cap }));
  const kept = whole ? data : withShortNames(data);
  return { recordings: kept, exported: { at: now, redacted: redaction.removed } };
}

async function recordingData(
  recording: Recording,
  { redaction, cap }: { readonly redaction: Redaction; readonly cap: CapOptions },
): Promise<RecordingData> {
  const { trajectory } = recording;
  const contents: Contents[] = [];
  for (const { id } of trajectory.nodes) {
    const kept = keptContents(await recording.contents(id), cap);
    if (Object.values(kept).some((part) => part !== undefined && part !== id))
      contents.push(capContents(redaction.value(kept), cap));
  }
  const { files, ...changes } = await recording.files();
  const changed = files.map((file) => capFile(redaction.value(file), cap));
  return { trajectory: redaction.value(trajectory), contents, files: { ...changes, files: changed } };
}

/** The fields whose values only say that two things are the same. */
const NAMES: Readonly<Record<string, string>> = { callId: 'call-', hash: 'h' };

/**
 * Replaces the ids of calls and the hashes of inputs by short names, the same name for the same value in all recordings of an export. A random id of
 * each call would be a third of the file.
 */
function withShortNames(recordings: readonly RecordingData[]): readonly RecordingData[] {
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
