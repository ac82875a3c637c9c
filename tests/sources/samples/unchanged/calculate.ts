import { tool } from '@loadout/sdk';
import { z } from 'zod';

const myTool = tool(
  'calculate',
  'Performs arithmetic',
  { a: z.number(), b: z.number() },
  async (args, extra) => {
    return { content: [{ type: 'text', text: `Result: ${args.a + args.b}` }] };
  }
);
export { myTool };
