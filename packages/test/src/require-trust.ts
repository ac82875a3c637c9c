import { changesText, plain, trustSources } from '@loadout/command';
import { errors as configErrors, type TrustOptions, type TrustVerdict } from '@loadout/config';
import type { CommandHost } from '@loadout/core/commands';
import { trustFile } from '@loadout/node';
import type { ConfigFlags } from './definition.js';
import { errors } from './errors.js';

interface Context {
  readonly flags: ConfigFlags;
  readonly io: Pick<CommandHost, 'env'>;
}

/** The sources of trust in what is tested. */
export const trustOf = ({ flags, io }: Context): TrustOptions =>
  trustSources(flags.trust, { env: io.env, file: trustFile(io.env) });

/** Throws TRUST_NEEDED, or TRUST_OTHER where a hash was given, unless all parts are trusted: a test of half a configuration says nothing. */
export function requireTrust(trust: TrustVerdict | undefined, context: Context): void {
  if (trust === undefined || trust.trusted) return;
  const { config, hash } = trust;
  const changes = trust.changes === undefined ? undefined : changesText(trust.changes, { paint: plain });
  if (trustOf(context).hashes !== undefined) throw errors.TRUST_OTHER({ config, hash, changes });
  throw configErrors.TRUST_NEEDED({ config, hash, what: 'tests and evals run only what is trusted', changes });
}
