import { errors } from './errors.js';
import { type RunMatchers, runMatchers } from './runs/run-matchers.js';

const { expect } = globalThis as { readonly expect?: { extend(matchers: typeof runMatchers): void } };
if (expect === undefined) throw errors.EXPECT_MISSING({});
expect.extend(runMatchers);

declare global {
  namespace jest {
    interface Matchers<R> extends RunMatchers<R> {}
  }
}
