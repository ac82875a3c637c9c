import { after } from '@loadout/node';
import type { ServerLink } from './server-link.js';

const AGAIN_MS = 10_000;

type Awaited = Pick<ServerLink, 'server' | 'state' | 'startMs'>;

/**
 * Names the servers that are still awaited, after a moment and then from time to time, until `end` is called. A longer wait is told with
 * its end, because a server that hangs would otherwise look like a run that hangs. `patienceMs`: as of the options.
 */
export function tellWait(
  links: readonly Awaited[],
  { tell, patienceMs = Number.POSITIVE_INFINITY }: { tell(message: string): void; patienceMs?: number | undefined },
): { readonly end: () => void } {
  const began = performance.now();
  const say = () => {
    const pending = links.filter(({ state }) => state === 'pending');
    const waitedMs = performance.now() - began;
    const most = Math.max(...pending.map((link) => mostMs(link, patienceMs)));
    const end = waitedMs < AGAIN_MS ? ')' : `, at most ${seconds(most)}). To wait less, set startTimeout or start: lazy`;
    if (pending.length > 0) tell(`Waiting for ${named(pending)} (${seconds(waitedMs)}${end}…`);
    timer = setTimeout(say, AGAIN_MS);
  };
  let timer = setTimeout(say, PEOPLE_WAIT_MS);
  return { end: () => clearTimeout(timer) };
}

const named = (links: readonly Awaited[]): string =>
  `the MCP ${links.length === 1 ? 'server' : 'servers'} ${links.map(({ server }) => server.key).join(', ')}`;

const seconds = (ms: number): string => `${Math.round(ms / 1000)} s`;

/** A required server has its start timeout in any case. */
const mostMs = ({ server, startMs }: Awaited, patienceMs: number): number =>
  server.config.start === 'required' ? startMs : Math.min(startMs, patienceMs);

/** A person waits this long for a start without a word. Longer starts are told, and end the wait where the model can begin. */
export const PEOPLE_WAIT_MS = 3_000;

interface Waiting {
  /** Whether the model has a tool to begin with. */
  readonly canBegin: () => boolean;
  /** Calls the listener after each change of that. Returns the end of it. */
  readonly onChange: (listener: () => void) => () => void;
}

/** Settles when a person has waited long enough and the model can begin without the servers that are still missing. */
export function enoughWaited({ canBegin, onChange }: Waiting): { readonly settled: Promise<void>; readonly end: () => void } {
  let isLong = false;
  let settle = () => {};
  const settled = new Promise<void>((resolve) => {
    settle = resolve;
  });
  const look = () => {
    if (isLong && canBegin()) settle();
  };
  const cancel = after(PEOPLE_WAIT_MS, () => {
    isLong = true;
    look();
  });
  const unlisten = onChange(look);
  return {
    settled,
    end: () => {
      cancel();
      unlisten();
    },
  };
}
