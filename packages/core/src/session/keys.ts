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
 * The keys of the services that packages share. A key is a value, so it stands here and not in the contract, beside the name of
 * its one type. `defineService` refuses these keys: nobody can give one of them a second type.
 */

export type ActiveSkills = ActiveSkillsService;
export const ActiveSkills = key<ActiveSkillsService>('ActiveSkills');

export type BackgroundTasks = BackgroundTasksService;
export const BackgroundTasks = key<BackgroundTasksService>('BackgroundTasks');

export type DeferredTools = DeferredToolsService;
export const DeferredTools = key<DeferredToolsService>('DeferredTools');

export type FileCheckpoints = FileCheckpointsService;
export const FileCheckpoints = key<FileCheckpointsService>('FileCheckpoints');

export type Inbox = InboxService;
export const Inbox = key<InboxService>('Inbox');

export type Redaction = RedactionService;
export const Redaction = key<RedactionService>('Redaction');

export type RunSettings = RunSettingsService;
export const RunSettings = key<RunSettingsService>('RunSettings');

/** How commands are kept in: the agent's own `sandbox`, offered by the runner when it has one. A tool that starts a command obeys it. */
export const Sandbox = key<SandboxPlan>('Sandbox');

export type SeenFiles = SeenFilesService;
export const SeenFiles = key<SeenFilesService>('SeenFiles');

export type SessionHooks = SessionHooksService;
export const SessionHooks = key<SessionHooksService>('SessionHooks');

export type SessionMode = SessionModeService;
export const SessionMode = key<SessionModeService>('SessionMode');

export type SmallModel = SmallModelService;
export const SmallModel = key<SmallModelService>('SmallModel');

export type Subagents = SubagentsService;
export const Subagents = key<SubagentsService>('Subagents');

export type TaskRecords = TaskRecordsService;
export const TaskRecords = key<TaskRecordsService>('TaskStore');

export type UserQuestions = UserQuestionsService;
export const UserQuestions = key<UserQuestionsService>('UserQuestions');

export type WorkingDirectory = WorkingDirectoryService;
export const WorkingDirectory = key<WorkingDirectoryService>('WorkingDirectory');

export type Worktrees = WorktreesService;
export const Worktrees = key<WorktreesService>('Worktrees');

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
