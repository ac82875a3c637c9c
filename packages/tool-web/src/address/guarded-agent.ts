import type { LookupFunction } from 'node:net';
import type { Agent } from 'undici';
import { errors } from '../errors.js';
import type { Network } from './network.js';
import { literalAddress } from './target.js';

/**
 * An agent that connects only to addresses that the network permits. An address in the URL is checked here, because Node resolves
 * only names. A name is resolved once, every answer is checked, and the socket gets only the checked answers, so a second answer
 * never counts. Proxy variables are not read.
 */
export async function guardedAgent(network: Network): Promise<Agent> {
  const { Agent, buildConnector } = await import('undici');
  // The caller's own time limit ends a connection that does not come about.
  const common = { timeout: 0, allowH2: false };
  const guarded = buildConnector({
    ...common,
    lookup: resolveWith(network, (host, address) => refuse(network, { host, address })),
  });
  const open = buildConnector({ ...common, lookup: resolveWith(network, () => undefined) });
  return new Agent({
    maxHeaderSize: 32 * 1024,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect(options, done) {
      const port = Number(options.port) || (options.protocol === 'https:' ? 443 : 80);
      const allowed = network.allows(options.hostname, port);
      const address = literalAddress(options.hostname);
      const refusal = allowed || address === undefined ? undefined : refuse(network, { host: address, address });
      if (refusal !== undefined) return done(refusal, null);
      // A socket wants an IPv6 address without its brackets.
      (allowed ? open : guarded)({ ...options, hostname: address ?? options.hostname }, done);
    },
  });
}

function refuse(network: Network, { host, address }: { host: string; address: string }): Error | undefined {
  const what = network.judge(address);
  return what === undefined ? undefined : errors.WEB_ADDRESS_REFUSED({ host, address, what });
}

function resolveWith(network: Network, judge: (host: string, address: string) => Error | undefined): LookupFunction {
  return (hostname, options, done) => {
    const family = options.family === 'IPv4' ? 4 : options.family === 'IPv6' ? 6 : options.family;
    network.lookup(hostname, { family: family ?? 0, hints: options.hints ?? 0, all: true }, (error, addresses) => {
      const refusal = error ?? addresses.map(({ address }) => judge(hostname, address)).find((one) => one !== undefined);
      const [first] = addresses ?? [];
      if (refusal !== undefined) done(refusal, '', 0);
      else if (options.all === true) done(null, addresses);
      else if (first === undefined) done(Object.assign(new Error('no address'), { code: 'ENOTFOUND' }), '', 0);
      else done(null, first.address, first.family);
    });
  };
}
