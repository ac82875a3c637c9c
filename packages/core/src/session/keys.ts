import type { SandboxPlan } from '../contract/plan/plan.js';
import type { ActiveSkills as ActiveSkillsService } from '../contract/session/active-skills.js';
import type { BackgroundTasks as BackgroundTasksService } from '../contract/session/background-tasks.js';
import type { DeferredTools as DeferredToolsService } from '../contract/session/deferred-tools.js';
import type { FileCheckpoints as FileCheckpointsService } from '../contract/session/file-checkpoints.js';
import type { Inbox as InboxService } from '../contract/session/inbox.js';
import type { Redaction as RedactionService } from '../contract/session/redaction.js';
import type { RunSettings as RunSettingsService } from '../contract/session/run-settings.js';
import type { SeenFiles as SeenFilesService } from '../contract/session/seen-files.js';
import type { Service } from '../contract/session/service-offer.js';
import type { SessionHooks as SessionHooksService } from '../contract/session/session-hooks.js';
import type { SessionMode as SessionModeService } from '../contract/session/session-mode.js';
import type { SmallModel as SmallModelService } from '../contract/session/small-model.js';
import type { Subagents as SubagentsService } from '../contract/session/subagents.js';
import type { TaskRecords as TaskRecordsService } from '../contract/session/task-records.js';
import type { UserQuestions as UserQuestionsService } from '../contract/session/user-questions.js';
import type { WorkingDirectory as WorkingDirectoryService } from '../contract/session/working-directory.js';
import type { Worktrees as WorktreesService } from '../contract/session/worktrees.js';

const key = <T>(name: string): Service<T> => Object.freeze({ key: name });

/*
 * The keys of the services that packages share. A key is a value, so it is defined here and not in the contract, beside its type
 * of the same name. `defineService` refuses these keys, so that no package gives a key a second type.
 */

export interface ActiveSkills extends ActiveSkillsService {}
export const ActiveSkills = key<ActiveSkills>('ActiveSkills');

export interface BackgroundTasks extends BackgroundTasksService {}
export const BackgroundTasks = key<BackgroundTasks>('BackgroundTasks');

export interface DeferredTools extends DeferredToolsService {}
export const DeferredTools = key<DeferredTools>('DeferredTools');

export interface FileCheckpoints extends FileCheckpointsService {}
export const FileCheckpoints = key<FileCheckpoints>('FileCheckpoints');

export interface Inbox extends InboxService {}
export const Inbox = key<Inbox>('Inbox');

export interface Redaction extends RedactionService {}
export const Redaction = key<Redaction>('Redaction');

export interface RunSettings extends RunSettingsService {}
export const RunSettings = key<RunSettings>('RunSettings');

/**
 * The sandbox for commands: the agent's own `sandbox`, offered by the runner if the agent has one. A tool that starts a command
 * obeys it.
 */
export const Sandbox = key<SandboxPlan>('Sandbox');

export interface SeenFiles extends SeenFilesService {}
export const SeenFiles = key<SeenFiles>('SeenFiles');

export interface SessionHooks extends SessionHooksService {}
export const SessionHooks = key<SessionHooks>('SessionHooks');

export interface SessionMode extends SessionModeService {}
export const SessionMode = key<SessionMode>('SessionMode');

export interface SmallModel extends SmallModelService {}
export const SmallModel = key<SmallModel>('SmallModel');

export interface Subagents extends SubagentsService {}
export const Subagents = key<Subagents>('Subagents');

export interface TaskRecords extends TaskRecordsService {}
export const TaskRecords = key<TaskRecords>('TaskStore');

export interface UserQuestions extends UserQuestionsService {}
export const UserQuestions = key<UserQuestions>('UserQuestions');

export interface WorkingDirectory extends WorkingDirectoryService {}
export const WorkingDirectory = key<WorkingDirectory>('WorkingDirectory');

export interface Worktrees extends WorktreesService {}
export const Worktrees = key<Worktrees>('Worktrees');

/** The keys that only core defines. */
export const OWN_KEYS: ReadonlySet<string> = new Set(
  [
    ActiveSkills,
    BackgroundTasks,
    DeferredTools,
    FileCheckpoints,
    Inbox,
    Redaction,
    RunSettings,
    Sandbox,
    SeenFiles,
    SessionHooks,
    SessionMode,
    SmallModel,
    Subagents,
    TaskRecords,
    UserQuestions,
    WorkingDirectory,
    Worktrees,
  ].map((service) => service.key),
);
