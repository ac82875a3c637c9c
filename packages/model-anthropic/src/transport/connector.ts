import type { Missing } from '@loadout/core/model';
import { errors } from '../errors.js';
import type { AnthropicOptions } from '../options.js';
import type { Client } from './client.js';
import { cloudClient } from './cloud/cloud-client.js';
import { type CloudConnection, cloudConnectionOf } from './cloud/cloud-connection.js';
import { type Connection, connectionOf, missingCredential } from './connection.js';
import { Key } from './key.js';
import type { Route } from './node-fetch.js';

type Env = Readonly<Record<string, string | undefined>>;

/** The options without what must be asked for. */
const fixed = ({ apiKey, ...others }: AnthropicOptions) => ({
  ...others,
  apiKey: typeof apiKey === 'string' ? apiKey : undefined,
});

const isCloud = ({ transport = 'api' }: AnthropicOptions): boolean => transport !== 'api';

/**
 * Returns why the provider cannot be used, if it is known before a request. A credential that must be asked for counts as present.
 * With `needsKey`, the request fails and not the choice of the model.
 */
export function missingPart(options: AnthropicOptions, env: Env): Missing | undefined {
  if (isCloud(options)) return cloudConnectionOf(fixed(options), env).incomplete;
  const { apiKey, apiKeyHelper, tokenCommand, needsKey } = options;
  if (typeof apiKey === 'function' || apiKeyHelper !== undefined || tokenCommand !== undefined || needsKey === true)
    return undefined;
  return missingCredential(connectionOf(fixed(options), env));
}

/** Finds out where requests go and with which credential, each time, and keeps the client as long as that is the same. */
export class Connector {
  readonly #options: AnthropicOptions;
  readonly #env: Env;
  readonly #key: Key;
  readonly #token: Key;
  #client: { readonly connection: Connection; readonly client: Client } | undefined;
  #secrets: readonly string[] = [];

  constructor(options: AnthropicOptions, env: Env) {
    this.#options = options;
    this.#env = env;
    this.#key = new Key(options);
    this.#token = new Key({ apiKeyHelper: options.tokenCommand });
    this.#keepSecrets(isCloud(options) ? cloudConnectionOf(fixed(options), env) : connectionOf(fixed(options), env));
  }

  /** All credentials that were or may be sent. */
  get secrets(): readonly string[] {
    return this.#secrets;
  }

  #keepSecrets({ secrets }: Pick<Connection, 'secrets'>): void {
    const added = secrets.filter((secret) => !this.#secrets.includes(secret));
    if (added.length > 0) this.#secrets = [...this.#secrets, ...added];
  }

  /** Throws MODEL_KEY_MISSING. */
  async connected(timeoutSeconds: number): Promise<{ readonly connection: Connection; readonly client: Client }> {
    const options = { ...this.#options, apiKey: await this.#key.now() };
    const token = await this.#token.now();
    const connection = isCloud(options) ? this.#toCloud(options, token) : this.#toApi(options, token);
    this.#keepSecrets(connection);
    return { connection, client: await this.#clientFor(connection, timeoutSeconds) };
  }

  /** A credential was refused. Returns whether another may be had. */
  refused({ apiKey, authToken }: Connection): boolean {
    const hasKey = this.#key.refused(apiKey);
    return this.#token.refused(authToken) || hasKey;
  }

  #toApi(options: ReturnType<typeof fixed>, token: string | undefined): Connection {
    const connection = connectionOf({ ...options, authToken: options.authToken ?? token }, this.#env);
    const missing = missingCredential(connection, { always: options.needsKey });
    if (missing !== undefined) {
      this.#keepSecrets(connection);
      throw errors.MODEL_KEY_MISSING({ why: missing.why });
    }
    return connection;
  }

  #toCloud(options: ReturnType<typeof fixed>, token: string | undefined): CloudConnection {
    const connection = cloudConnectionOf(options, this.#env, token);
    if (connection.incomplete !== undefined)
      throw errors.MODEL_KEY_MISSING({ why: connection.incomplete.why, cloud: options.transport });
    return connection;
  }

  /** Loaded at the first request. A changed environment makes a new client. */
  async #clientFor(connection: Connection, timeoutSeconds: number): Promise<Client> {
    const found = this.#client;
    if (found !== undefined && isSame(found.connection, connection)) return found.client;
    const client = await this.#newClient(connection, { timeoutSeconds, proxy: this.#options.proxy });
    this.#client = { connection, client };
    return client;
  }

  async #newClient(connection: Connection | CloudConnection, route: Route): Promise<Client> {
    if ('cloud' in connection) {
      return cloudClient(connection, { ...route, onTokens: (secrets) => this.#keepSecrets({ secrets }) });
    }
    const { apiClient } = await import('./api-client.js');
    return apiClient(connection, route);
  }
}

const isSame = (one: Connection, other: Connection): boolean => JSON.stringify(one) === JSON.stringify(other);
