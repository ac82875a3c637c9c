import type { IncomingMessage, ServerResponse } from 'node:http';

export interface Exchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}
