import { errors } from '../errors.js';

/** The functions of a test runner that the checks use: `describe` and `it` of vitest, jest, mocha or `node:test`. */
export interface TestRunner {
  readonly describe: (name: string, body: () => void) => unknown;
  readonly it: (name: string, body: () => Promise<void>) => unknown;
}

/** One thing that must hold. `name` reads as a sentence about what is checked. */
export interface Check {
  readonly name: string;
  /** Contract: throws CHECK_FAILED with what was found. */
  run(): Promise<void>;
}

/** Makes checks about one subject. The body answers with what is wrong, or nothing. */
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

export function register(subject: string, { runner, checks }: { runner: TestRunner; checks: readonly Check[] }): void {
  runner.describe(subject, () => {
    for (const check of checks) runner.it(check.name, () => check.run());
  });
}
