import type { SDKMessage } from '../types/messages.js';

export interface EngineHost {
  /** Receives each message at the moment of its event, in order. Contract: never throws. */
  send(message: SDKMessage): void;
  /** Sends each prompt back when its turn starts, under the uuid of its record. */
  readonly replaysPrompts?: boolean | undefined;
}
