import { expect } from 'vitest';
import { type RunMatchers, runMatchers } from './runs/run-matchers.js';

expect.extend(runMatchers);

declare module 'vitest' {
  // biome-ignore lint/suspicious/noExplicitAny: the declaration that is extended has this parameter.
  interface Matchers<T = any> extends RunMatchers<T> {}
}
