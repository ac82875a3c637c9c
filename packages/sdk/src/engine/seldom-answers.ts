import type { ControlRequest } from '../types/control.js';
import { reloadAnswers } from './reload-control.js';
import type { Seldom } from './seldom-parts.js';
import { serverAnswers } from './server-requests.js';
import { updateAnswers } from './update-control.js';

/** All that is loaded with the first request of its kind. */
export const answers: Readonly<Record<string, (request: ControlRequest, seldom: Seldom) => Promise<unknown>>> = {
  ...serverAnswers,
  ...updateAnswers,
  ...reloadAnswers,
};
