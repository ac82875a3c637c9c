import { isLoadoutError, type LoadoutError } from '@loadout/core';
import { failureKind } from '@loadout/core/model';
import { onAbort } from '@loadout/core/run';
import type { RunContext } from '../context/run-context.js';

/** The number of times that an answer is requested again that broke off. Before an answer begins, the provider itself retries. */
const RETRIES = 2;
/** The longest time that a server may ask to wait behind the start of an answer. */
const LONGEST_WAIT_MS = 120_000;
/** Failures of the connection. Another connection may be there at once. */
const OF_CONNECTION = new Set(['MODEL_STREAM_CUT', 'MODEL_UNREACHABLE', 'MODEL_TIMEOUT']);

interface BrokenOff {
  readonly error: unknown;
  /** The number of requests so far. */
  readonly tries: number;
}

/** Returns the milliseconds to wait before an answer that broke off is requested again. `undefined`: the failure does not pass in time, or there is no try left. */
export function delayAfter({ error, tries }: BrokenOff): number | undefined {
  if (!isLoadoutError(error) || tries > RETRIES) return undefined;
  if (failureKind(error.code) !== 'passes') return undefined;
  const delayMs = OF_CONNECTION.has(error.code) ? 0 : delayOf(error, tries);
  return delayMs > LONGEST_WAIT_MS ? undefined : delayMs;
}

const delayOf = ({ retryAfterMs }: LoadoutError, tries: number) => retryAfterMs ?? 1_000 * 2 ** (tries - 1);

/** Waits for a time, or until the signal. The host learns that the request is sent again. */
export async function pauseFor(
  { clock, emit }: Pick<RunContext, 'clock' | 'emit'>,
  { delayMs, attempt, reason, signal }: { delayMs: number; attempt: number; reason: string; signal: AbortSignal },
): Promise<void> {
  if (delayMs === 0) return;
  emit({ type: 'retry', attempt, delayMs, reason });
  const cancels: (() => void)[] = [];
  await new Promise<void>((resolve) => cancels.push(clock.after(delayMs, resolve), onAbort(signal, resolve)));
  for (const cancel of cancels) cancel();
}
