import type { Line } from './wire.test-kit.js';

/** A line without what is another one each time: the id of a request of the engine's own. */
export function normalised(line: Line): Line {
  return line.type === 'control_request' ? { ...line, request_id: '<id>' } : line;
}
