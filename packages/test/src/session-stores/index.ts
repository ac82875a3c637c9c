/** The kit for authors of stores of sessions. */
export { describeSessionStore, type SessionStoreCases } from './describe-session-store.js';
