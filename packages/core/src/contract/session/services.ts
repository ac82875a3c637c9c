import type { HookInputs } from '../hook/events.js';
import type { HookRound } from '../hook/round.js';
import type { PermissionMode } from '../permission.js';
import type { SkillPlan } from '../plan/skill-plan.js';

/** The skills of an agent, and the effects of the skills in use. Offered by the runner if the agent has skills. */
export interface ActiveSkills {
  /** Returns the skills that this agent may use, in the order in which the model sees them. */
  list(): readonly SkillPlan[];
  /** Finds a skill by name or alias. */
  find(name: string): SkillPlan | undefined;
  /**
   * Returns the text, read anew, with `args` filled in and the output of its commands, each of which is a call of Bash with
   * permissions and hooks. Contract: throws, with a sentence for the model, if the text cannot be read or a command is refused.
   */
  text(skill: SkillPlan, args: string, context: { readonly signal: AbortSignal }): Promise<string>;
  /** Returns true if the conversation already holds exactly this text; from then on it does. Source: SKILL-08. */
  isHeld(skill: SkillPlan, text: string): boolean;
  /**
   * Puts the skill to use. Its restriction replaces that of the skill before it. Its allowed tools need no asking unless a rule
   * asks, its hooks run, and its model and effort apply, until the prompt ends. Contract: throws, with a sentence for the model,
   * if a hook cannot be made; the skill then has no effect.
   */
  begin(skill: SkillPlan): Promise<void>;
}

export interface TaskStatus {
  readonly state: 'running' | 'completed' | 'failed' | 'killed';
  readonly exitCode?: number | undefined;
}

/** Work that continues beside the conversation, such as a command or an agent. */
export interface BackgroundTask {
  readonly id: string;
  /** The kind of work: `shell` or `agent`. */
  readonly type: string;
  /** One line for lists: the command, or the request to the agent. */
  readonly title: string;
  /** The purpose of the task, in the words of the call. */
  readonly description?: string | undefined;
  /** The id of the call that started the task. */
  readonly toolUseId?: string | undefined;
  /** The absolute path of the file with all output, for hosts. The file exists once there is output. */
  readonly outputFile?: string | undefined;
  status(): TaskStatus;
  /** Returns the output since the last call, as far as a bounded buffer kept it. A filter drops the lines that do not match. */
  read(filter?: RegExp): string | Promise<string>;
  /** Returns the end of all output so far, read or not, and the length of all output. For hosts that watch. */
  tail?(): { readonly output: string; readonly totalBytes: number };
  /** Settles when the task has ended in any way. Never rejects. */
  readonly ended: Promise<void>;
  /** Ends the task and everything that it started. Settles when nothing of the task runs any more. */
  stop(): Promise<void>;
}

/** The background work of one session, from any plugin. Offered by the runner, which stops running tasks at session end. */
export interface BackgroundTasks {
  /** Starts a task. `make` gets the id of the task: the given id, else the type and a number. */
  start<T extends BackgroundTask>(type: string, make: (id: string) => T, id?: string): T;
  get(id: string): BackgroundTask | undefined;
  list(): readonly BackgroundTask[];
  /** Forgets an ended task and its output. */
  remove(id: string): void;
  /**
   * Registers a call whose work could continue without it. `listener` is called once, when somebody wants the work in the
   * background; the call then passes the work to `start` and ends. Returns a function that ends the registration.
   */
  whenSent(toolUseId: string, listener: () => void): () => void;
  /** Moves the work that this call waits for, or the work of all calls, to the background. False: no call waits. */
  send(toolUseId?: string): boolean;
}

/** A tool of which the model knows only the name. */
export interface DeferredTool {
  readonly name: string;
  readonly description: string;
}

/** The tools whose schemas are sent only on request. Offered by the runner. Source: POOL-12. */
export interface DeferredTools {
  /** Returns the tools that are not loaded yet, in the order of the pool. */
  list(): readonly DeferredTool[];
  /** Lets the model call these tools from the next turn on. Returns the names that could be loaded. */
  load(names: readonly string[]): readonly string[];
}

/** Messages for the model from beside the conversation: ended background work, mail, a due schedule. Offered by the runner. */
export interface Inbox {
  /** Adds a reminder that the model reads once, before its next turn. A run that is about to end continues with the reminder. */
  add(text: string): void;
  /** Keeps the run from ending by itself until `work` settles, so that `add` still reaches it. A rejection counts as an end. */
  hold(work: Promise<unknown>): void;
}

/** Removes declared secrets and the keys of model providers from output that a tool stores itself. Offered by the runner. */
export interface Redaction {
  /** Starts the redaction of one stream. Each stream needs its own, since a secret may be split over two pieces. */
  stream(): RedactedBytes;
}

export interface RedactedBytes {
  /** Returns the bytes that may be stored now, which may be `piece` itself. Bytes that could begin a secret are held back. */
  push(piece: Uint8Array): Uint8Array;
  /** Returns the bytes that were held back. Called at the end. */
  flush(): Uint8Array;
}

/** A setting of a run that may be changed while the run continues. */
export interface RunSetting {
  readonly key: string;
  readonly description: string;
  readonly value: unknown;
  /** The permitted values. `null` returns to the configuration's value. */
  readonly values?: readonly unknown[] | undefined;
}

/** The settings of a run that its own model may change. None widens permissions. Offered by the runner. Source: TOOL-CFG-02. */
export interface RunSettings {
  list(): readonly RunSetting[];
  /** Contract: throws, with a sentence about the permitted settings or values, for an unknown key or a wrong value. */
  set(key: string, value: unknown): void;
}

/** Records files that tools other than the file tools show or change, for Edit and Write. Offered by the file tools. */
export interface SeenFiles {
  /** Records that the model saw all of this file. `path` is a real path. */
  sawWhole(path: string): void;
  /** Forgets that the model saw this file. The model must then read the file again before it changes it. */
  forget?(path: string): void;
  /** Returns the files that changed after the model saw them. */
  changed(): readonly string[];
}

/** Events that only the tool which causes them can fire. The runner fires all others. */
export type ToolEvent =
  | 'SubagentStart'
  | 'SubagentStop'
  | 'TaskCreated'
  | 'TaskCompleted'
  | 'TeammateIdle'
  | 'WorktreeCreate'
  | 'WorktreeRemove';

/** Fires events for the session's hooks. Offered by the runner. */
export interface SessionHooks {
  /**
   * Fires an event and waits for all its hooks. `verdict.behavior === 'deny'` is a block; `HOOK_EVENTS` describes the effect for
   * each event. `contexts` and `messages` are for the model. Contract: never rejects; returns at once if there are no hooks.
   */
  fire<E extends ToolEvent>(event: E, input: HookInputs[E]): Promise<HookRound>;
}

/** The permission mode of the session, for tools that change the mode on a person's word. Offered by the runner. */
export interface SessionMode {
  get(): PermissionMode;
  /** Sets the mode for the next decision on. Contract: throws MODE_REFUSED for a mode that this run may not use. */
  set(mode: PermissionMode): void;
}

/** The tasks that an agent wrote down, as far as other tools may change them. Offered by the task tools. Source: CON-22. */
export interface TaskStore {
  /** Changes a task. Contract: throws, with a sentence for the model, if the task does not exist or has ended. */
  update(id: string, change: { readonly status: 'cancelled' }): { readonly id: string; readonly subject: string };
}

/** One question with its choices. Source: TOOL-ASK-01. */
export interface UserQuestion {
  readonly question: string;
  /** A title of at most 12 characters, for a tab or a tag. */
  readonly header: string;
  readonly options: readonly { readonly label: string; readonly description: string; readonly preview?: string | undefined }[];
  readonly multiSelect: boolean;
}

/** A refusal to answer, with the words of the person. */
export interface QuestionsDeclined {
  readonly declined: true;
  readonly words: string;
}

/** Asks the person who watches the run. Offered by the runner if the host can ask. If absent, nobody is there. */
export interface UserQuestions {
  /**
   * Returns the answer to each question: the chosen label, several joined with `, `, or free text. `undefined`, or the words of the
   * person: the person declined. Contract: may throw if the host fails.
   */
  ask(
    questions: readonly UserQuestion[],
    context: { readonly toolUseId: string; readonly signal: AbortSignal },
  ): Promise<Readonly<Record<string, string>> | QuestionsDeclined | undefined>;
}

/** The session's working directory, read as `context.cwd`, set by a tool that moves (Bash after `cd`). Offered by the runner. */
export interface WorkingDirectory {
  get(): string;
  /** Sets the directory. The calling tool has checked that `path` is absolute, exists and is inside the roots. */
  set(path: string): void;
}

/** A folder with a copy of the repository's tracked files and its own branch. */
export interface Worktree {
  /** The absolute path with links resolved. */
  readonly path: string;
  readonly branch: string;
}

/** Creates worktrees for agents that work apart. Offered by the git tools. */
export interface Worktrees {
  /** Creates a worktree. `cwd` is a folder of the repository. Contract: throws git's message on failure. */
  create(request: { readonly name: string; readonly cwd: string; readonly signal: AbortSignal }): Promise<Worktree>;
  /** Removes the worktree and its branch if no work is lost; else keeps both and returns what they contain. */
  finish(worktree: Worktree): Promise<{ readonly removed: boolean; readonly changes: readonly string[] }>;
}

/** Shows what commands print while they run. Offered by a host that has terminals for it. */
export interface CommandViews {
  open(call: { readonly toolUseId: string; readonly agentId: string; readonly cwd: string }): CommandView;
}

/** One command as a person sees it. Never throws: a command does not depend on being seen. */
export interface CommandView {
  /** Shows output, which holds no declared secret any more. */
  push(output: Uint8Array): void;
  /** The command ended, with a code if it ended by itself. Settles when it is shown, or soon after. */
  end(exitCode: number | undefined): Promise<void>;
}

/** The files as an editor shows them, which may not be saved. Offered by a host beside an editor. A path is real, and permitted. */
export interface EditorFiles {
  /** Returns the text of a file in the editor; `undefined`: the editor does not say. */
  text(path: string, signal: AbortSignal): Promise<string | undefined>;
  /** Gives the editor the text that a file has now. Returns why the editor has not taken it. Absent: the editor takes none. */
  take?(path: string, text: string, signal: AbortSignal): Promise<string | undefined>;
}
