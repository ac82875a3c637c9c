import { changesText, plain } from '@loadout/node/command';
import { errors, type TrustVerdict } from '@loadout/config';
import type { Io } from '../io.js';
import { settleTrust, type TrustFlags, trustOptions } from '../load/settle-trust.js';

/** Throws TRUST_NEEDED unless all parts are trusted: a test of half a configuration says nothing. */
export function requireTrust(trust: TrustVerdict | undefined, context: { readonly flags: TrustFlags; readonly io: Io }): void {
  if (trust === undefined || trust.trusted) return;
  // A hash that was given for other content is refused with both hashes.
  if ((trustOptions(context.flags, context.io).hashes ?? []).length > 0) settleTrust(trust, context);
  const changes = trust.changes === undefined ? undefined : changesText(trust.changes, { paint: plain });
  throw errors.TRUST_NEEDED({ config: trust.config, hash: trust.hash, what: 'loadout test runs only what is trusted', changes });
}
