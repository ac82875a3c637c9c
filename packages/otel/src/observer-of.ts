import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ObservedRun, Observer } from '@loadout/runner';
import type { SpanContext } from '@opentelemetry/api';
import { agentLogs } from './agent-logs.js';
import { agentMetrics } from './agent-metrics.js';
import { claudeLogs } from './claude/claude-logs.js';
import { claudeMetrics } from './claude/claude-metrics.js';
import { claudeSettings } from './claude/claude-settings.js';
import type { Env } from './environment.js';
import { hostProviders } from './host-providers.js';
import type { Listener } from './listener.js';
import { ownProviders } from './own-providers.js';
import { RunSpans } from './run-spans.js';
import { type OtelOptions, readSettings, type Settings } from './settings.js';
import { Sink } from './sink.js';
import { CLAUDE_CODE, GEN_AI } from './spelling.js';
import { tellOnce } from './tell-once.js';
import { parseTraceparent, traceparent } from './traceparent.js';

/**
 * Returns an observer that sends the runs of an agent to an OpenTelemetry collector, or to the tracer provider that the program
 * registered with `@opentelemetry/api`. An endpoint in the options takes precedence over a registered provider, and options over
 * `env`, the variables of OpenTelemetry's specification.
 */
export function observerOf(options: OtelOptions, env: Env = process.env): Observer {
  const settings = readSettings(options, env);
  tellOnce(settings.problems);
  const hosted = options.endpoint === undefined ? hostProviders() : undefined;
  const sink = new Sink(() => hosted ?? ownProviders(settings, env), settings.longest);
  const parent = parseTraceparent(settings.parent);
  const spelling = settings.names === 'claude_code' ? CLAUDE_CODE : GEN_AI;
  return {
    begin(run) {
      const listeners = listenersOf(run, { settings, sink, env });
      // The current span of the program comes before the trace of its environment.
      const above = hosted === undefined ? parent : undefined;
      const spans = new RunSpans({
        run,
        sink,
        settings,
        spelling,
        parent: above,
        previous: previousOf(run),
        listeners,
      });
      remember(run, spans.root);
      return spans;
    },
    close: () => sink.close(),
  };
}

interface ListenerParts {
  readonly settings: Settings;
  readonly sink: Sink;
  readonly env: Env;
}

function listenersOf(run: ObservedRun, { settings, sink, env }: ListenerParts): readonly Listener[] {
  const { names, content } = settings;
  const own = names === 'claude_code' ? [] : [agentMetrics(sink), agentLogs({ run, sink, settings })];
  if (names === 'gen_ai') return own;
  const claude = claudeSettings(env, { run, isFull: content });
  return [...own, claudeMetrics({ run, sink, claude }), claudeLogs({ run, sink, claude })];
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
