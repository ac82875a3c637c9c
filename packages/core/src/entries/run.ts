/** The names for programs that host agents: the pool, the rules, the hooks, one call, and the plan of an agent. */

import '../node-version.js';

export { sparingRules } from '../call/ask.js';
export type { CallEnvironment, CallEvent, InputBounds } from '../call/environment.js';
export { describeIssues, inputExcess, issueText, refusalOf, withHome } from '../call/parse-input.js';
export { type CallPreview, previewToolCall, runToolCall } from '../call/pipeline.js';
export { isSpilled, notesText, outputText, spilledText } from '../call/settle.js';
export type { RequestedCall, SettledCall } from '../call/states.js';
export { messageWithFix } from '../call/tool-failure.js';
export { forCall, toolSubject } from '../call/tool-hooks.js';
export type { PermissionBehavior, PermissionLayer, PermissionRule } from '../contract/permission.js';
export type { PermissionUpdate } from '../contract/permission-update.js';
export type { HookPlan } from '../contract/plan/hook-plan.js';
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
} from '../contract/plan/plan.js';
export type { SkillPlan } from '../contract/plan/skill-plan.js';
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
} from '../contract/session/budgets.js';
export type { Elicitation, ElicitationAnswer } from '../contract/session/elicitation.js';
export type {
  CheckpointedSession,
  Checkpoints,
  RewindChange,
  RewindOptions,
  RewindResult,
} from '../contract/session/file-checkpoints.js';
export type { RedactedBytes } from '../contract/session/services.js';
export type {
  OpenToolSource,
  SamplingAnswer,
  SamplingRequest,
  ServerControl,
  ServerState,
  ToolSource,
  ToolSourceSession,
} from '../contract/session/tool-source.js';
export type { SessionEvent } from '../contract/tool.js';
export { PLUGIN_API, type ToolNames, toolNamesOf } from '../define/define-plugin.js';
export { BackgroundHooks } from '../hooks/background.js';
export type { HookEnvironment, HookEvents, HookRan, HookResponse, HookSaid } from '../hooks/hook-environment.js';
export { decidesWithin, holdsDecision, isAnswer } from '../hooks/read-answer.js';
export type { HookTable } from '../hooks/register.js';
export { byPhase, fieldsOf, HOOK_PHASES, isHookEvent, registerHooks } from '../hooks/register.js';
export { runHooks, tellHooks } from '../hooks/run.js';
export { type Clock, onAbort } from '../interrupt/interrupt.js';
export { clipped } from '../names/clipped.js';
export { homeProblem, inHome } from '../names/home.js';
export { installFix, misspeltPackage } from '../names/install-fix.js';
export { pointerKeys } from '../names/json.js';
export { boundMode, byWidth, isPermissionMode, NARROW_MODES, PERMISSION_MODES } from '../names/modes.js';
export { matchesWildcard } from '../names/wildcard.js';
export type { WireNames } from '../names/wire-name.js';
export { isWireName, MCP_INPUT, MCP_RESOURCE_TOOLS, ruleOfTool, uncutName, wireNames } from '../names/wire-name.js';
export type { Asker, PermissionAnswer, PermissionQuestion } from '../permit/asker.js';
export { wildcardsIn } from '../permit/command-pattern.js';
export type { PartDecision } from '../permit/decide.js';
export { decide, decideParts } from '../permit/decide.js';
export type { DecidedCall, PermissionDecision, PermissionLayers } from '../permit/decided-call.js';
export { runsLater } from '../permit/later-paths.js';
export { partText, standsAgainst } from '../permit/match-rules.js';
export { parsePermissionRule, ruleText } from '../permit/parse-rule.js';
export { pathMatches } from '../permit/path-pattern.js';
export type { Granted } from '../permit/permission-update.js';
export { applyUpdate, NOTHING_GRANTED } from '../permit/permission-update.js';
export { questionText } from '../permit/question-text.js';
export { coversRule, matchesExample } from '../permit/rule-example.js';
export { visibleText, withUnseen } from '../permit/visible-text.js';
export type { PoolEntry, PoolTool, ToolOrigin, ToolPool } from '../pool/assemble.js';
export { assembleToolPool, prepareTool, RestrictionStack, serverOf } from '../pool/assemble.js';
export { filterTools, toolMatcher } from '../pool/filter.js';
export { isRepeatable, Schedule } from '../schedule/schedule.js';
export { secretOptions, secretPlaces } from '../schema/secret-options.js';
export { createBackgroundTasks, type OwnBackgroundTasks } from '../session/background-tasks.js';
export type { LaterInstructions, LaterQuery, LaterText } from '../session/later-instructions.js';
