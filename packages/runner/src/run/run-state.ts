import type { Exchanges } from '../context/exchange.js';
import type { Calling, RunContext } from '../context/run-context.js';
import type { Asking } from '../model/asking.js';
import type { Rules } from '../permissions/permissions.js';
import type { Toolbox } from '../skills/toolbox.js';
import type { Incoming } from '../turn/incoming.js';

/**
 * A whole run. Its parts are made in this order, each from the parts before it. A function takes only the parts that it uses;
 * only files of this folder see all of them.
 */
export type RunState = RunContext & Exchanges & Rules & Asking & Toolbox & Calling & Incoming;

/**
 * Adds fields to a part, which becomes the larger part: a copy for each part would cost a run more than all its parts. Getters of the part
 * stay getters. Contract: `more` has none.
 */
export const joined = <A extends object, B extends object>(part: A, more: B): A & B => Object.assign(part, more);
