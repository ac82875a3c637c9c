import { createSdkMcpServer, type Options, tool } from '@loadout/sdk';
import { db } from './store.js';

// @tool("get_user", "Fetch user by ID", {"user_id": int})
const getUser = tool('get_user', 'Fetch user by ID', { user_id: 'integer' }, async (args) => {
  const user = await db.getUser(args.user_id);
  return { content: [{ type: 'text', text: JSON.stringify(user) }] };
});

// @tool("list_orders", "List orders for a user", {"user_id": int, "status": str, "limit": int})
const listOrders = tool(
  'list_orders',
  'List orders for a user',
  {
    user_id: 'integer',
    status: String, // "pending", "shipped", "delivered"
    limit: 'integer',
  },
  async (args) => {
    const orders = await db.listOrders(args);
    return { content: [{ type: 'text', text: JSON.stringify(orders) }] };
  },
);

const server = createSdkMcpServer({
  name: 'store-api',
  version: '1.0.0',
  tools: [getUser, listOrders],
});

export const options: Options = {
  mcpServers: { store: server },
  allowedTools: ['mcp__store__get_user', 'mcp__store__list_orders'],
};
