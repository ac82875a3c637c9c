/** Runs that are recorded, watched or shown, for the command and the packages of commands. Listed by hand. */
export { chooseTarget, type Target } from './choose-target.js';
export { describeSession, type SessionLine } from './describe-session.js';
export { exitCodeOf } from './exit-code-of.js';
export { type FoundSession, findSession, placeOfSession, storedSession } from './find-session.js';
export { type KnownServers, knownServers, mayMatch, offeredTools, poolWithServers, unknownTools } from './known-servers.js';
export { loadMcpClient, serverPlace } from './mcp-client.js';
export { missingPrograms } from './missing-programs.js';
export { nextNumber } from './next-number.js';
export { openLog } from './operator-log.js';
export { permissionOverrides } from './permission-overrides.js';
export { plainEvent } from './plain-event.js';
export { readRecording, recordedFile, recordingFile } from './read-recording.js';
export { type NumberedRun, type RemoteEvent, runEvents } from './run-events.js';
export { type Refusal, type RunWatcher, type WaitingCall, type WatchedRun, watchedBy, watchRun } from './run-watcher.js';
export { lacksSandboxPackage, SANDBOX_PACKAGE } from './sandbox-package.js';
export { sessionEvents } from './session-events.js';
export { WholeRuns } from './whole-runs.js';
export { withAgent } from './with-agent.js';
