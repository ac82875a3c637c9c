import type { HookEvent, HookInputs, ToolSubject } from '@loadout/core';

const stop = { stop_hook_active: false, last_assistant_message: '', background_tasks: [] };
const task = { task_id: 'task_1', task_subject: '' };
const question = { mcp_server_name: '', mode: 'form' as const };
const switched = {
  from_model: '',
  to_model: '',
  requested_model: null,
  source: 'sdk' as const,
  context_tokens: 0,
  prompt_cache_warm: false,
  cache_ttl: '5m' as const,
  estimated_cache_write_usd: null,
};
const compaction = { trigger: 'manual' as const };

/** What an event that did not happen tells, beside the call that it is about, when nothing was said of it. */
export const EVENT_SAMPLES: { readonly [E in HookEvent]: Omit<HookInputs[E], keyof ToolSubject> } = {
  PreToolUse: {},
  PostToolUse: { tool_response: '', duration_ms: 0 },
  PostToolUseFailure: { error: '', is_interrupt: false, duration_ms: 0 },
  PostToolBatch: { tool_calls: [] },
  PermissionRequest: { permission_suggestions: [] },
  PermissionDenied: { reason: '' },
  Notification: { message: '', title: '', notification_type: 'permission_prompt' },
  UserPromptSubmit: { prompt: '' },
  UserPromptExpansion: { expansion_type: 'slash_command', command_name: '', command_args: '', prompt: '' },
  InstructionsLoaded: { file_path: '', memory_type: 'Project', load_reason: 'session_start' },
  PreModelSwitch: switched,
  PostModelSwitch: switched,
  Stop: stop,
  StopFailure: { error: 'unknown', error_details: '', last_assistant_message: '' },
  ConfigChange: { source: 'project_settings', file_path: '' },
  SubagentStart: { agent_id: 'agent_1', agent_type: 'general-purpose' },
  SubagentStop: { ...stop, agent_id: 'agent_1', agent_type: 'general-purpose', agent_transcript_path: '' },
  PreCompact: { ...compaction, custom_instructions: '' },
  PostCompact: { ...compaction, compact_summary: '' },
  TaskCreated: task,
  TaskCompleted: task,
  TeammateIdle: { teammate_name: '', team_name: '' },
  WorktreeCreate: { name: '' },
  WorktreeRemove: { worktree_path: '' },
  Elicitation: { ...question, message: '' },
  ElicitationResult: { ...question, action: 'accept' },
  DirectoryAdded: { directory: '', source: 'session' },
  FileChanged: { file_path: '', event: 'change' },
  CwdChanged: { old_cwd: '', new_cwd: '' },
  SessionStart: { source: 'startup' },
  SessionEnd: { reason: 'success' },
};
