import { isLoadoutError } from '@loadout/core';
import type { ModelProvider } from '@loadout/core/model';
import { after } from '@loadout/node';
import type { AgentOptions } from '@loadout/runner';

/** The state of a provider's limits, for all runs that ask it. */
interface Door {
  /** Milliseconds since 1970 until which the provider asks to wait. */
  until: number;
  /** After a refusal, one request at a time, until one is answered. */
  isNarrow: boolean;
  /** Requests that have no answer yet. */
  asking: number;
  waiting: (() => void)[];
}

const OF_LIMITS = new Set(['MODEL_RATE_LIMITED', 'MODEL_OVERLOADED']);
/** The pause after a refusal that names no time. */
const PAUSE_MS = 1000;

/**
 * One gate for all runs of a command: when a provider refuses a request because there are too many, every run waits, and not only the one
 * that was refused. The providers themselves ask again.
 */
export class RateGate {
  readonly #doors = new Map<string, Door>();

  /** Puts the gate in front of a provider. `provider`: its name in the configuration. */
  readonly wrap: NonNullable<AgentOptions['wrapModel']> = (provider, { provider: name }) => {
    const door = this.#doors.get(name) ?? { until: 0, isNarrow: false, asking: 0, waiting: [] };
    this.#doors.set(name, door);
    return {
      name: provider.name,
      api: provider.api,
      knowsReferences: provider.knowsReferences,
      missing: () => provider.missing?.(),
      secrets: () => provider.secrets?.() ?? [],
      stream: (request, options) => through(door, provider, { request, options }),
    };
  };
}

type Asked = {
  readonly request: Parameters<ModelProvider['stream']>[0];
  readonly options: Parameters<ModelProvider['stream']>[1];
};

async function* through(door: Door, provider: ModelProvider, { request, options }: Asked): ReturnType<ModelProvider['stream']> {
  await enter(door, options.signal);
  let isAsking = true;
  const answered = (isRefused: boolean) => {
    if (isAsking) door.asking -= 1;
    isAsking = false;
    if (!isRefused) door.isNarrow = false;
    wake(door);
  };
  try {
    for await (const event of provider.stream(request, options)) {
      if (event.type === 'retry' && (event.status === 429 || event.status === 529)) narrow(door, event.delayMs);
      if (event.type === 'start') answered(false);
      yield event;
    }
  } catch (error) {
    if (isLoadoutError(error) && OF_LIMITS.has(error.code)) narrow(door, error.retryAfterMs ?? PAUSE_MS);
    throw error;
  } finally {
    if (isAsking) answered(true);
  }
}

async function enter(door: Door, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (Date.now() < door.until || (door.isNarrow && door.asking > 0))) await next(door, signal);
  door.asking += 1;
}

/** Waits until the door changes, the pause ends, or the signal fires. */
async function next(door: Door, signal: AbortSignal): Promise<void> {
  const pause = door.until - Date.now();
  await new Promise<void>((resolve) => {
    const end = () => {
      cancel?.();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const cancel = pause > 0 ? after(pause, end) : undefined;
    door.waiting.push(end);
    signal.addEventListener('abort', end, { once: true });
  });
}

function narrow(door: Door, delayMs: number): void {
  door.until = Math.max(door.until, Date.now() + delayMs);
  door.isNarrow = true;
}

function wake(door: Door): void {
  for (const resume of door.waiting.splice(0)) resume();
}
