import { isDeepStrictEqual } from 'node:util';
import type { SessionRecord } from '@loadout/sessions';
import type { RecordedRun } from '../runs/recorded-run.js';
import type { TestGround } from '../test-ground.js';

interface Ends {
  readonly reference: Reference;
  readonly run: RecordedRun;
  readonly ground: TestGround;
  readonly records: readonly SessionRecord[];
  /** The calls that were running at the kill and may not run again. */
  readonly open: readonly string[];
}

interface Difference {
  readonly message: string;
  readonly expected?: string | undefined;
  readonly actual?: string | undefined;
}

/**
 * Compares the end of a run that was killed and resumed with the end of the run that nobody killed. While a call that may not be
 * repeated was running, nobody knows whether it took effect: then text, output and the files that the run changes are not compared.
 */
export function compareEnds({ reference, run, ground, records, open }: Ends): readonly Difference[] {
  const [before, after] = [ended(reference.run, reference.ground), ended(run, ground)];
  const isKnown = open.length === 0;
  const found: (Difference | undefined)[] = [
    differs('the outcome', before.outcome, after.outcome),
    ...(isKnown ? [differs('the text', before.text, after.text), differs('the output', before.output, after.output)] : []),
    ...Object.keys({ ...before.files, ...after.files }).map((path) => fileDiffers(path, { before, after, isKnown })),
    ...ranTwice(records),
  ];
  return found.filter((one) => one !== undefined);
}

/** Replaces the folders of the run, which differ between two runs. */
const ended = (run: RecordedRun, { workspace, home, state }: TestGround): RecordedRun =>
  JSON.parse(
    JSON.stringify({ ...run, events: [], calls: [] })
      .replaceAll(workspace, '<workspace>')
      .replaceAll(home, '<home>')
      .replaceAll(state, '<state>'),
  ) as RecordedRun;

interface Files {
  readonly before: RecordedRun;
  readonly after: RecordedRun;
  readonly isKnown: boolean;
}

function fileDiffers(path: string, { before, after, isKnown }: Files): Difference | undefined {
  const [expected, actual] = [before.files?.[path], after.files?.[path]];
  if (!isKnown && expected?.state !== 'unchanged') return undefined;
  return differs(`the file ${path}`, expected?.text ?? expected?.noText ?? 'absent', actual?.text ?? actual?.noText ?? 'absent');
}

function differs(what: string, expected: unknown, actual: unknown): Difference | undefined {
  if (isDeepStrictEqual(expected, actual)) return undefined;
  return { message: `${what} differs`, expected: shown(expected), actual: shown(actual) };
}

const shown = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing')).slice(0, 400);

/** A call that may not be repeated starts at most once in its session. */
function ranTwice(records: readonly SessionRecord[]): readonly Difference[] {
  const seen = new Set<string>();
  return records.flatMap((record) => {
    if (record.t === 'session') seen.clear();
    if (record.t !== 'started' || record.repeatable) return [];
    const again = seen.has(record.id);
    seen.add(record.id);
    return again ? [{ message: `the call ${record.id} of ${record.name} ran twice` }] : [];
  });
}

/** The run that nobody killed. */
export interface Reference {
  readonly run: RecordedRun;
  readonly ground: TestGround;
  /** The lines of all sessions of the run, in the order in which they were written. */
  readonly lines: readonly string[];
}
