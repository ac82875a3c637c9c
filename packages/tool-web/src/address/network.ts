import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns';
import { type AllowedHosts, allowedHosts } from './allowed-hosts.js';
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
