import type { SandboxPlan } from '../contract/plan/plan.js';
import type { FileCheckpoints as FileCheckpointsService } from '../contract/session/file-checkpoints.js';
import type { Service } from '../contract/session/service-offer.js';
import type * as services from '../contract/session/services.js';
import type { SmallModel as SmallModelService } from '../contract/session/small-model.js';
import type { Subagents as SubagentsService } from '../contract/session/subagents.js';

const own = new Set<string>();

/** The keys that only core defines. */
export const OWN_KEYS: ReadonlySet<string> = own;

function key<T>(name: string): Service<T> {
  own.add(name);
  return Object.freeze({ key: name });
}

/*
 * The keys of the services that packages share. A key is a value, so it is defined here and not in the contract, beside its type
 * of the same name. `defineService` refuses these keys, so that no package gives a key a second type.
 */

export interface ActiveSkills extends services.ActiveSkills {}
export const ActiveSkills = key<ActiveSkills>('ActiveSkills');

export interface BackgroundTasks extends services.BackgroundTasks {}
export const BackgroundTasks = key<BackgroundTasks>('BackgroundTasks');

export interface CommandViews extends services.CommandViews {}
export const CommandViews = key<CommandViews>('CommandViews');

export interface DeferredTools extends services.DeferredTools {}
export const DeferredTools = key<DeferredTools>('DeferredTools');

export interface EditorFiles extends services.EditorFiles {}
export const EditorFiles = key<EditorFiles>('EditorFiles');

export interface FileCheckpoints extends FileCheckpointsService {}
export const FileCheckpoints = key<FileCheckpoints>('FileCheckpoints');

export interface Inbox extends services.Inbox {}
export const Inbox = key<Inbox>('Inbox');

export interface Redaction extends services.Redaction {}
export const Redaction = key<Redaction>('Redaction');

export interface RunSettings extends services.RunSettings {}
export const RunSettings = key<RunSettings>('RunSettings');

/**
 * The sandbox for commands: the agent's own `sandbox`, offered by the runner if the agent has one. A tool that starts a command
 * obeys it.
 */
export const Sandbox = key<SandboxPlan>('Sandbox');

export interface SeenFiles extends services.SeenFiles {}
export const SeenFiles = key<SeenFiles>('SeenFiles');

export interface SessionHooks extends services.SessionHooks {}
export const SessionHooks = key<SessionHooks>('SessionHooks');

export interface SessionMode extends services.SessionMode {}
export const SessionMode = key<SessionMode>('SessionMode');

export interface SmallModel extends SmallModelService {}
export const SmallModel = key<SmallModel>('SmallModel');

export interface Subagents extends SubagentsService {}
export const Subagents = key<Subagents>('Subagents');

export interface TaskStore extends services.TaskStore {}
export const TaskStore = key<TaskStore>('TaskStore');

export interface UserQuestions extends services.UserQuestions {}
export const UserQuestions = key<UserQuestions>('UserQuestions');

export interface WorkingDirectory extends services.WorkingDirectory {}
export const WorkingDirectory = key<WorkingDirectory>('WorkingDirectory');

export interface Worktrees extends services.Worktrees {}
export const Worktrees = key<Worktrees>('Worktrees');
