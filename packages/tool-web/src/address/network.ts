import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns';
import { errors } from '../errors.js';
import { specialAddress } from './special-address.js';

/** Which part of the network may be reached, and how names are resolved there. */
export interface Network {
  readonly allows: AllowedHosts;
  /** Why an address is refused; `undefined` when it is not. */
  judge(address: string): string | undefined;
  lookup(
    hostname: string,
    options: LookupAllOptions,
    done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
  ): void;
}

/** The public internet and the hosts that the user's options name. */
export const publicNetwork = (allowHosts: readonly string[]): Network => ({
  allows: allowedHosts(allowHosts),
  judge: specialAddress,
  lookup: (hostname, options, done) => lookup(hostname, options, done),
});

/** Says of a host, as a URL writes it, whether the user's own options let it be private. */
type AllowedHosts = (hostname: string, port: number) => boolean;

function allowedHosts(entries: readonly string[]): AllowedHosts {
  const parsed = entries.map(parseEntry);
  return (hostname, port) => parsed.some((one) => one.hostname === hostname && (one.port === undefined || one.port === port));
}

function parseEntry(entry: string): { hostname: string; port: number | undefined } {
  const [, host, port] = /^(\[[^\]]+\]|[^:/@?#*\s[\]]+)(?::(\d{1,5}))?$/.exec(entry) ?? [];
  const url = host !== undefined && URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : undefined;
  if (url === undefined) {
    throw errors.WEB_OPTION_INVALID({ option: 'allowHosts', value: entry, problem: 'it is neither a host nor host:port' });
  }
  return { hostname: url.hostname, port: port === undefined ? undefined : Number(port) };
}
