import type { ClientOptions } from '@anthropic-ai/sdk';
import type { Connection } from './connection.js';
import { nodeFetch, type Route } from './node-fetch.js';

/** A timer cannot be longer. */
const LONGEST_MS = 2 ** 31 - 1;

/** The options of every client of an SDK. Each option that an SDK would read from the environment is given. */
export const sdkOptions = (connection: Connection, route: Route) =>
  ({
    baseURL: connection.baseUrl,
    fetch: nodeFetch(connection, route),
    timeout: Math.min(Math.ceil(route.timeoutSeconds * 1000), LONGEST_MS),
    maxRetries: 0,
    webhookKey: null,
    logLevel: 'off',
    openTelemetry: false,
  }) as const satisfies ClientOptions;

/** Makes a client without ANTHROPIC_CUSTOM_HEADERS, which every SDK reads: its headers are meant for the address in the environment. */
export function withoutCustomHeaders<T>(make: () => T): T {
  const { ANTHROPIC_CUSTOM_HEADERS: custom } = process.env;
  delete process.env.ANTHROPIC_CUSTOM_HEADERS;
  try {
    return make();
  } finally {
    if (custom !== undefined) process.env.ANTHROPIC_CUSTOM_HEADERS = custom;
  }
}
