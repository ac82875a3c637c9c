import type {
  OAuthClientInformationContext,
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import type { OAuthClientConfig } from '../config/server-config.js';
import { isSecure } from './server-login.js';

export interface NewLoginParts {
  readonly redirectUrl: string;
  readonly state: string;
  readonly oauth: OAuthClientConfig;
  openUrl(url: string): void | Promise<void>;
}

/**
 * The state of one login attempt, as the SDK asks for it. It uses nothing of an earlier login, because the redirect address
 * differs.
 */
export class NewLogin implements OAuthClientProvider {
  readonly redirectUrl: string;
  readonly state: () => string;
  client: StoredOAuthClientInformation | undefined;
  got: StoredOAuthTokens | undefined;
  discovery: OAuthDiscoveryState | undefined;
  resource: string | undefined;
  readonly #openUrl: NewLoginParts['openUrl'];
  readonly #secret: string | undefined;
  #verifier = '';

  constructor({ redirectUrl, state, oauth, openUrl }: NewLoginParts) {
    this.redirectUrl = redirectUrl;
    this.state = () => state;
    this.#openUrl = openUrl;
    this.#secret = oauth.clientSecret;
    const { clientId } = oauth;
    if (clientId !== undefined)
      this.client = { client_id: clientId, ...(this.#secret === undefined ? {} : { client_secret: this.#secret }) };
  }

  get clientMetadata() {
    return {
      client_name: 'Loadout',
      redirect_uris: [this.redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: this.#secret === undefined ? 'none' : 'client_secret_post',
    };
  }
  /** A client that the configuration names is at home wherever its server sends us. */
  clientInformation = (at?: OAuthClientInformationContext) =>
    this.client && { ...(at === undefined ? {} : { issuer: at.issuer }), ...this.client };
  saveClientInformation(client: StoredOAuthClientInformation) {
    this.client = client;
  }
  tokens = () => this.got;
  saveTokens(tokens: StoredOAuthTokens) {
    this.got = tokens;
  }
  codeVerifier = () => this.#verifier;
  saveCodeVerifier(verifier: string) {
    this.#verifier = verifier;
  }
  discoveryState = () => this.discovery;
  saveDiscoveryState(discovery: OAuthDiscoveryState) {
    this.discovery = discovery;
  }
  saveResourceUrl(resource: string) {
    this.resource = resource;
  }
  /** A server says where to go, and a page of another kind than these could start a program. */
  async redirectToAuthorization(url: URL) {
    if (!isSecure(url)) throw new Error(`its page for logins is at ${url.protocol}//${url.host}, which is not https`);
    await this.#openUrl(url.href);
  }
}
