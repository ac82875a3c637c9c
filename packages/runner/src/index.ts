/** The public names, by hand: adding one is a decision. */
export type { AgentOptions } from './agent-options.js';
export type { AgentSpec } from './agent-spec.js';
export { childEnvironment } from './child-environment.js';
export type { Agent } from './create-agent.js';
export { createAgent } from './create-agent.js';
export { errors, table as errorTable } from './errors.js';
export type { AgentEvent, Denial, RunInit, RunOutcome, RunResult } from './events.js';
export type { HookTrial, TriedHooks } from './hooks/try-hooks.js';
export { resolvePlugin } from './plugins/resolve-plugin.js';
export { redactor } from './redact.js';
export type { Run, RunOptions } from './run.js';
export { cleanSessions } from './session/clean-sessions.js';
export type { SessionHeader, SessionRecord } from './session/records.js';
export type { ReplayedSession } from './session/replay.js';
export { replaySession } from './session/replay.js';
export type { SessionEntry, SessionFolder } from './session/session-store.js';
export { listSessions, sessionFolder, sessionPlace, stateDir } from './session/session-store.js';
export type { Totals } from './usage.js';
