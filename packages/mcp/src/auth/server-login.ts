import { defined } from '@loadout/node';
import { kindOf, type McpServerConfig } from '../config/server-config.js';
import { loginFetch } from './login-fetch.js';
import type { LoginStore, StoredLogin } from './login-store.js';

export type Headers = Readonly<Record<string, string>>;

const SHORTEST_SECRET = 8;

/** The person's login at one server, as a session uses it: it is sent along, renewed when it is refused, and never shown. */
export class ServerLogin {
  /** The command that logs a person in. */
  readonly command: string;
  readonly #url: string;
  readonly #store: LoginStore;
  readonly #seen = new Set<string>();
  #renewing: Promise<boolean> | undefined;

  constructor(server: { readonly key: string; readonly url: string }, store: LoginStore) {
    this.command = `loadout mcp login ${/^[\w.-]+$/.test(server.key) ? server.key : JSON.stringify(server.key)}`;
    this.#url = server.url;
    this.#store = store;
  }

  /** Read each time: another process may have logged in or renewed meanwhile. */
  async headers(): Promise<Headers> {
    const stored = await this.#read();
    return stored === undefined ? {} : bearer(stored);
  }

  /** Whether there is something else now than the headers that were refused. Requests that are refused together share one try. */
  renew(refused: Headers): Promise<boolean> {
    this.#renewing ??= this.#renewOnce(refused).finally(() => {
      this.#renewing = undefined;
    });
    return this.#renewing;
  }

  /** Removes credentials from a text, because a server may repeat what it received. */
  redact(text: string): string {
    let clean = text;
    for (const secret of this.#seen) clean = clean.replaceAll(secret, '[redacted]');
    return clean;
  }

  async #renewOnce(refused: Headers): Promise<boolean> {
    const stored = await this.#read();
    if (stored === undefined) return false;
    const isNew = (login: StoredLogin | undefined) =>
      login !== undefined && bearer(login).authorization !== refused.authorization;
    if (isNew(stored)) return true;
    const { refresh_token: refreshToken } = stored.tokens;
    if (refreshToken === undefined) return false;
    try {
      await this.#refresh(stored, refreshToken);
      return true;
    } catch {
      // A refresh token often works once: another process may have been faster.
      return isNew(await this.#read());
    }
  }

  async #refresh(stored: StoredLogin, refreshToken: string): Promise<void> {
    const { refreshAuthorization } = await import('@modelcontextprotocol/client');
    const { authorizationServerUrl, authorizationServerMetadata: metadata } = stored.discovery;
    const tokens = await refreshAuthorization(authorizationServerUrl, {
      ...defined({ metadata }),
      clientInformation: stored.client,
      refreshToken,
      ...defined({ resource: stored.resource }),
      fetchFn: loginFetch(),
    });
    await this.#store.write({ ...stored, tokens: { refresh_token: refreshToken, ...tokens } });
    await this.#read();
  }

  async #read(): Promise<StoredLogin | undefined> {
    const stored = await this.#store.read(this.#url);
    const secrets = [stored?.tokens.access_token, stored?.tokens.refresh_token, stored?.client.client_secret];
    for (const secret of secrets) if (secret !== undefined && secret.length >= SHORTEST_SECRET) this.#seen.add(secret);
    return stored;
  }
}

const bearer = ({ tokens }: StoredLogin) => ({ authorization: `Bearer ${tokens.access_token}` });

/** A login only where the entry brings no credentials of its own. */
export function loginAt(
  { key, config }: { readonly key: string; readonly config: McpServerConfig },
  store: LoginStore | undefined,
): ServerLogin | undefined {
  if (store === undefined || !takesLogin({ key, config })) return undefined;
  return new ServerLogin({ key, url: loginUrl(config) }, store);
}

export function takesLogin({ key, config }: { readonly key: string; readonly config: McpServerConfig }): boolean {
  if (config.url === undefined || config.headersHelper !== undefined) return false;
  if (Object.keys(config.headers ?? {}).some((name) => name.toLowerCase() === 'authorization')) return false;
  try {
    return ['http', 'sse'].includes(kindOf(key, config)) && isSecure(new URL(config.url));
  } catch {
    return false;
  }
}

/** A token that goes over the network in the clear is everybody's. */
export const isSecure = ({ protocol, hostname }: URL) =>
  protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname));

/** As a key: two ways to write one url are one. */
export const loginUrl = (config: McpServerConfig) => new URL(config.url ?? '').href;
