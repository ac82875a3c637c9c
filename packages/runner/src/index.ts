/** The public names, listed by hand: adding a name is a decision. */
export { type AgentOptions, type CreateAgentOptions, namedAgent, onlyAgent } from './agent/agent-options.js';
export type { Agent } from './agent/create-agent.js';
export { createAgent } from './agent/create-agent.js';
export { firstModel, noModel } from './model/choose-model.js';
export { type ServerTools, serverTools } from './model/server-tools.js';
export { type Hidden, holdingSecrets, wholeSecrets } from './observe/whole-secrets.js';
export { layersOf, permittedModes } from './permissions/run-permissions.js';
export { childEnvironment, searchPath } from './place/child-environment.js';
export { type Redact, redactor, redactValue, type Secrets } from './place/redact.js';
export type { WrapTool } from './plugins/mounts.js';
export { installedPackage, neededPackage, resolvePlugin } from './plugins/resolve-plugin.js';
export { errors, table as errorTable } from './report/errors.js';
export type { AgentEvent, CallSummary, Denial, RequestPurpose, RunInit, RunOutcome, RunResult } from './report/events.js';
export type { HostSetup, ObservedRun, Observer, RunObserver } from './report/run-observer.js';
export type { Totals, Used } from './report/usage.js';
export type { Conversation, OpenOptions } from './run/conversation.js';
export type { Run, RunOptions } from './run/run.js';
export type { CallSession } from './run/serve-calls.js';
export { openCalls } from './run/serve-calls.js';
export type { SessionView } from './run/session-view.js';
export { RecordOrder } from './session/check-order.js';
export { FileStore, type FileStoreOptions, listSessions } from './session/file-store.js';
export { MemoryStore } from './session/memory-store.js';
export { NotARecord, readRecord, type SessionFile, type SessionFormat } from './session/native-format.js';
export { latestSession, type SessionChoice } from './session/open-session.js';
export type {
  RecordBody,
  RecordedDecision,
  RecordedRule,
  RecordedSubject,
  SessionHeader,
  SessionRecord,
  ShownCall,
  Written,
} from './session/records.js';
export { endedBlocks } from './session/records.js';
export type { ReplayedSession } from './session/replay.js';
export { replayRecords, replaySession } from './session/replay.js';
export { isSessionInUse } from './session/session-lock.js';
export { nameSession } from './session/session-name.js';
export type { SessionEntry, SessionFolder, SessionPlace } from './session/session-place.js';
export { sessionFolder, sessionPlace, stateDir, trustFile } from './session/session-place.js';
export type { SessionJournal, SessionStore } from './session/session-store.js';
export { preloadedSkills } from './skills/skill-text.js';
export type { AgentSpec, AskPerson } from './spec/agent-spec.js';
export { subagentDefinitions } from './subagents/subagent-definition.js';
export { SubagentPermissions } from './subagents/subagent-permissions.js';
export { subagentPool } from './subagents/subagent-spec.js';
export { knownTools } from './tools/find-tools.js';
export { serverPrefix, serverRule } from './tools/server-news.js';
