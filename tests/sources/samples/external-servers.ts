import type { Options } from '@loadout/sdk';

export const options = (CONNECTION_STRING: string) =>
  ({
    mcpServers: {
      playwright: {
        command: 'npx',
        args: ['@playwright/mcp@latest'],
      },
      postgres: {
        command: 'npx',
        args: ['-y', '@modelcontextprotocol/server-postgres', CONNECTION_STRING],
      },
    },
  }) satisfies Options;
