import type { AgentEvent } from '@loadout/runner';
import type { SessionRecord } from '@loadout/sessions';

/** A line of a live stream. */
export type LiveItem =
  /** An event that has no record. */
  | { readonly live: AgentEvent }
  /** Records that the engine has confirmed, and the number of records before them. */
  | { readonly from: number; readonly records: readonly SessionRecord[] }
  /** The number of records that the engine has. Those that the stream did not bring are read from the engine. */
  | { readonly upTo: number };

/** The path of the live stream of a run, below the address of its worker. */
export const livePath = ({ service, run }: { readonly service: string; readonly run: string }): string =>
  `loadout/live/${encodeURIComponent(service)}/${encodeURIComponent(run)}`;
