import { basename } from 'node:path';
import type { MapNode, Place } from '../document/node.js';
import { errors } from '../errors.js';
import { readLayers } from '../layers/read-layers.js';
import type { Report } from '../report.js';
import { judge } from '../trust/judge.js';
import type { TrustOptions, TrustVerdict } from '../trust/verdict.js';

export interface JudgedLayers {
  readonly layers: readonly MapNode[];
  /** The same without what waits for trust. */
  readonly gated: readonly MapNode[];
  readonly isComplete: boolean;
  readonly verdict?: TrustVerdict;
}

/** The layers of a configuration. Those that are code are run once they are trusted, and not before. Throws TRUST_*. */
export async function readJudged(
  file: string,
  { report, trust, home }: { readonly report: Report; readonly trust: TrustOptions | undefined; readonly home: string },
): Promise<JudgedLayers> {
  const place: Place = { file, line: 1, column: 1, length: 1, layer: 'project' };
  if (trust === undefined) {
    const { layers, isComplete } = await readLayers(file, { report, place, home });
    return { layers, gated: layers, isComplete };
  }
  const { layers, isComplete, modules } = await readLayers(file, { report, place, home, runModules: false });
  const { gated, verdict } = judge({ file, layers, modules, trust });
  if (modules.length === 0) return { layers, gated, isComplete, verdict };
  if (!verdict.trusted) {
    const names = modules.map((one) => basename(one)).join(', ');
    throw errors.TRUST_NEEDED({
      config: verdict.config,
      what: `${names} is code, which does not run before`,
      hash: verdict.hash,
    });
  }
  const run = await readLayers(file, { report, place, home });
  return { layers: run.layers, gated: run.layers, isComplete: run.isComplete, verdict };
}
