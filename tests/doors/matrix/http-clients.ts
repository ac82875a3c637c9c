import type { ClientRow } from './client-row.js';

/** The clients of the doors over HTTP. */
export const HTTP_CLIENTS: readonly ClientRow[] = [];
