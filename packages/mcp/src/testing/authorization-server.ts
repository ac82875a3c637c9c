import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { fromJsonSchema, McpServer, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';

export interface GuardedServer {
  /** The URL of the MCP server, which needs a token of the authorization server at the same address. */
  readonly url: string;
  /** The requests to the authorization server: `register`, `authorize`, `token authorization_code`, `token refresh_token`. */
  readonly asked: string[];
  readonly tokens: Set<string>;
  /** Makes every access token that was given out so far worth nothing; refresh tokens still work. */
  expire(): void;
  /** From now on no refresh token works. */
  refuseRefresh(): void;
  stop(): Promise<void>;
}

/**
 * An authorization server and an MCP server behind it, over loopback. It registers clients, checks the PKCE verifier, the
 * redirect and the resource, and accepts each refresh token once. Opening its page counts as agreeing.
 */
export async function guardedServer(): Promise<GuardedServer> {
  const state = new Authorization();
  const server = createServer((request, response) => void state.handle(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  state.origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  return {
    url: `${state.origin}/mcp`,
    asked: state.asked,
    tokens: state.seen,
    expire: () => state.access.clear(),
    refuseRefresh: () => state.refresh.clear(),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

class Authorization {
  origin = '';
  readonly asked: string[] = [];
  readonly access = new Set<string>();
  readonly refresh = new Set<string>();
  readonly seen = new Set<string>();
  readonly #clients = new Map<string, readonly string[]>();
  readonly #codes = new Map<string, { readonly challenge: string; readonly redirect: string; readonly client: string }>();

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', this.origin);
    const body = await bodyOf(request);
    if (pathname === '/mcp') return this.#guard(request, { response, body });
    if (pathname === '/.well-known/oauth-protected-resource/mcp')
      return void json(response, 200, {
        resource: `${this.origin}/mcp`,
        authorization_servers: [this.origin],
        scopes_supported: ['tools'],
      });
    if (pathname === '/.well-known/oauth-authorization-server') return void json(response, 200, this.#metadata());
    if (pathname === '/register') return this.#register(response, JSON.parse(body));
    if (pathname === '/authorize') return this.#authorize(response, searchParams);
    if (pathname === '/token') return this.#token(response, new URLSearchParams(body));
    json(response, 404, {});
  }

  #metadata() {
    return {
      issuer: this.origin,
      authorization_endpoint: `${this.origin}/authorize`,
      token_endpoint: `${this.origin}/token`,
      registration_endpoint: `${this.origin}/register`,
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
    };
  }

  #register(response: ServerResponse, metadata: { redirect_uris: string[] }): void {
    this.asked.push('register');
    const client = randomUUID();
    this.#clients.set(client, metadata.redirect_uris);
    json(response, 201, { ...metadata, client_id: client });
  }

  #authorize(response: ServerResponse, params: URLSearchParams): void {
    this.asked.push('authorize');
    const redirect = params.get('redirect_uri') ?? '';
    const client = params.get('client_id') ?? '';
    const isRight =
      this.#clients.get(client)?.includes(redirect) === true &&
      params.get('code_challenge_method') === 'S256' &&
      params.get('resource') === `${this.origin}/mcp`;
    if (!isRight) return void json(response, 400, { error: 'invalid_request' });
    const code = randomUUID();
    this.#codes.set(code, { challenge: params.get('code_challenge') ?? '', redirect, client });
    const back = new URL(redirect);
    back.search = new URLSearchParams({ code, state: params.get('state') ?? '' }).toString();
    response.writeHead(302, { location: back.href }).end();
  }

  #token(response: ServerResponse, params: URLSearchParams): void {
    const grant = params.get('grant_type') ?? '';
    this.asked.push(`token ${grant}`);
    const isRight = grant === 'refresh_token' ? this.refresh.delete(params.get('refresh_token') ?? '') : this.#redeem(params);
    if (!isRight || params.get('resource') !== `${this.origin}/mcp`) return void json(response, 400, { error: 'invalid_grant' });
    const [access, refresh] = [`access-${randomUUID()}`, `refresh-${randomUUID()}`];
    this.access.add(access);
    this.refresh.add(refresh);
    for (const token of [access, refresh]) this.seen.add(token);
    json(response, 200, { access_token: access, refresh_token: refresh, token_type: 'Bearer', expires_in: 3600 });
  }

  #redeem(params: URLSearchParams): boolean {
    const code = params.get('code') ?? '';
    const known = this.#codes.get(code);
    this.#codes.delete(code);
    const challenge = createHash('sha256')
      .update(params.get('code_verifier') ?? '')
      .digest('base64url');
    return (
      known?.challenge === challenge && known.redirect === params.get('redirect_uri') && known.client === params.get('client_id')
    );
  }

  async #guard(request: IncomingMessage, { response, body }: { response: ServerResponse; body: string }): Promise<void> {
    const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
    if (!this.access.has(token)) {
      const metadata = `${this.origin}/.well-known/oauth-protected-resource/mcp`;
      response.setHeader('www-authenticate', `Bearer resource_metadata="${metadata}"`);
      return void json(response, 401, { error: `unknown token ${token}` });
    }
    const transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: undefined, enableJsonResponse: true });
    await leaky(token).connect(transport);
    const headers = new Headers(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const method = request.method ?? 'GET';
    if (method === 'GET') return void json(response, 405, {});
    const answer = await transport.handleRequest(new Request(`${this.origin}/mcp`, { method, headers, body }));
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
  }
}

/** A server that prints the token that it was sent, which no result may show. */
function leaky(token: string): McpServer {
  const server = new McpServer({ name: 'guarded', version: '1' });
  const inputSchema = fromJsonSchema<Record<string, never>>({ type: 'object', properties: {} });
  server.registerTool('whoami', { description: 'Says who calls.', inputSchema }, () => ({
    content: [{ type: 'text', text: `You are ${token}.` }],
  }));
  return server;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function json(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}
