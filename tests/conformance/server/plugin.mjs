import { definePlugin, defineTool } from '@loadout/core';

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const image = { type: 'image', data: PNG, mimeType: 'image/png' };
const resource = (uri, mimeType, text) => ({ type: 'resource', resource: { uri, mimeType, text } });

const withoutInput = (name, description, call) =>
  defineTool({
    name,
    description,
    inputSchema: { type: 'object', properties: {} },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    isConcurrencySafe: true,
    call,
  });

const tools = [
  withoutInput('test_simple_text', 'Gives a line of text.', () => 'This is a simple text response for testing.'),
  withoutInput('test_image_content', 'Gives an image.', () => ({ content: [image] })),
  withoutInput('test_embedded_resource', 'Gives a resource.', () => ({
    content: [resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')],
  })),
  withoutInput('test_multiple_content_types', 'Gives a block of each kind.', () => ({
    content: [
      { type: 'text', text: 'Multiple content types test:' },
      image,
      resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ],
  })),
  withoutInput('test_error_handling', 'Fails.', () => {
    throw new Error('This tool intentionally returns an error for testing');
  }),
  withoutInput('test_tool_with_progress', 'Tells three times how far it is.', (_, context) => {
    for (const part of ['0', '50', '100']) context.progress(`${part} of 100`);
    return 'Done.';
  }),
  defineTool({
    name: 'json_schema_2020_12_tool',
    description: 'Has an input schema with keywords of draft 2020-12.',
    inputSchema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      $defs: { address: { type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } } },
      properties: { name: { type: 'string' }, address: { $ref: '#/$defs/address' } },
      additionalProperties: false,
    },
    call: ({ name }) => `Hello, ${name}.`,
  }),
];

export default definePlugin({ name: 'conformance', setup: () => ({ tools }) });
