/** The code of sessions, which is loaded for the first one. Listed by hand. */
export { AcpSession } from './acp-session.js';
export { chosen } from './choices.js';
export { loadProject } from './project.js';
export { recordedSessions, replayed } from './recorded.js';
