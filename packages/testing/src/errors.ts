import { defineErrors } from '@loadout/core';

/** Every error of this package. */
export const table = {
  CHECK_FAILED: {
    message: (p: { owner: string; check: string; problem: string }) => `${p.owner} ${p.check}: ${p.problem}`,
  },
  EXPECT_MISSING: {
    message: () => 'There is no global expect to extend.',
    fix: () =>
      'Import "@loadout/testing/jest" in a file under setupFilesAfterEnv. With Vitest, import "@loadout/testing/vitest".',
  },
  RULE_NEEDS_AGENT: {
    message: (p: { rule: string }) => `Only an agent knows which calls the rule ${p.rule} matches.`,
    fix: () => 'Write await expect(run).toMeet({ calls: [...] }, agent), before the agent is closed.',
  },
  MOCK_API_ADDRESS: {
    message: (p: { address: unknown }) => `The mock API expected a TCP address, the server has ${JSON.stringify(p.address)}.`,
  },
};

export const errors = defineErrors(table);
