/** The names for authors of tools, hooks and plugins, listed by hand: adding one is a decision. */

import './node-version.js';

export { permittedPath } from './call/permit.js';
export type { ErrorDetails, Position } from './contract/errors.js';
export type { HookOutput } from './contract/hook/answers.js';
export type { HookEvent, HookInput, HookInputs } from './contract/hook/events.js';
export { HOOK_EVENTS } from './contract/hook/events.js';
export type { AnyHook, Hook, HookAnswer, HookContext, HookFields, HookSet } from './contract/hook/hook.js';
export type { HookBase, HookQuestion } from './contract/hook/inputs.js';
export type { HookRound } from './contract/hook/round.js';
export type { Access, PermissionMode } from './contract/permission.js';
export type { PluginManifest } from './contract/plan/manifest.js';
export type { HookType, Plugin, PluginParts, SetupContext } from './contract/plugin.js';
export type { Issue, JsonSchema, ParamMap, Parsed, Schema, SchemaSource, StandardSchema } from './contract/schema.js';
export type { Service, ServiceOffer, SessionScope } from './contract/session/service-offer.js';
export type {
  BackgroundTask,
  DeferredTool,
  QuestionsDeclined,
  RunSetting,
  TaskStatus,
  ToolEvent,
  UserQuestion,
  Worktree,
} from './contract/session/services.js';
export type { Subagent, SubagentRequest, SubagentResult, SubagentType } from './contract/session/subagents.js';
export type { AnyTool, Tool, ToolAnnotations, ToolContext, ToolRole } from './contract/tool.js';
export type { ContentBlock, ToolOutput, ToolResult } from './contract/tool-result.js';
export type { PluginDefinition } from './define/define-plugin.js';
export { definePlugin, defineService, ownPlugin } from './define/define-plugin.js';
export type { ToolDefinition, ToolInput } from './define/define-tool.js';
export { defineTool } from './define/define-tool.js';
export type { ErrorRow } from './errors/loadout-error.js';
export {
  defineErrors,
  type ErrorValues,
  type FailureDetails,
  isLoadoutError,
  LoadoutError,
  messageOf,
} from './errors/loadout-error.js';
export { errors, table as errorTable } from './errors.js';
export { isObject } from './names/json.js';
export { nearest } from './names/nearest.js';
export { compileSchema } from './schema/compile.js';
export type { Infer } from './schema/infer.js';
export { fromJsonSchema } from './schema/validate.js';
export {
  ActiveSkills,
  BackgroundTasks,
  CommandViews,
  DeferredTools,
  EditorFiles,
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
  TaskStore,
  UserQuestions,
  WorkingDirectory,
  Worktrees,
} from './session/keys.js';
