import { problemOf } from '../text/clean-text.js';
import type { Connection } from './connection.js';
import type { LinkNotices } from './link-notices.js';
import { statusOf } from './request-error.js';

const MOST_FAULTS = 1_000;

interface FaultyLink {
  readonly connection: Connection | undefined;
  readonly notices: Pick<LinkNotices, 'warn'>;
}

/**
 * Returns the reaction to broken messages of one connection. The first is reported; a flood ends the connection, and so does the
 * end of the stream for the server's own messages.
 */
export function reactToFaults(link: FaultyLink): (error: Error) => void {
  let count = 0;
  return (error) => {
    count += 1;
    const open = link.connection;
    const isStreamGone = error.name === 'SseError' || error.message.startsWith('Maximum reconnection attempts');
    if (open !== undefined && isStreamGone) void open.fail(`its event stream ended (${problemOf(error)})`);
    else if (count === MOST_FAULTS) void open?.fail(`it sent ${count} messages that mean nothing here`);
    // Refused credentials are reported by the request that needed them.
    else if (count === 1 && open !== undefined && statusOf(error) !== 401) link.notices.warn(problemOf(error));
  };
}
