import { callText } from './expected-call.js';
import type { RecordedCall } from './recorded-run.js';
import { visible } from './shown-value.js';

const MOST = 3;

/** The first calls that were denied or refused, or that failed, each with its reason. */
export function callsNotRun(calls: readonly RecordedCall[]): readonly string[] {
  const found = calls.filter(
    ({ state }) => state === 'denied' || state === 'deferred' || state === 'refused' || state === 'failed',
  );
  const more = found.length > MOST ? [`… and ${found.length - MOST} more calls that did not run`] : [];
  return [...found.slice(0, MOST).map((call) => `${callText(call)}: ${visible(call.reason ?? call.result, 400)}`), ...more];
}
