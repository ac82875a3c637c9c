import type { ClientRow } from './client-row.js';
import { AGENT_CLIENTS } from './http/agent-clients.js';
import { MCP_ROW } from './http/mcp-row.js';
import { OPENAI_CLIENTS } from './http/openai-clients.js';
import { rowOf } from './http/row-of.js';

/** The clients of the doors over HTTP. */
export const HTTP_CLIENTS: readonly ClientRow[] = [...[...OPENAI_CLIENTS, ...AGENT_CLIENTS].map(rowOf), MCP_ROW];
