import { changesText, ownName, plain, trustSources } from '@loadout/command';
import {
  errors as configErrors,
  type LoadedConfig,
  openVerdicts,
  type TrustOptions,
  type TrustPart,
  type TrustVerdict,
} from '@loadout/config';
import type { LockOptions } from '@loadout/lock';
import { trustFile } from '@loadout/node';
import { errors } from '../errors.js';
import type { Io } from '../io.js';

export interface TrustFlags {
  readonly trust?: string | undefined;
  readonly 'require-trust'?: boolean;
}

/** The sources of trust: the record of this user, and the hashes given for this run. No option trusts everything. */
export const trustOptions = (flags: TrustFlags, { env }: Pick<Io, 'env'>): TrustOptions =>
  trustSources(flags.trust, { env, file: trustFile(env) });

/** Reports the parts that are left out because they are not trusted. Throws if the flags do not allow leaving them out. */
export function settleTrust(
  trust: TrustVerdict | undefined,
  { flags, io }: { readonly flags: TrustFlags; readonly io: Io },
): void {
  // A given hash is about the configuration. A personal file that it does not cover is left out.
  const hashes = trustOptions(flags, io).hashes ?? [];
  for (const verdict of openVerdicts(trust)) settleOne(verdict, { flags, io, isOther: hashes.length > 0 && verdict === trust });
}

interface Settling {
  readonly flags: TrustFlags;
  readonly io: Io;
  /** Whether the run names a hash that is not that of this content. */
  readonly isOther: boolean;
}

function settleOne(trust: TrustVerdict, { flags, io, isOther }: Settling): void {
  const { config, hash } = trust;
  const changes = trust.changes === undefined ? undefined : changesText(trust.changes, { paint: plain });
  if (isOther) throw errors.TRUST_OTHER({ config, hash, changes });
  if (flags['require-trust'] === true) throw configErrors.TRUST_NEEDED({ config, hash, what: '--require-trust is set', changes });
  const why = trust.changes === undefined ? 'is not trusted' : 'changed since you trusted it';
  const what = trust.isTracked === true ? 'is tracked by git now' : why;
  io.note(`${config} ${what}, so these parts are disabled: ${listed(trust.parts)}.`);
  io.tell(`To review and enable them: ${ownName(io.env)} trust\n`);
}

const SHOWN = 6;

function listed(parts: readonly TrustPart[]): string {
  const names = [...new Set(parts.map((part) => part.path))];
  const more = names.length - SHOWN;
  return [...names.slice(0, SHOWN), ...(more > 0 ? [`and ${more} more`] : [])].join(', ');
}

/** The content of a lock: everything that the configuration names, trusted or not. */
export function lockOptions(
  { plan, mounts }: LoadedConfig,
  { flags, io }: { readonly flags: TrustFlags; readonly io: Io },
): LockOptions {
  const { configDir, configFile = '' } = plan;
  return { configFile, configDir, mounts, env: io.env, trust: trustOptions(flags, io) };
}
