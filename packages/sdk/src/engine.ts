/** The entry for hosts: the engine behind `query`, which sends messages as they happen and takes requests in their wire form. */
export type { SessionState } from './engine/control/controlled.js';
export { debugLog } from './engine/debug-log.js';
export { Engine, type EngineHost } from './engine/engine.js';
export { ENGINE_VERSION } from './sessions/engine-version.js';
export { type CredentialStatus, credentialStatus } from './setup/credential-status.js';
export type { ControlRequest } from './types/control.js';
export type { SDKMessage, SDKUserMessage } from './types/messages.js';
