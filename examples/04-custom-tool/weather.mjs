import { definePlugin, defineTool } from '@loadout/core';

const forecast = defineTool({
  name: 'forecast',
  description: 'Tells the weather of a city. Returns one line.',
  inputSchema: {
    type: 'object',
    properties: {
      city: { type: 'string', description: "City name, for example 'Oslo'." },
      unit: { type: 'string', enum: ['celsius', 'fahrenheit'], default: 'celsius' },
    },
    required: ['city'],
  },
  annotations: { readOnlyHint: true, destructiveHint: false },
  isConcurrencySafe: true,
  call: ({ city, unit }) => `${city}: ${unit === 'celsius' ? '4 °C' : '39 °F'}, light rain`,
});

export default definePlugin({ name: 'weather', setup: () => ({ tools: [forecast] }) });
