/** The public names, listed by hand: adding a name is a decision. */

import './node-version.js';

export type { CallEnvironment, CallEvent, InputBounds } from './call/environment.js';
export { readOutput } from './call/execute.js';
export { messageWithFix } from './call/message-with-fix.js';
export { describeIssues, inputExcess, refusalOf, withHome } from './call/parse-input.js';
export { permittedPath, readAccesses } from './call/permit.js';
export { runToolCall } from './call/pipeline.js';
export { type CallPreview, previewToolCall } from './call/preview.js';
export { isSpilled, notesText, spilledText, textOfContent } from './call/result.js';
export type { RequestedCall, SettledCall } from './call/states.js';
export { forCall, toolSubject } from './call/tool-hooks.js';
export type { ErrorDetails, Position } from './contract/errors.js';
export type { HookOutput } from './contract/hook/answers.js';
export type { HookAnswers, HookEvent, HookInput, HookInputs } from './contract/hook/events.js';
export { HOOK_EVENTS } from './contract/hook/events.js';
export type { AnyHook, AnyHookSet, Hook, HookAnswer, HookContext, HookFields, HookSet } from './contract/hook/hook.js';
export type {
  ElicitationSubject,
  HookBase,
  HookQuestion,
  ModelSwitchSubject,
  TaskSubject,
  ToolSubject,
} from './contract/hook/inputs.js';
export type { HookRound } from './contract/hook/round.js';
export type { Block, Message, Origin, OtherBlock, TextBlock, ToolResultBlock, ToolUseBlock } from './contract/model/message.js';
export type {
  ApiTool,
  ClearToolUses,
  ModelEvent,
  ModelFinding,
  ModelProvider,
  ModelRequest,
  RateLimit,
  StopReason,
  SystemBlock,
  Thinking,
  Usage,
} from './contract/model/provider.js';
export type { Access, PermissionBehavior, PermissionLayer, PermissionMode, PermissionRule } from './contract/permission.js';
export type { PermissionDestination, PermissionUpdate, RuleValue } from './contract/permission-update.js';
export type { HookPlan } from './contract/plan/hook-plan.js';
export type { PluginManifest } from './contract/plan/manifest.js';
export type { ModelCapabilities, ModelPlan } from './contract/plan/model-plan.js';
export type {
  AgentPlan,
  BudgetPlan,
  CompactionPlan,
  InstructionFilePlan,
  LimitsPlan,
  McpServerPlan,
  PermissionPlan,
  Plan,
  PluginPlan,
  ProviderPlan,
  SandboxPlan,
  SubagentPlan,
  WaitingParts,
} from './contract/plan/plan.js';
export type { SkillPlan } from './contract/plan/skill-plan.js';
export type { HookType, Plugin, PluginParts, SetupContext } from './contract/plugin.js';
export type { Issue, JsonSchema, ParamMap, Parsed, Schema, SchemaSource, StandardSchema } from './contract/schema.js';
export type { BackgroundTask, TaskStatus } from './contract/session/background-tasks.js';
export type {
  BudgetedRequest,
  BudgetKeeper,
  BudgetOptions,
  BudgetRoom,
  BudgetShare,
  Budgets,
  HeldMoney,
  HeldRequest,
  RequestBudgets,
  SharedBudgets,
} from './contract/session/budgets.js';
export type { DeferredTool } from './contract/session/deferred-tools.js';
export type { Elicitation, ElicitationAnswer } from './contract/session/elicitation.js';
export type { CheckpointedSession, Checkpoints, RewindOptions, RewindResult } from './contract/session/file-checkpoints.js';
export type { RedactedBytes } from './contract/session/redaction.js';
export type { RunSetting } from './contract/session/run-settings.js';
export type { Service, ServiceOffer, SessionScope } from './contract/session/service-offer.js';
export type { SessionEvent } from './contract/session/session-event.js';
export type { ToolEvent } from './contract/session/session-hooks.js';
export type { Subagent, SubagentRequest, SubagentResult, SubagentType } from './contract/session/subagents.js';
export type {
  OpenToolSource,
  SamplingAnswer,
  SamplingRequest,
  ServerControl,
  ServerState,
  ToolSource,
  ToolSourceSession,
} from './contract/session/tool-source.js';
export type { UserQuestion } from './contract/session/user-questions.js';
export type { Worktree } from './contract/session/worktrees.js';
export type { AnyTool, Tool, ToolAnnotations, ToolContext, ToolRole } from './contract/tool.js';
export type { ContentBlock, ToolOutput, ToolResult } from './contract/tool-result.js';
export type { PluginDefinition } from './define/define-plugin.js';
export { definePlugin, ownPlugin, PLUGIN_API, type ToolNames, toolNamesOf } from './define/define-plugin.js';
export { defineService, extendService } from './define/define-service.js';
export type { ToolDefinition, ToolInput } from './define/define-tool.js';
export { defineTool } from './define/define-tool.js';
export type { ErrorRow } from './errors/define-errors.js';
export { defineErrors } from './errors/define-errors.js';
export { type ErrorValues, type FailureDetails, isLoadoutError, LoadoutError } from './errors/loadout-error.js';
export { errors, table as errorTable } from './errors.js';
export { ANSWER_FIELDS, decidesWithin, holdsDecision, isAnswer } from './hooks/answer-fields.js';
export { BackgroundHooks } from './hooks/background.js';
export { fieldsOf, HOOK_FIELDS, HOOK_PHASES } from './hooks/fields.js';
export type { HookEnvironment, HookEvents, HookRan, HookResponse, HookSaid } from './hooks/hook-environment.js';
export type { HookTable } from './hooks/register.js';
export { byPhase, isHookEvent, registerHooks } from './hooks/register.js';
export { runHooks, tellHooks } from './hooks/run.js';
export type { Clock } from './interrupt/interrupt.js';
export { messageOf } from './message-of.js';
export { isText, isToolUse, textOf } from './model/blocks.js';
export { type ReservedField, reservedFields, withExtra } from './model/extra-fields.js';
export { knownModel, longestName, withKnownFacts, withPrice } from './model/known-models.js';
export type { PictureKind, PictureSize } from './model/picture.js';
export { pictureKind, pictureSize } from './model/picture.js';
export { MESSAGES_API } from './model/same-model.js';
export { sendableBlocks } from './model/sendable.js';
export { readUsage } from './model/usage.js';
export { homeProblem, inHome } from './names/home.js';
export { installFix, misspeltPackage } from './names/install-fix.js';
export { isObject } from './names/is-object.js';
export { issueText } from './names/issue-text.js';
export { boundMode, byWidth, isPermissionMode, NARROW_MODES, PERMISSION_MODES } from './names/modes.js';
export { nearest } from './names/nearest.js';
export { pointerKeys } from './names/pointer.js';
export { otherNames, spell } from './names/spelling.js';
export type { WireNames } from './names/wire-name.js';
export { isWireName, MCP_INPUT, ruleOfTool, wireNames } from './names/wire-name.js';
export type { Asker, PermissionAnswer, PermissionQuestion } from './permit/asker.js';
export { decide } from './permit/decide.js';
export type { PartDecision } from './permit/decide-parts.js';
export { decideParts, partText } from './permit/decide-parts.js';
export type { DecidedCall, PermissionLayers } from './permit/decided-call.js';
export type { PermissionDecision } from './permit/decision.js';
export { PROTECTED_FILES, STEERING_FILES } from './permit/later-files.js';
export { runsLater } from './permit/later-paths.js';
export { standsAgainst } from './permit/match-rule.js';
export { parsePermissionRule, ruleText } from './permit/parse-rule.js';
export { pathMatches } from './permit/path-pattern.js';
export type { Granted } from './permit/permission-update.js';
export { applyUpdate, NOTHING_GRANTED } from './permit/permission-update.js';
export { questionText } from './permit/question.js';
export { coversRule, matchesExample } from './permit/rule-example.js';
export { visibleText } from './permit/visible-text.js';
export type { PoolEntry, ToolPool } from './pool/assemble.js';
export { assembleToolPool, RestrictionStack } from './pool/assemble.js';
export { filterTools, toolMatcher } from './pool/filter.js';
export type { PoolTool, ToolOrigin } from './pool/pool-tool.js';
export { prepareTool, serverOf, toApiTool } from './pool/pool-tool.js';
export {
  isAboutServerTool,
  type ServerTool,
  serverToolEntries,
  serverToolsOf,
  withoutServerTools,
} from './pool/server-tools.js';
export { isRepeatable, Schedule } from './schedule/schedule.js';
export { compileSchema, fromJsonSchema } from './schema/compile.js';
export type { Infer } from './schema/infer.js';
export { type SecretOption, secretOptions, secretPlaces } from './schema/secret-options.js';
export { createBackgroundTasks } from './session/background-tasks.js';
export {
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
} from './session/keys.js';
