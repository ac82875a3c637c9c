import { defineErrors } from '@loadout/core';

/** Every error of this package. */
export const table = {
  CHECK_FAILED: {
    message: (p: { owner: string; check: string; problem: string }) => `${p.owner} ${p.check}: ${p.problem}`,
  },
  MOCK_API_ADDRESS: {
    message: (p: { address: unknown }) => `The mock API expected a TCP address, the server has ${JSON.stringify(p.address)}.`,
  },
};

export const errors = defineErrors(table);
