import type { ControlRequest } from '../types/control.js';
import { reloadAnswers } from './control/reload.js';
import { serverAnswers } from './control/server-calls.js';
import { updateAnswers } from './control/updates.js';
import type { Seldom } from './seldom-parts.js';

/** All that is loaded with the first request of its kind. */
export const answers: Readonly<Record<string, (request: ControlRequest, seldom: Seldom) => Promise<unknown>>> = {
  ...serverAnswers,
  ...updateAnswers,
  ...reloadAnswers,
};
