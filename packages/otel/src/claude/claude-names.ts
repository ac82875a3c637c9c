import type { Metric } from '../names.js';

/** The names of Claude Code 2.1.330, for dashboards that were made for it. All of them are in this file and in `spelling.ts`. */
export const CLAUDE_SCOPE = 'com.anthropic.claude_code';

const sum = (name: string, unit: string): Metric => ({ scope: CLAUDE_SCOPE, name: `claude_code.${name}`, unit });

export const CLAUDE_METRIC = {
  sessions: sum('session.count', ''),
  cost: sum('cost.usage', 'USD'),
  tokens: sum('token.usage', 'tokens'),
  activeTime: sum('active_time.total', 's'),
  lines: sum('lines_of_code.count', ''),
  editDecisions: sum('code_edit_tool.decision', ''),
  commits: sum('commit.count', ''),
  pullRequests: sum('pull_request.count', ''),
} as const;

export type ClaudeEvent =
  | 'plugin_loaded'
  | 'managed_settings_resolved'
  | 'user_prompt'
  | 'api_request'
  | 'api_error'
  | 'assistant_response'
  | 'tool_decision'
  | 'tool_result'
  | 'compaction'
  | 'hook_execution_complete';
