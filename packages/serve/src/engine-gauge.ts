import type { ListedRun } from '@loadout/engine-restate';
import { textOf } from './metrics.js';

const NAME = 'loadout_engine_runs';

/** Counts the open runs of an engine by agent and state, as text for Prometheus. */
export function engineGauge(runs: readonly ListedRun[]): string {
  const counts = new Map<string, number>();
  for (const { agent, state } of runs) {
    const labels = textOf({ agent, state });
    counts.set(labels, (counts.get(labels) ?? 0) + 1);
  }
  const rows = [...counts].map(([labels, count]) => `${NAME}{${labels}} ${count}\n`);
  return `# HELP ${NAME} Runs of the engine that have not ended, by state.\n# TYPE ${NAME} gauge\n${rows.join('')}`;
}
