import { defineTool } from '@loadout/core';
import { type CreateAgentOptions, createAgent } from '@loadout/runner';

const fetchWeather = async (city: string, unit: string) => `21 degrees ${unit} in ${city}`;

// let weatherTool = defineTool(name: "Weather", …)
export const weatherTool = defineTool({
  name: 'Weather',
  description: 'Get current weather for a city.',
  inputSchema: {
    type: 'object',
    properties: {
      city: {
        type: 'string',
        description: "City name, e.g. 'Beijing'",
      },
      unit: {
        type: 'string',
        enum: ['celsius', 'fahrenheit'],
        description: 'Temperature unit, defaults to celsius',
      },
    },
    required: ['city'],
  },
  isReadOnly: true,
  annotations: {
    readOnlyHint: true,
    destructiveHint: false,
    openWorldHint: true, // Needs to access external API
  },
  call: async (input, _context) => {
    const unit = input.unit ?? 'celsius';
    const weather = await fetchWeather(input.city, unit);
    return { content: weather, isError: false };
  },
});

/** `more` says where the test's API and folder are. */
export const weatherAgent = (more: CreateAgentOptions) =>
  createAgent({
    apiKey: 'sk-...',
    model: 'claude-sonnet-4-6',
    customTools: [weatherTool], // Custom tools automatically join the tool pool
    ...more,
  });
