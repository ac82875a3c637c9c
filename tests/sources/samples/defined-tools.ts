import { defineTool } from '@loadout/core';

// let greetTool = defineTool(name: "Greet", …) { (input: GreetInput, context: ToolContext) in … }
export const greetTool = defineTool({
  name: 'Greet',
  description: 'Generate a greeting message.',
  inputSchema: {
    type: 'object',
    properties: {
      name: { type: 'string', description: "Person's name" },
    },
    required: ['name'],
  },
  isReadOnly: true,
  call: (input, _context) => `Hello, ${input.name}!`,
});

export const divideTool = defineTool({
  name: 'Divide',
  description: 'Divide two numbers.',
  inputSchema: {
    type: 'object',
    properties: {
      a: { type: 'number' },
      b: { type: 'number' },
    },
    required: ['a', 'b'],
  },
  call: (input, _context) => {
    if (input.b === 0) return { content: 'Error: Division by zero.', isError: true };
    return { content: `${input.a / input.b}`, isError: false };
  },
});

export const listTool = defineTool({
  name: 'ListItems',
  description: 'List all items.',
  inputSchema: { type: 'object', properties: {} },
  call: (_input, _context) => 'No items found.',
});

export const configTool = defineTool({
  name: 'Config',
  description: 'Read or write configuration values.',
  inputSchema: { type: 'object', properties: { key: { type: 'string' }, value: {} } },
  raw: true,
  call: (input, _context) => {
    const key = (input.key as string | undefined) ?? '';
    const value = input.value; // any type
    return { content: `${key} = ${JSON.stringify(value)}`, isError: false };
  },
});
