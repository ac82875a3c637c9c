import { setTimeout as pause } from 'node:timers/promises';
import { isLoadoutError, messageOf } from '@loadout/core';
import { type Answer, ask, type Endpoint } from '../engine/request.js';
import { errors } from '../errors.js';
import type { RoundEnd } from '../record/step.js';

export interface Awaiting {
  /** Ends the wait. */
  readonly signal?: AbortSignal | undefined;
  /** Gets the problem when the engine stops answering. */
  readonly tell?: ((problem: string) => void) | undefined;
}

/** The time of one question. Many proxies cut a connection after a minute without a byte, and a machine that slept hears of no cut. */
const ONE_MS = 50_000;

/** A question that ends sooner had nobody who took it. The next one waits longer. */
const SOON_MS = 1_000;
const FIRST_PAUSE_MS = 100;
const MOST_PAUSE_MS = 2_000;

/** The answers of a proxy that waits no longer, and of an engine that starts. The end of a run has none of them. */
const LATER: readonly number[] = [408, 425, 429, 502, 503, 504];

/**
 * Waits for the end of a prompt, which may take days. The engine keeps the end, so a question whose answer is lost is asked again, until
 * the run is over or the signal aborts. Throws ENGINE_ANSWER for a run that was cancelled, ENGINE_NO_ENTRY, and the reason of the signal.
 */
export async function awaitEnd(ingress: Endpoint, id: string, { signal, tell }: Awaiting = {}): Promise<RoundEnd> {
  const path = `/restate/invocation/${id}/attach`;
  let isHeard = true;
  for (let wait = FIRST_PAUSE_MS; ; wait = isHeard ? FIRST_PAUSE_MS : Math.min(2 * wait, MOST_PAUSE_MS)) {
    const began = performance.now();
    const { end, problem = '' } = await ask(ingress, path, { timeout: ONE_MS, signal }).then(
      (answer) => endIn(answer, ingress.url + path),
      lost,
    );
    if (end !== undefined) return end;
    signal?.throwIfAborted();
    const wasHeard = isHeard;
    isHeard = performance.now() - began >= SOON_MS;
    if (wasHeard && !isHeard) tell?.(problem);
    await pause(wait, undefined, { signal }).catch(() => {});
    signal?.throwIfAborted();
  }
}

interface Heard {
  readonly end?: RoundEnd;
  /** The reason to ask again. */
  readonly problem?: string;
}

function endIn({ status, text }: Answer, url: string): Heard {
  const error = errors.ENGINE_ANSWER({ url, status, text });
  if (status >= 300 && !LATER.includes(status)) throw error;
  try {
    return status < 300 ? { end: JSON.parse(text) as RoundEnd } : { problem: error.message };
  } catch {
    // A proxy has cut the answer, or has sent one of its own.
    return { problem: error.message };
  }
}

function lost(error: unknown): Heard {
  if (isLoadoutError(error) && error.code === 'ENGINE_UNREACHABLE') return { problem: messageOf(error) };
  throw error;
}
