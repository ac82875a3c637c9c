/** The terminal program of a chat, and what a command does for it. Listed by hand. */
export type { Asks, ChatEnd, ChatHost, Confirmation, Loaded } from './chat-host.js';
export { table as errorTable } from './errors.js';
export { otherCommands } from './program/other-commands.js';
export { runChat } from './program/run-chat.js';
export { divertOutput } from './screen/divert-output.js';
export { processTerminal } from './screen/process-terminal.js';
export type { Terminal } from './screen/terminal.js';
export { settingsSchema } from './settings/settings-schema.js';
