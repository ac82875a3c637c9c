import { isObject } from '@loadout/core';
import type { Usage } from '@loadout/core/model';
import type { ObservedRun } from '@loadout/runner';
import type { Attributes } from '../attributes.js';
import type { Listener, Of, Where } from '../listener.js';
import type { Metric } from '../names.js';
import type { Sink } from '../sink.js';
import { decisionOf } from '../span-attributes.js';
import { changedLines, languageOf } from './changed-lines.js';
import { CLAUDE_METRIC as M } from './claude-names.js';
import type { ClaudeSettings } from './claude-settings.js';

const EDITS: ReadonlySet<string> = new Set(['Edit', 'Write', 'NotebookEdit']);

interface MetricsParts {
  readonly run: ObservedRun;
  readonly sink: Sink;
  readonly claude: ClaudeSettings;
}

/** Counts by Claude Code's names. */
export function claudeMetrics({ run, sink, claude }: MetricsParts): Listener {
  const inputs = new Map<string, unknown>();
  const add = (metric: Metric, value: number, attributes: Attributes = {}) =>
    sink.measure(metric, value, { ...claude.metrics, ...attributes });
  add(M.sessions, 1, { start_type: run.source === 'startup' ? 'fresh' : run.source === 'fork' ? 'continue' : 'resume' });
  return (event, where) => {
    switch (event.type) {
      case 'response':
        countRequest(event, { where, add });
        break;
      case 'tool_call':
        if (EDITS.has(event.name)) inputs.set(event.id, event.input);
        break;
      case 'permitted':
        if (EDITS.has(event.name))
          add(M.editDecisions, 1, editOf(event.name, inputs.get(event.id), decisionOf('accept', event.by)));
        break;
      case 'tool_result':
        inputs.delete(event.id);
        countResult(event, add);
        break;
      case 'result':
        if (!where.isSubagent) add(M.activeTime, event.result.durationMs / 1000, { type: 'cli' });
        break;
    }
  };
}

type Add = (metric: Metric, value: number, attributes?: Attributes) => void;

export const sourceOf = ({ isSubagent }: Where, purpose: string): string =>
  purpose === 'turn' ? (isSubagent ? 'subagent' : 'main') : 'auxiliary';

function countRequest(
  { model, purpose, usage, costUsd }: Of<'response'>,
  { where, add }: { readonly where: Where; readonly add: Add },
): void {
  const labels = { model, query_source: sourceOf(where, purpose) };
  if (costUsd) add(M.cost, costUsd, labels);
  if (usage === undefined) return;
  for (const [type, tokens] of Object.entries(tokensOf(usage))) if (tokens > 0) add(M.tokens, tokens, { type, ...labels });
}

const tokensOf = (usage: Usage) => ({
  input: usage.input_tokens,
  output: usage.output_tokens,
  cacheRead: usage.cache_read_input_tokens ?? 0,
  cacheCreation: usage.cache_creation_input_tokens ?? 0,
});

function countResult({ name, call }: Of<'tool_result'>, add: Add): void {
  if (call.outcome === 'denied' && EDITS.has(name))
    add(M.editDecisions, 1, editOf(name, call.input, decisionOf('reject', call.deniedBy)));
  if (call.outcome !== 'done' || call.result.isError) return;
  const { added, removed } = changedLines(call.result.structuredContent);
  if (added > 0) add(M.lines, added, { type: 'added' });
  if (removed > 0) add(M.lines, removed, { type: 'removed' });
  const command = isObject(call.input) && name === 'Bash' ? String(call.input.command) : '';
  if (/\bgit\s(?:[^\n;|&]*\s)?commit\b/.test(command)) add(M.commits, 1);
  if (/\bgh\s+pr\s+create\b/.test(command)) add(M.pullRequests, 1);
}

function editOf(tool: string, input: unknown, decision: Attributes): Attributes {
  const file = isObject(input) ? String(input.file_path ?? input.notebook_path ?? '') : '';
  return { tool_name: tool, ...decision, language: languageOf(file) };
}
