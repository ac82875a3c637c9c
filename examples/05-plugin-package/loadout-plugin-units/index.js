import { definePlugin, defineTool } from '@loadout/core';

const METRES = { m: 1, km: 1000, mi: 1609.344, ft: 0.3048 };
const unit = { type: 'string', enum: Object.keys(METRES) };

const convert = ({ digits }) =>
  defineTool({
    name: 'convert',
    description: `Converts a length between ${Object.keys(METRES).join(', ')}. Returns the number, rounded to ${digits} digits, and its unit.`,
    inputSchema: {
      type: 'object',
      properties: { value: { type: 'number' }, from: unit, to: unit },
      required: ['value', 'from', 'to'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, idempotentHint: true, destructiveHint: false },
    isConcurrencySafe: true,
    call: ({ value, from, to }) => `${((value * METRES[from]) / METRES[to]).toFixed(digits)} ${to}`,
  });

export default definePlugin({
  name: 'loadout-plugin-units',
  options: {
    type: 'object',
    properties: { digits: { type: 'integer', minimum: 0, maximum: 10, default: 2 } },
    additionalProperties: false,
  },
  setup: ({ options }) => ({ tools: [convert(options)] }),
});
