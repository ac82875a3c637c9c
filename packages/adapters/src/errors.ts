import { defineErrors } from '@loadout/core';

export const table = {
  ADAPTER_PEER_MISSING: {
    message: (p: { name: string; needs: string; problem: string }) =>
      `${p.needs} needs the package ${p.name}, which could not be loaded: ${p.problem}.`,
    fix: (p: { name: string }) => `npm install ${p.name}`,
  },
  ADAPTER_OPTIONS: {
    message: (p: { problem: string }) => `The options of toolkit() cannot be used: ${p.problem}.`,
    fix: (p: { fix?: string | undefined }) => p.fix,
  },
  ADAPTER_TOOL: {
    message: (p: { tool: string; of: string; problem: string }) =>
      `The tool ${JSON.stringify(p.tool)} of ${p.of} cannot run under Loadout: ${p.problem}.`,
    fix: (p: { fix?: string | undefined }) => p.fix,
  },
} as const;

export const errors = defineErrors(table);
