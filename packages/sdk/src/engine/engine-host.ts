import type { SDKMessage } from '../types/messages.js';

export interface EngineHost {
  /** Called in order, each at the moment at which it happens. Contract: never throws. */
  send(message: SDKMessage): void;
  /** Each prompt is given back once it is taken up, under the uuid of its record. */
  readonly replaysPrompts?: boolean | undefined;
}
