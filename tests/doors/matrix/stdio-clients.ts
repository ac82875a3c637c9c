import type { ClientRow } from './client-row.js';
import { acpClient } from './stdio/acp-client.js';
import { acpxClient } from './stdio/acpx-client.js';
import { mcpClient } from './stdio/mcp-client.js';
import { sdkWireClient } from './stdio/sdk-wire-client.js';
import { stdioRow } from './stdio/situations.js';

/** The clients that start the command themselves, and talk to it over its standard input and output. */
export const STDIO_CLIENTS: readonly ClientRow[] = [...[acpClient, mcpClient, sdkWireClient].map(stdioRow), acpxClient];
