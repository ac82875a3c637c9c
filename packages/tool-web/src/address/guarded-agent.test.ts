import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import { describe, expect, it, vi } from 'vitest';
import { fetchPage } from '../fetch/fetch-page.js';
import { serve, serveRaw } from '../testing/servers.js';
import { type Network, publicNetwork } from './network.js';

const never = new AbortController().signal;
const get = (url: string, network: Network) =>
  fetchPage(new URL(url), { network, headers: {}, maxBytes: 1000, signal: never }).then(
    (page) => ('bytes' in page ? page.bytes.toString() : page.location),
    (error: Error) => `refused: ${error.message}`,
  );

/** A network in which 127.0.0.2 counts as public, so that real sockets can show where they go. */
function rehearsal(answers: LookupAddress[][]): Network & { asked: number } {
  const network = {
    asked: 0,
    allows: () => false,
    judge: (address: string) => (address === '127.0.0.2' ? undefined : 'this machine'),
    lookup(_host: string, _options: object, done: (error: null, addresses: LookupAddress[]) => void) {
      done(null, answers[Math.min(network.asked++, answers.length - 1)] ?? []);
    },
  };
  return network;
}

const at = (address: string): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 });
const hello = (text: string) => (_request: unknown, response: { end(text: string): void }) => response.end(text);

describe('the connection goes to a checked address or does not come about (TOOL-FETCH-07)', () => {
  it('a name is resolved once, and the socket goes to that answer: rebinding gains nothing', async () => {
    const outside = await serve(hello('outside'), '127.0.0.2');
    const network = rehearsal([[at('127.0.0.2')], [at('127.0.0.1')]]);
    expect(await get(`http://rebind.example:${outside.port}/`, network)).toBe('outside');
    expect(network.asked).toBe(1);
  });

  it('the second answer is judged like the first when a second connection asks for it', async () => {
    const inside = await serve(hello('inside'));
    const network = rehearsal([[at('127.0.0.1')]]);
    expect(await get(`http://rebind.example:${inside.port}/`, network)).toMatch(
      /refused: rebind.example has the address 127.0.0.1/,
    );
    expect(inside.connections).toBe(0);
  });

  it.each([
    [['127.0.0.2', '127.0.0.1']],
    [['127.0.0.1', '127.0.0.2']],
    [['127.0.0.2', '::1']],
    [['::ffff:127.0.0.2', '127.0.0.2']],
  ])('one address inside among the answers %j refuses all of them', async (addresses) => {
    const outside = await serve(hello('outside'), '127.0.0.2');
    expect(await get(`http://mixed.example:${outside.port}/`, rehearsal([addresses.map(at)]))).toMatch(/^refused/);
    expect(outside.connections).toBe(0);
  });

  it('an address in the URL is judged although Node does not resolve it', async () => {
    const inside = await serve(hello('inside'));
    const unasked = rehearsal([]);
    expect(await get(inside.url, unasked)).toMatch(/^refused: 127.0.0.1 is not a public address/);
    expect(await get(`http://[::1]:${inside.port}/`, unasked)).toMatch(/^refused/);
    expect([inside.connections, unasked.asked]).toEqual([0, 0]);
  });

  it('refuses localhost and every other name that the system resolves to this machine', async () => {
    const inside = await serve(hello('inside'));
    const network = { ...publicNetwork([]), lookup: systemLookup as Network['lookup'] };
    expect(await get(`http://localhost:${inside.port}/`, network)).toMatch(/localhost has the address .* not a public address/);
    expect(inside.connections).toBe(0);
  });

  it('a name without an address is unknown', async () => {
    expect(await get('http://none.example/', rehearsal([[]]))).toMatch(/^refused/);
  });

  it('each hop is judged: a redirect to the same name that now resolves inward is refused', async () => {
    const outside = await serve((_request, response) => {
      response.writeHead(302, { location: '/next', connection: 'close' }).end();
    }, '127.0.0.2');
    const network = rehearsal([[at('127.0.0.2')], [at('127.0.0.1')]]);
    expect(await get(`http://hop.example:${outside.port}/`, network)).toMatch(/^refused/);
    expect(network.asked).toBe(2);
    expect(outside.requests).toHaveLength(1);
  });

  it('http is made https: what reaches the host is a TLS hello (TOOL-FETCH-01)', async () => {
    const first: number[] = [];
    const server = await serveRaw((socket, data) => {
      first.push(data[0] ?? 0);
      socket.destroy();
    });
    const { targetOf } = await import('./target.js');
    const network = { ...rehearsal([]), judge: () => undefined };
    await get(targetOf(server.url, network).href, network);
    expect(first).toEqual([0x16]);
  });

  it('proxy variables are not read', async () => {
    const proxy = await serve(hello('proxy'));
    const outside = await serve(hello('outside'), '127.0.0.2');
    for (const name of ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY', 'ALL_PROXY']) vi.stubEnv(name, proxy.url);
    expect(await get(`http://direct.example:${outside.port}/`, rehearsal([[at('127.0.0.2')]]))).toBe('outside');
    expect(proxy.connections).toBe(0);
  });
});
