import { download, isLoopback } from '@loadout/node/archive';
import { errors } from '../errors.js';

export interface RegistryPlace {
  /** The folder that paths begin at. */
  readonly folder: string;
  /** The address of the registry. Default: that of the protocol. */
  readonly base?: string | undefined;
  /** The folder of this plugin's data, for bundles. */
  readonly stateDir?: string | undefined;
  /** Whether this user trusts the configuration as it is. An address that it names is read only then. Absent: it is the user's own. */
  readonly isTrusted?: (() => Promise<boolean>) | undefined;
}

const BASE = 'https://registry.modelcontextprotocol.io';

export const baseOf = ({ base = BASE }: RegistryPlace): string => base.replace(/\/$/, '');

/** Throws REGISTRY_WAITS if the configuration that leads to an address waits for trust. */
export async function requireTrust(address: string, { isTrusted }: RegistryPlace): Promise<void> {
  if (isTrusted !== undefined && !(await isTrusted())) throw errors.REGISTRY_WAITS({ address });
}

interface Wanted {
  /** The most bytes of an answer. */
  readonly most: number;
  readonly follows?: boolean;
}

/** Reads an encrypted address, or one of the registry that the person named on this machine. Throws with a reason. */
export const fetched = (address: string, place: RegistryPlace, wanted: Wanted): Promise<Buffer> =>
  download(address, { ...wanted, allows: (one) => one.startsWith(`${baseOf(place)}/`) && isLoopback(one) });
