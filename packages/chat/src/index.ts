export type { Asks, ChatEnd, ChatHost, Confirmation, Loaded } from './chat-host.js';
export { processTerminal } from './screen/process-terminal.js';
export type { Terminal } from './screen/terminal.js';
