/** The public names, listed by hand: adding a name is a decision. */
export { spillInto } from './artifacts.js';
export { RecordOrder } from './check-order.js';
export { cleanSessions } from './clean-sessions.js';
export { errors, table as errorTable } from './errors.js';
export { FileStore, type FileStoreOptions, listSessions } from './file-store.js';
export { latestSession } from './latest-session.js';
export { MemoryStore } from './memory-store.js';
export { NotARecord, readRecord, type SessionFile, type SessionFormat } from './native-format.js';
export type {
  AskingCall,
  RecordBody,
  RecordedDecision,
  RecordedRule,
  RecordedSubject,
  SessionHeader,
  SessionRecord,
  ShownCall,
  Written,
} from './records.js';
export { endedBlocks } from './records.js';
export type { AskedBefore, PendingCall, ReplayedSession } from './replay.js';
export { isBroken, replayRecords, replaySession } from './replay.js';
export type { CallSummary, Denial, RunOutcome, RunResult, Used } from './run-result.js';
export { isSessionInUse } from './session-lock.js';
export { nameRecord, nameSession } from './session-name.js';
export type { SessionEntry, SessionFolder, SessionPlace } from './session-place.js';
export { makeSessionFolder, sessionFolder, sessionPlace } from './session-place.js';
export type { SessionJournal, SessionStore } from './session-store.js';
export type { Work, WorkOnRecord } from './work-on-record.js';
export { isReminder, workOnRecord } from './work-on-record.js';
