export type { Asks, ChatEnd, ChatHost, Confirmation, Loaded } from './chat-host.js';
