import { HOOK_EVENTS as CORE_EVENTS, type HookEvent } from '@loadout/core';

/** Values that programs of the Claude Agent SDK read. The names in them belong to its API. */

/** An event of the Claude Agent SDK that Loadout never fires. */
type Elsewhere = 'Setup' | 'MessageDisplay';

const own = Object.keys(CORE_EVENTS) as HookEvent[];
const beforeSetup = own.indexOf('TeammateIdle');

/**
 * The events that a program of the Claude Agent SDK may listen to, in the order of its list. The start of a query reports a hook
 * for an event that Loadout never fires.
 */
export const HOOK_EVENTS: readonly (HookEvent | Elsewhere)[] = [
  ...own.slice(0, beforeSetup),
  'Setup',
  ...own.slice(beforeSetup, -1),
  'MessageDisplay',
  ...own.slice(-1),
];

/** The reasons for the end of a session. */
export const EXIT_REASONS = ['clear', 'resume', 'logout', 'prompt_input_exit', 'other'] as const;

export type ExitReason = (typeof EXIT_REASONS)[number];

/**
 * Names of built-in tools: those of the Claude Agent SDK, and those that only Loadout has. A program that disables every tool of
 * this list disables all built-in tools.
 */
export const BUILTIN_TOOL_NAMES: readonly string[] = [
  ...['Agent', 'Artifact', 'AskUserQuestion', 'Bash', 'ClaudeDesign', 'CronCreate', 'CronDelete', 'CronList', 'Edit'],
  ...['EndConversation', 'EnterPlanMode', 'EnterWorktree', 'ExitPlanMode', 'ExitWorktree', 'Glob', 'Grep', 'ListAgents'],
  ...['ListMcpResourcesTool', 'LSP', 'Monitor', 'NotebookEdit', 'OfferChromeSetup', 'PowerShell', 'Projects', 'propose_skills'],
  ...['PushNotification', 'Read', 'ReadMcpResourceDirTool', 'ReadMcpResourceTool', 'ReadNotifications', 'RemoteTrigger'],
  ...['ReportFindings', 'ScheduleWakeup', 'SendFeedback', 'SendMessage', 'SendUserFile', 'SendUserMessage', 'SetGoal'],
  ...['ShareOnboardingGuide', 'ShowOnboardingRolePicker', 'Skill', 'SubagentHandback', 'TaskCreate', 'TaskGet', 'TaskList'],
  ...['TaskStop', 'TaskUpdate', 'TodoWrite', 'ToolSearch', 'WaitForMcpServers', 'WebFetch', 'WebSearch', 'Workflow', 'Write'],
  // Loadout's own.
  ...['Config', 'ListMcpResources', 'PauseForHuman', 'ReadMcpResource', 'ReadResult', 'SaveSkill', 'TaskOutput'],
  ...['TeamCreate', 'TeamDelete'],
];

/** The former names of tools, each with the current name. */
export const LEGACY_TOOL_NAME_ALIASES: Readonly<Record<string, string>> = {
  Task: 'Agent',
  KillShell: 'TaskStop',
  KillBash: 'TaskStop',
  ListPeers: 'ListAgents',
  Brief: 'SendUserMessage',
  ListMcpResources: 'ListMcpResourcesTool',
  ReadMcpResource: 'ReadMcpResourceTool',
  ReadMcpResourceDir: 'ReadMcpResourceDirTool',
  ProposeGoal: 'SetGoal',
};

/**
 * Prefixes of messages about a subscription. The list is empty, because this engine has no subscription and sends no such
 * message.
 */
export const ORG_POLICY_LIMIT_PREFIXES: readonly string[] = [];
export const USAGE_LIMIT_ERROR_PREFIXES: readonly string[] = [];
export const USAGE_TRANSITION_PREFIXES: readonly string[] = [];
export const USAGE_WARNING_PREFIXES: readonly string[] = [];
