import { isOfStops, restateLaws } from './restate-laws.test-kit.js';

restateLaws('Restate', (law) => !isOfStops(law));
