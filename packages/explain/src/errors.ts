import { usageErrors } from '@loadout/command';
import { defineErrors } from '@loadout/core';

type Near = { nearest?: string | undefined };
const hint = (p: Near) => (p.nearest === undefined ? '' : ` Did you mean ${p.nearest}?`);

/** Every error of this package. */
export const table = {
  LIST_KIND: {
    message: (p: { value: string } & Near) => `${JSON.stringify(p.value)} cannot be listed.${hint(p)}`,
    fix: (p: { choices: readonly string[] }) => `Name one of: ${p.choices.join(', ')}.`,
  },
  CALL_INPUT: {
    message: (p: { name: string; problem: string }) => `The call cannot be explained: ${p.problem}.`,
    fix: (p: { name: string }) => `Write ${p.name}(text), or its whole input as JSON: '${p.name}({"key": "value"})'.`,
  },
  TOOL_LEFT_OUT: {
    message: (p: { name: string; from: string; agent: string; why: string }) =>
      `The agent ${p.agent} does not have the tool ${p.name} of ${p.from}: ${p.why}.`,
    fix: (p: { fix: string }) => p.fix,
  },
};

export const errors = defineErrors({ ...usageErrors, ...table });
