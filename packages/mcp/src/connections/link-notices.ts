import { LoadoutError } from '@loadout/core';
import type { ServerLogin } from '../auth/server-login.js';
import type { McpNotice } from './host.js';

const MOST_WARNINGS = 2_000;

/** Notices about one server for the person, without the credentials that were sent to the server. Source: MCP-17. */
export class LinkNotices {
  readonly #tell: (notice: Omit<McpNotice, 'server'>) => void;
  readonly #login: ServerLogin | undefined;
  readonly #told = new Set<string>();

  constructor(login: ServerLogin | undefined, tell: (notice: Omit<McpNotice, 'server'>) => void) {
    this.#login = login;
    this.#tell = tell;
  }

  warn(message: string): void {
    this.#tell({ level: 'warning', message: this.redact(message) });
  }

  /** Warns once per text, and stops after a number of different texts. */
  warnOnce(message: string): void {
    if (this.#told.has(message) || this.#told.size >= MOST_WARNINGS) return;
    this.#told.add(message);
    this.warn(message);
  }

  error(message: string): void {
    this.#tell({ level: 'error', message: this.redact(message) });
  }

  redact(text: string): string {
    return this.#login?.redact(text) ?? text;
  }

  redactError(error: LoadoutError): LoadoutError {
    const message = this.redact(error.message);
    return message === error.message ? error : new LoadoutError(error.code, message, { fix: error.fix });
  }
}
