import type { EngineClient, ListedRun } from '@loadout/engine-restate';
import { until } from './until.js';

/** Resolves with the run when `isThere` accepts its state. */
export function untilListed(
  client: EngineClient,
  { run, isThere }: { readonly run: string; readonly isThere: (one: ListedRun) => boolean },
): Promise<ListedRun> {
  let last: ListedRun | undefined;
  return until(
    async () => {
      last = (await client.runs()).find((one) => one.run === run);
      return last !== undefined && isThere(last) ? last : undefined;
    },
    { missing: () => `The run is ${last?.state}: ${last?.says}` },
  );
}
