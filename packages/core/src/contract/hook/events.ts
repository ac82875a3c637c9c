import type { PermissionUpdate } from '../permission-update.js';
import type { ElicitationAnswer } from '../session/elicitation.js';
import type { AnswerField, AnswerWith } from './answers.js';
import type {
  ElicitationSubject,
  HookBase,
  InstructionReason,
  InstructionType,
  ModelSwitchSubject,
  SkillCommandSubject,
  StopSubject,
  TaskSubject,
  ToolSubject,
} from './inputs.js';

/** Facts about an event that are the same each time the event is fired. */
interface EventFacts<Input> {
  /** The field of the input that a matcher is compared with. Without a subject, every hook runs, so that no guard is skipped. */
  readonly subject?: keyof Input & string;
  /** If true, the event is about one tool call, so its hooks may have an `if`. */
  readonly isCall?: true;
  /** If true, a hook can stop the action that the event announces. */
  readonly blocks?: true;
  /** If true, hooks are guards unless they set `phase`: a hook that fails blocks. */
  readonly guards?: true;
  /** If true, the model reads the event's contexts at once. Earlier messages of background hooks are sent along. */
  readonly tells?: true;
  /** The meaning of a command's exit code 2: block, or who reads the output (model, person, nobody). Source: HOOK-17. */
  readonly exit2: 'block' | 'model' | 'person' | 'ignored';
  /** An example input without the fields of the call, for trying hooks out. */
  readonly sample: Omit<Input, keyof ToolSubject>;
}

interface EventRow<Input, Takes extends AnswerField> extends EventFacts<Input> {
  /** When the event is fired and what its hooks may do. Used by the documentation and the configuration's schema. */
  readonly sentence: string;
  /** Never set; carries the types. */
  readonly types?: { readonly input: Input; readonly takes: Takes };
}

/** Builds a row. `Input` is the input beside `HookBase`; `Takes` names the answer fields beside the common fields. */
const event = <Input, Takes extends AnswerField = never>(sentence: string, facts: EventFacts<Input>): EventRow<Input, Takes> => ({
  sentence,
  ...facts,
});

type Decides = 'permissionDecision' | 'permissionDecisionReason';
type Context = 'additionalContext';
type Beginning = 'startup' | 'resume' | 'fork' | 'clear' | 'compact';

const stop: StopSubject = { stop_hook_active: false, last_assistant_message: '', background_tasks: [] };
const task: TaskSubject = { task_id: 'task_1', task_subject: '' };
const agent = { agent_id: 'agent_1', agent_type: 'general-purpose' };
const question: ElicitationSubject = { mcp_server_name: '', mode: 'form' };
const switched: ModelSwitchSubject = {
  from_model: '',
  to_model: '',
  requested_model: null,
  source: 'sdk',
  context_tokens: 0,
  prompt_cache_warm: false,
  cache_ttl: '5m',
  estimated_cache_write_usd: null,
};

/**
 * Every event that is fired, with its input, its possible answers and their meaning. The types of hooks, the samples, the
 * configuration's keys, the names of the Agent SDK and the documentation are derived from this table. Input fields keep Claude
 * Code's names, so that a script written for Claude Code reads them unchanged. Source: HOOK-01, HOOK-02, HOOK-03, HOOK-05,
 * HOOK-06, HOOK-13.
 */
export const HOOK_EVENTS = {
  PreToolUse: event<ToolSubject, Decides | 'updatedInput' | Context | 'block'>(
    'Before a tool call is decided. May deny it, ask for it, allow it (which answers a default ask only) or change its input.',
    { subject: 'tool_name', isCall: true, blocks: true, guards: true, exit2: 'block', sample: {} },
  ),
  PostToolUse: event<ToolSubject & { tool_response: unknown; duration_ms: number }, 'updatedToolOutput' | Context | 'block'>(
    'After a call that succeeded. May add context, or replace what the model reads (`updatedToolOutput`).',
    { subject: 'tool_name', isCall: true, tells: true, exit2: 'model', sample: { tool_response: '', duration_ms: 0 } },
  ),
  PostToolUseFailure: event<ToolSubject & { error: string; is_interrupt: boolean; duration_ms: number }, Context | 'block'>(
    'After a call that failed or was interrupted, but not after a denial. May add context.',
    {
      subject: 'tool_name',
      isCall: true,
      tells: true,
      exit2: 'model',
      sample: { error: '', is_interrupt: false, duration_ms: 0 },
    },
  ),
  PostToolBatch: event<
    { tool_calls: readonly (ToolSubject & { tool_response: unknown; is_error: boolean })[] },
    Context | 'block'
  >(
    'After all calls of one message, with what the model reads of each (`tool_response`). May add context, or end the run before the model is asked again.',
    { blocks: true, exit2: 'block', sample: { tool_calls: [] } },
  ),
  Notification: event<{ message: string; title: string; notification_type: 'permission_prompt' | 'elicitation_dialog' }>(
    'The run waits for a person. It does not wait for these hooks and does not use their answers.',
    {
      subject: 'notification_type',
      exit2: 'ignored',
      sample: { message: '', title: '', notification_type: 'permission_prompt' },
    },
  ),
  UserPromptSubmit: event<{ prompt: string }, Context | 'block'>(
    'Before a prompt reaches the model. May block it or add context, but cannot change it.',
    { blocks: true, guards: true, tells: true, exit2: 'block', sample: { prompt: '' } },
  ),
  UserPromptExpansion: event<
    { expansion_type: 'slash_command'; command_name: string; command_args: string; prompt: string },
    Context | 'block'
  >(
    'Before `/name arguments` of a prompt becomes the text of a skill, and before UserPromptSubmit. May block the prompt or add context.',
    {
      subject: 'command_name',
      blocks: true,
      guards: true,
      tells: true,
      exit2: 'block',
      sample: { expansion_type: 'slash_command', command_name: '', command_args: '', prompt: '' },
    },
  ),
  SessionStart: event<{ source: Beginning }, Context | 'initialUserMessage' | 'watchPaths'>(
    'A session starts or goes on, also after `/clear` and after a summary. May add context, or give the prompt of a run that has none (`initialUserMessage`).',
    { subject: 'source', exit2: 'person', sample: { source: 'startup' } },
  ),
  SessionEnd: event<{ reason: string }>('The session ends. Answers are not used.', {
    subject: 'reason',
    exit2: 'person',
    sample: { reason: 'success' },
  }),
  Stop: event<StopSubject, 'block'>(
    'When the model has answered. A block with a reason makes it go on, at most eight times in a row.',
    { blocks: true, exit2: 'block', sample: stop },
  ),
  StopFailure: event<{ error: string; error_details: string; last_assistant_message: string }>(
    'In place of Stop, when the model could not be asked. Answers are not used.',
    { subject: 'error', exit2: 'ignored', sample: { error: 'unknown', error_details: '', last_assistant_message: '' } },
  ),
  SubagentStart: event<{ agent_id: string; agent_type: string }, Context>(
    "Before a subagent begins. `agent_id` and `agent_type` are the subagent's. Context goes to the subagent.",
    { subject: 'agent_type', exit2: 'person', sample: agent },
  ),
  SubagentStop: event<StopSubject & { agent_id: string; agent_type: string; agent_transcript_path: string }, 'block'>(
    'When a subagent has answered, in place of Stop. A block with a reason makes it go on.',
    { subject: 'agent_type', blocks: true, exit2: 'block', sample: { ...stop, ...agent, agent_transcript_path: '' } },
  ),
  PreCompact: event<{ trigger: 'manual' | 'auto'; custom_instructions: string }, Context | 'block'>(
    'Before the conversation is shortened. May block that, unless the conversation no longer fits. Context goes to the model that writes the summary.',
    { subject: 'trigger', blocks: true, exit2: 'block', sample: { trigger: 'manual', custom_instructions: '' } },
  ),
  PostCompact: event<{ trigger: 'manual' | 'auto'; compact_summary: string }>(
    'After a summary replaced older messages. Answers are not used.',
    { subject: 'trigger', exit2: 'person', sample: { trigger: 'manual', compact_summary: '' } },
  ),
  PreModelSwitch: event<ModelSwitchSubject, Decides | 'block'>(
    'Before another model answers. A deny keeps the current model. An ask is a deny, because nobody is asked in the middle of a run.',
    { subject: 'to_model', blocks: true, guards: true, exit2: 'block', sample: switched },
  ),
  PostModelSwitch: event<ModelSwitchSubject, Context>('After another model was chosen. Context goes to that model.', {
    subject: 'to_model',
    exit2: 'person',
    sample: switched,
  }),
  PermissionRequest: event<ToolSubject & { permission_suggestions: readonly PermissionUpdate[] }, 'decision' | Context>(
    'Before somebody is asked about a call. May deny it, or allow it where PreToolUse could have.',
    { subject: 'tool_name', isCall: true, blocks: true, exit2: 'ignored', sample: { permission_suggestions: [] } },
  ),
  PermissionDenied: event<ToolSubject & { reason: string }, 'retry'>(
    'After a call was denied, whoever denied it. `retry: true` tells the model that it may try again.',
    { subject: 'tool_name', isCall: true, exit2: 'ignored', sample: { reason: '' } },
  ),
  TeammateIdle: event<{ teammate_name: string; team_name: string }, 'block'>(
    'Before a member of a team has nothing more to do. A block with a reason makes it go on.',
    { blocks: true, exit2: 'block', sample: { teammate_name: '', team_name: '' } },
  ),
  TaskCreated: event<TaskSubject, Context | 'block'>(
    'After a task was written down. A block takes the task back, and its reason goes to the model.',
    { blocks: true, exit2: 'block', sample: task },
  ),
  TaskCompleted: event<TaskSubject, Context | 'block'>(
    'Before a task counts as completed. A block leaves the task as it was, and its reason goes to the model.',
    { blocks: true, exit2: 'block', sample: task },
  ),
  Elicitation: event<
    ElicitationSubject & { message: string; requested_schema?: unknown; url?: string | undefined },
    'action' | 'content' | 'block'
  >('Before the question of an MCP server reaches a person. `action` answers it instead; a block declines.', {
    subject: 'mcp_server_name',
    blocks: true,
    exit2: 'block',
    sample: { ...question, message: '' },
  }),
  ElicitationResult: event<ElicitationSubject & ElicitationAnswer, 'action' | 'content' | 'block'>(
    'Before the answer goes to the MCP server. `action` and `content` replace it; a block declines.',
    { subject: 'mcp_server_name', blocks: true, exit2: 'block', sample: { ...question, action: 'accept' } },
  ),
  ConfigChange: event<{ source: 'project_settings'; file_path: string }, 'block'>(
    'Before a long-running process takes over a changed configuration. A block keeps the old one.',
    { subject: 'source', blocks: true, exit2: 'block', sample: { source: 'project_settings', file_path: '' } },
  ),
  WorktreeCreate: event<{ name: string }, 'worktreePath' | Context | 'block'>(
    'Before a git worktree is made. `worktreePath` says where the hook made it instead; a block, or any failure, stops it.',
    { blocks: true, guards: true, exit2: 'block', sample: { name: '' } },
  ),
  WorktreeRemove: event<{ worktree_path: string }, Context>(
    'Before a worktree that a hook made is removed, or after another one was. Answers change nothing.',
    { exit2: 'person', sample: { worktree_path: '' } },
  ),
  InstructionsLoaded: event<{ file_path: string; memory_type: InstructionType; load_reason: InstructionReason }>(
    'An instruction file, such as CLAUDE.md, is part of what the model is told. Fired once for each file. Answers are not used.',
    { subject: 'load_reason', exit2: 'ignored', sample: { file_path: '', memory_type: 'Project', load_reason: 'session_start' } },
  ),
  CwdChanged: event<{ old_cwd: string; new_cwd: string }, 'watchPaths'>(
    'The session moved to another folder. The run does not wait for these hooks and uses only `watchPaths`.',
    { exit2: 'person', sample: { old_cwd: '', new_cwd: '' } },
  ),
  FileChanged: event<{ file_path: string; event: 'change' | 'add' | 'unlink' }, 'watchPaths'>(
    'A watched file changed on disk. A matcher such as `.envrc|.env` names files of the working directory to watch; hooks name more with `watchPaths`, the only answer that is used. The run does not wait for these hooks.',
    { subject: 'file_path', exit2: 'person', sample: { file_path: '', event: 'change' } },
  ),
  DirectoryAdded: event<{ directory: string; source: string }>(
    'A folder became a working directory. The run does not wait for these hooks and does not use their answers.',
    { exit2: 'person', sample: { directory: '', source: 'session' } },
  ),
  PreSkillShellCommand: event<SkillCommandSubject, Decides | 'block'>(
    'Before a command in the text of a skill runs, and before PreToolUse for the command. Any decision but allow, or a changed input, keeps the command from running.',
    { subject: 'tool_name', blocks: true, guards: true, exit2: 'block', sample: { command_name: '', invoked_by: 'user' } },
  ),
};

type Rows = typeof HOOK_EVENTS;

export type HookEvent = keyof Rows;

/** The input of each event, beside `HookBase`. */
export type HookInputs = { readonly [E in HookEvent]: NonNullable<Rows[E]['types']>['input'] };

/** The answer that each event takes; `{}` expresses no opinion. A field that the event does not take is a compile error. */
export type HookAnswers = {
  readonly [E in HookEvent]: AnswerWith<NonNullable<Rows[E]['types']>['takes'], E>;
};

/** The input of a hook. Each hook gets a private copy, so writing to the input changes nothing. */
export type HookInput<E extends HookEvent = HookEvent> = E extends HookEvent
  ? HookBase & HookInputs[E] & { hook_event_name: E }
  : never;
