import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ObservedRun, Observer } from '@loadout/runner';
import { Exporter } from './exporter.js';
import { parseTraceparent, type SpanContext, traceparent } from './otlp/span.js';
import { RunSpans } from './run-spans.js';
import { type OtelOptions, readSettings, type Settings } from './settings.js';

/**
 * Returns an observer that sends the runs of an agent to an OpenTelemetry collector. `env` are the variables of OpenTelemetry's
 * specification; options take precedence.
 */
export function observerOf(options: OtelOptions, env: Readonly<Record<string, string | undefined>> = process.env): Observer {
  const settings = readSettings(options, env);
  const exporter = new Exporter(settings);
  const parent = parseTraceparent(settings.parent);
  return {
    begin(run) {
      const isSampled = sampled(settings, parent);
      const spans = new RunSpans({ run, exporter, settings, parent, previous: previousOf(run), isSampled });
      remember(run, spans.root);
      return spans;
    },
    close: () => exporter.close(),
  };
}

function sampled({ sampler }: Settings, parent: SpanContext | undefined): boolean {
  if (sampler.isParentBased && parent !== undefined) return parent.sampled;
  return Math.random() < sampler.ratio;
}

/** The file of a session that names the root span of its last run, so that a resumed run links to it, also after a crash. */
const fileOf = (run: ObservedRun) => join(run.artifactDir, 'traceparent');

function previousOf(run: ObservedRun): SpanContext | undefined {
  if (run.source === 'startup') return undefined;
  try {
    return parseTraceparent(readFileSync(fileOf(run), 'utf8').trim());
  } catch {
    return undefined;
  }
}

function remember(run: ObservedRun, root: SpanContext): void {
  try {
    mkdirSync(run.artifactDir, { recursive: true, mode: 0o700 });
    writeFileSync(fileOf(run), `${traceparent(root)}\n`, { mode: 0o600 });
  } catch {
    // Without the file, the next run has no link.
  }
}
