import type { Refusal, RunWatcher, WatchedRun } from '@loadout/command/runs';
import type { ListedRun } from '@loadout/engine-restate';
import type { AgentEvent, RunResult } from '@loadout/runner';

type Labels = Readonly<Record<string, string>>;

interface Family {
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
}

const FAMILIES = {
  loadout_runs_started_total: { type: 'counter', help: 'Runs that started.' },
  loadout_runs_ended_total: { type: 'counter', help: 'Runs that ended, by outcome.' },
  loadout_runs_running: { type: 'gauge', help: 'Runs under way.' },
  loadout_run_duration_seconds: { type: 'histogram', help: 'Seconds from the start of a run to its end.' },
  loadout_calls_total: { type: 'counter', help: 'Tool calls, by tool and outcome.' },
  loadout_tokens_total: { type: 'counter', help: 'Tokens of ended runs, by type.' },
  loadout_cost_usd_total: { type: 'counter', help: 'US dollars of ended runs whose price is known.' },
  loadout_cost_unknown_total: { type: 'counter', help: 'Ended runs whose price is unknown.' },
  loadout_requests_refused_total: { type: 'counter', help: 'Requests that were refused, by code.' },
} as const satisfies Readonly<Record<string, Family>>;

type Name = keyof typeof FAMILIES;

/** Upper bounds of the histogram, in seconds. */
const BUCKETS = [0.1, 0.5, 1, 5, 10, 30, 60, 300, 900, 3600];

/**
 * Counts the work of a server, as text for Prometheus. Labels are names of the configuration, codes and outcomes, so the number of
 * series does not grow with the number of runs. Sessions, runs and subagents are no labels: a call of a subagent counts for the
 * agent of its run.
 */
export class Metrics implements RunWatcher {
  /** Values by family, then by the text of the labels. */
  readonly #values = new Map<Name, Map<string, number>>();
  readonly #durations = new Map<string, number[]>();

  started({ agent }: WatchedRun): void {
    this.#add('loadout_runs_started_total', { agent });
    this.#add('loadout_runs_running', { agent });
  }

  event({ agent, clientTools = [] }: WatchedRun, event: AgentEvent): void {
    const inner = event.type === 'subagent' ? event.event : event;
    if (inner.type !== 'tool_result') return;
    // A model can invent any number of names, and so can a client.
    const known = clientTools.includes(inner.name) ? 'client' : inner.name;
    const tool = inner.call.code === 'TOOL_UNKNOWN' ? 'unknown' : known;
    this.#add('loadout_calls_total', { agent, tool, outcome: inner.call.outcome });
  }

  ended({ agent }: WatchedRun, { outcome, usage, costUsd, durationMs }: RunResult): void {
    this.#add('loadout_runs_running', { agent }, -1);
    this.#add('loadout_runs_ended_total', { agent, outcome });
    const tokens = {
      input: usage.input_tokens,
      output: usage.output_tokens,
      cache_read: usage.cache_read_input_tokens,
      cache_write: usage.cache_creation_input_tokens,
    };
    for (const [type, count] of Object.entries(tokens)) if (count) this.#add('loadout_tokens_total', { agent, type }, count);
    if (costUsd === null) this.#add('loadout_cost_unknown_total', { agent });
    else this.#add('loadout_cost_usd_total', { agent }, costUsd);
    this.#observe(textOf({ agent }), durationMs / 1000);
  }

  refused({ code }: Refusal): void {
    this.#add('loadout_requests_refused_total', { code });
  }

  /** The text in Prometheus's format 0.0.4. */
  text(): string {
    return (Object.keys(FAMILIES) as Name[]).map((name) => this.#family(name)).join('');
  }

  #family(name: Name): string {
    const { help, type } = FAMILIES[name];
    const head = `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`;
    if (type === 'histogram')
      return head + [...this.#durations].map(([labels, counts]) => histogram(name, labels, counts)).join('');
    const rows = [...(this.#values.get(name) ?? [])].map(([labels, value]) => `${name}{${labels}} ${value}\n`);
    return head + rows.join('');
  }

  #add(name: Name, labels: Labels, by = 1): void {
    const family = this.#values.get(name) ?? new Map<string, number>();
    const key = textOf(labels);
    family.set(key, (family.get(key) ?? 0) + by);
    this.#values.set(name, family);
  }

  /** Adds a value to its bucket. The last two numbers are the count and the sum. */
  #observe(key: string, seconds: number): void {
    const counts = this.#durations.get(key) ?? BUCKETS.map(() => 0);
    this.#durations.set(key, counts);
    const bucket = BUCKETS.findIndex((bound) => seconds <= bound);
    if (bucket !== -1) counts[bucket] = (counts[bucket] ?? 0) + 1;
    counts[BUCKETS.length] = (counts[BUCKETS.length] ?? 0) + 1;
    counts[BUCKETS.length + 1] = (counts[BUCKETS.length + 1] ?? 0) + seconds;
  }
}

function histogram(name: string, labels: string, counts: readonly number[]): string {
  const count = counts[BUCKETS.length] ?? 0;
  let below = 0;
  const rows = BUCKETS.map((bound, index) => {
    below += counts[index] ?? 0;
    return `${name}_bucket{${labels},le="${bound}"} ${below}\n`;
  });
  const sum = counts[BUCKETS.length + 1] ?? 0;
  return `${rows.join('')}${name}_bucket{${labels},le="+Inf"} ${count}\n${name}_sum{${labels}} ${sum}\n${name}_count{${labels}} ${count}\n`;
}

/** Writes labels as Prometheus reads them. */
const textOf = (labels: Labels): string =>
  Object.entries(labels)
    .map(([name, value]) => `${name}="${value.replace(/[\\"]/g, '\\$&').replace(/\n/g, '\\n')}"`)
    .join(',');

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
