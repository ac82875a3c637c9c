import { EngineClock } from '../engine/engine-clock.js';
import { EngineKey } from './engine-key.js';

/** An engine that nobody answers for. */
export const NO_KEY = new EngineKey('k'.repeat(43), 'a test');
const clock = new EngineClock();
const NOWHERE = { url: 'http://127.0.0.1:1', key: NO_KEY, clock };
export const NO_ENGINE = { ingress: NOWHERE, admin: NOWHERE, key: NO_KEY, clock };
