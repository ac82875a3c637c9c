import { BaseAnthropic } from '@anthropic-ai/sdk';
import { answered, type Client, headersOf } from './client.js';
import type { Connection } from './connection.js';
import type { Route } from './node-fetch.js';
import { sdkOptions, withoutCustomHeaders } from './sdk-options.js';

/** A client of the Messages API itself. Credentials are headers of the request. */
export function apiClient(connection: Connection, route: Route): Client {
  const sdk = withoutCustomHeaders(() => new WithoutChain({ ...sdkOptions(connection, route), apiKey: null, authToken: null }));
  return {
    post: async (pieces, { signal, betas, headers }) =>
      answered(sdk, { exchange: { pieces, signal }, headers: { ...headersOf(connection, betas), ...headers } }),
  };
}

/** Searches for no credential, because the SDK would send it to a server that a configuration names. */
class WithoutChain extends BaseAnthropic {
  protected override _shouldResolveDefaultCredentials(): boolean {
    return false;
  }
}
