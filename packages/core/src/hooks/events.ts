import type { HookEvent } from '../contract/hook/hook.js';

interface EventFacts {
  /** A hook can stop what the event announces. */
  readonly blocks: boolean;
  /** The field of its input that a matcher looks at. Without one a hook runs whatever its matcher says: a guard is not lost over it. */
  readonly subject?: string;
  /** It is about one tool call, so that `if` can be told. */
  readonly isCall?: true;
  /** It speaks to the model at once, so that what hooks in the background said before goes with it. */
  readonly tells?: true;
}

/** Every event that is fired. Source: HOOK-01, HOOK-02, HOOK-03, HOOK-13. */
export const HOOK_EVENTS: Readonly<Record<HookEvent, EventFacts>> = {
  PreToolUse: { blocks: true, subject: 'tool_name', isCall: true },
  PostToolUse: { blocks: false, subject: 'tool_name', isCall: true, tells: true },
  PostToolUseFailure: { blocks: false, subject: 'tool_name', isCall: true, tells: true },
  PostToolBatch: { blocks: true },
  PermissionRequest: { blocks: true, subject: 'tool_name', isCall: true },
  PermissionDenied: { blocks: false, subject: 'tool_name', isCall: true },
  Notification: { blocks: false, subject: 'notification_type' },
  UserPromptSubmit: { blocks: true, tells: true },
  UserPromptExpansion: { blocks: true, subject: 'command_name', tells: true },
  InstructionsLoaded: { blocks: false, subject: 'load_reason' },
  PreModelSwitch: { blocks: true, subject: 'to_model' },
  PostModelSwitch: { blocks: false, subject: 'to_model' },
  Stop: { blocks: true },
  StopFailure: { blocks: false, subject: 'error' },
  PreCompact: { blocks: true, subject: 'trigger' },
  PostCompact: { blocks: false, subject: 'trigger' },
  ConfigChange: { blocks: true, subject: 'source' },
  SubagentStart: { blocks: false, subject: 'agent_type' },
  SubagentStop: { blocks: true, subject: 'agent_type' },
  TaskCreated: { blocks: true },
  TaskCompleted: { blocks: true },
  TeammateIdle: { blocks: true },
  WorktreeCreate: { blocks: true },
  WorktreeRemove: { blocks: false },
  Elicitation: { blocks: true, subject: 'mcp_server_name' },
  ElicitationResult: { blocks: true, subject: 'mcp_server_name' },
  DirectoryAdded: { blocks: false },
  CwdChanged: { blocks: false },
  FileChanged: { blocks: false, subject: 'file_path' },
  SessionStart: { blocks: false, subject: 'source' },
  SessionEnd: { blocks: false, subject: 'reason' },
};

export const isHookEvent = (name: string): name is HookEvent => Object.hasOwn(HOOK_EVENTS, name);
