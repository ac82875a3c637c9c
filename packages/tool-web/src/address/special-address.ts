import { BlockList, isIP } from 'node:net';

/** The special-purpose registries of IANA, and one address that a cloud gives to its hosts' own services. */
const SPECIAL_V4 = ranges('ipv4', {
  '0.0.0.0/8': 'this network',
  '10.0.0.0/8': 'private network',
  '100.64.0.0/10': 'shared by a provider',
  '127.0.0.0/8': 'this machine',
  '169.254.0.0/16': 'link-local, where clouds keep credentials',
  '172.16.0.0/12': 'private network',
  '192.0.0.0/24': 'protocol assignments',
  '192.0.2.0/24': 'documentation',
  '192.31.196.0/24': 'special purpose',
  '192.52.193.0/24': 'special purpose',
  '192.88.99.0/24': '6to4 relay',
  '192.168.0.0/16': 'private network',
  '192.175.48.0/24': 'special purpose',
  '198.18.0.0/15': 'benchmarking',
  '198.51.100.0/24': 'documentation',
  '203.0.113.0/24': 'documentation',
  '224.0.0.0/4': 'multicast',
  '240.0.0.0/4': 'reserved',
  '168.63.129.16/32': "a cloud's own services",
});

/** The special ranges inside 2000::/3. 2001::/23 contains Teredo, and 2002::/16 is 6to4: both carry an IPv4 address. */
const SPECIAL_V6 = ranges('ipv6', {
  '2001::/23': 'protocol assignments, Teredo',
  '2001:db8::/32': 'documentation',
  '2002::/16': '6to4',
  '2620:4f:8000::/48': 'special purpose',
  '3fff::/20': 'documentation',
});

/** Everything else of IPv6 is not the internet: loopback, mapped, compatible, NAT64, unique local, link-local, multicast. */
const GLOBAL_V6 = ranges('ipv6', { '2000::/3': 'global unicast' });

/** Why this address is not one of the public internet; `undefined` when it is. Takes addresses as a resolver writes them. */
export function specialAddress(address: string): string | undefined {
  const version = isIP(address);
  if (version === 4) return holding(SPECIAL_V4, address);
  if (version !== 6 || address.includes('%')) return 'not an address of the internet';
  if (holding(GLOBAL_V6, address) === undefined) return 'no global unicast address';
  return holding(SPECIAL_V6, address) ?? isatap(address);
}

interface Range {
  readonly list: BlockList;
  readonly family: 'ipv4' | 'ipv6';
  readonly what: string;
}

function ranges(family: 'ipv4' | 'ipv6', table: Readonly<Record<string, string>>): readonly Range[] {
  return Object.entries(table).map(([cidr, what]) => {
    const [net = '', bits = ''] = cidr.split('/');
    const list = new BlockList();
    list.addSubnet(net, Number(bits), family);
    return { list, family, what: `${what}, ${cidr}` };
  });
}

const holding = (table: readonly Range[], address: string) => table.find(({ list, family }) => list.check(address, family))?.what;

/** An interface identifier that carries an IPv4 address below any prefix. */
function isatap(address: string): string | undefined {
  const canonical = new URL(`http://[${address}]`).hostname;
  return /:(?:200:)?5efe:[0-9a-f]{1,4}:[0-9a-f]{1,4}\]$/.test(canonical) ? 'ISATAP' : undefined;
}
