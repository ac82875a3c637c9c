import { errors } from '../errors.js';

/**
 * The functions of a test runner that the checks use: `describe` and `it` of vitest, jest, mocha or `node:test`. `timeoutMs` is for
 * runners that end a test after seconds: a check ends what has no end by itself, and names it.
 */
export interface TestRunner {
  readonly describe: (name: string, body: () => void) => unknown;
  readonly it: (name: string, body: () => Promise<void>, timeoutMs: number) => unknown;
}

/** One check. `name` reads as a sentence about the subject. */
export interface Check {
  readonly name: string;
  /** Runs the check. Contract: throws CHECK_FAILED with the problem. */
  run(): Promise<void>;
}

/** Creates checks about one subject. The body returns the problem, or nothing. */
export function checksOf(owner: string) {
  return (name: string, body: () => Problem | Promise<Problem>): Check => ({
    name,
    async run() {
      const problem = await body();
      if (problem !== undefined) throw errors.CHECK_FAILED({ owner, check: name, problem });
    },
  });
}

export type Problem = string | undefined;

/** More than the limits of all calls of one check. */
const CHECK_MS = 300_000;

export function register(subject: string, { runner, checks }: { runner: TestRunner; checks: readonly Check[] }): void {
  runner.describe(subject, () => {
    for (const check of checks) runner.it(check.name, () => check.run(), CHECK_MS);
  });
}
