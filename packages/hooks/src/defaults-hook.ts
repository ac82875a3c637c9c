import { hookKind } from './entry.js';

/** Fills in input fields that the model left out. It allows nothing by that: the rules decide upon the filled-in input. */
export const defaultsHook = hookKind<{ readonly input: Readonly<Record<string, unknown>> }>(
  {
    type: 'defaults',
    properties: { input: { type: 'object', description: 'By field: the value where a call leaves it out.' } },
    required: ['input'],
  },
  ({ input: defaults }) => ({
    name: `defaults ${Object.keys(defaults).join(', ')}`,
    phase: 'transform',
    run(input) {
      const given =
        'tool_input' in input && typeof input.tool_input === 'object' && input.tool_input !== null ? input.tool_input : undefined;
      if (given === undefined || Object.keys(defaults).every((key) => Object.hasOwn(given, key))) return undefined;
      return { hookSpecificOutput: { hookEventName: input.hook_event_name, updatedInput: { ...defaults, ...given } } };
    },
  }),
);
