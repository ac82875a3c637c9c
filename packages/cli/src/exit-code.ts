import { isLoadoutError } from '@loadout/core';

/** Errors that do not mean a wrong configuration or command line. Nearly every other error that prevents a start does. */
const NOT_CONFIG = new Set(['SESSION_BUSY', 'SESSION_DAMAGED', 'SESSION_STORE', 'FILE_NOT_WRITTEN', 'MCP_LOGIN_FAILED']);

export function exitCodeOfError(error: unknown): number {
  if (!isLoadoutError(error) || NOT_CONFIG.has(error.code)) return 1;
  if (/^(?:TRUST|LOCK)_/.test(error.code)) return 6;
  return error.code.startsWith('MODEL_') && error.code !== 'MODEL_UNKNOWN' ? 7 : 2;
}
