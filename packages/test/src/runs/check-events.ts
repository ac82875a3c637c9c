import { differences, isMap } from './match-value.js';
import type { RecordedRun } from './recorded-run.js';
import type { RunExpectations, RunFailure } from './run-expectations.js';
import { shown } from './shown-value.js';

type Event = Readonly<Record<string, unknown>>;

/** Whether an event has all the named keys with these values. */
const fits = (event: Event, expected: Event) => differences(event, expected, 'subset').length === 0;

/** Looks for the expected events in their order. The first that does not come is the failure. */
export function checkEvents({ events }: RecordedRun, expected: NonNullable<RunExpectations['events']>): readonly RunFailure[] {
  let next = 0;
  for (const [index, wanted] of expected.entries()) {
    const at = events.findIndex((event, position) => position >= next && fits(event, wanted));
    if (at < 0) return [missingEvent(wanted, { index, next, events })];
    next = at + 1;
  }
  return [];
}

function missingEvent(
  wanted: Event,
  { index, next, events }: { readonly index: number; readonly next: number; readonly events: readonly Event[] },
): RunFailure {
  const earlier = events.findIndex((event) => fits(event, wanted));
  const near = nearestEvent(wanted, events);
  const difference = near === undefined ? undefined : differences(near, wanted, 'subset')[0];
  const types = [...new Set(events.map((event) => String(event.type)))];
  return {
    path: ['events', index, ...(earlier < 0 ? (difference?.path ?? []) : [])],
    message: `The event ${shown(wanted)} did not occur${earlier < 0 ? '' : ' in this order'}`,
    expected: shown(wanted),
    actual: near === undefined ? 'no such event' : shown(near),
    detail: [
      ...(earlier >= 0 ? [`It is event ${earlier + 1}; the search began at event ${next + 1}, after the one before.`] : []),
      ...(earlier < 0 && difference !== undefined ? [`Nearest: ${difference.message}`] : []),
      ...(near === undefined ? [`Events were of the types ${types.join(', ')}.`] : []),
    ],
  };
}

/** The event of the same type that differs least. */
function nearestEvent(wanted: Event, events: readonly Event[]): Event | undefined {
  const same = events.filter((event) => event.type === wanted.type);
  const counted = same.map((event) => ({ event, count: differences(event, wanted, 'subset').length }));
  return counted.sort((a, b) => a.count - b.count)[0]?.event;
}

export function checkNoEvents(
  { events }: RecordedRun,
  unwanted: NonNullable<RunExpectations['noEvents']>,
): readonly RunFailure[] {
  return unwanted.flatMap((one, index): readonly RunFailure[] => {
    const at = events.findIndex((event) => isMap(event) && fits(event, one));
    if (at < 0) return [];
    const actual = shown(events[at]);
    const message = `The event ${shown(one)} occurred, as event ${at + 1}`;
    return [{ path: ['noEvents', index], message, expected: 'no such event', actual }];
  });
}
