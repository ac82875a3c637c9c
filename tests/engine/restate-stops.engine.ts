import { IMPATIENT } from './engine-server.test-kit.js';
import { isOfStops, restateLaws } from './restate-laws.test-kit.js';

restateLaws('Restate, whose workers are stopped', isOfStops, IMPATIENT);
