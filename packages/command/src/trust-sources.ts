import { errors } from './errors.js';

/** Where trust comes from. */
interface TrustSources {
  /** The record of this user. */
  readonly file: string;
  /** Hashes that are trusted for this run only. */
  readonly hashes?: readonly string[];
}

/** The record of this user, and the hashes of LOADOUT_TRUST and `--trust`. No option trusts everything. Throws TRUST_HASH. */
export function trustSources(
  flag: string | undefined,
  { env, file }: { readonly env: Readonly<Record<string, string | undefined>>; readonly file: string },
): TrustSources {
  const fromEnv = (env.LOADOUT_TRUST ?? '').split(/[\s,]+/).filter((one) => one !== '');
  const hashes = [
    ...fromEnv.map((found) => readHash(found, 'LOADOUT_TRUST')),
    ...(flag === undefined ? [] : [readHash(flag, '--trust')]),
  ];
  return { file, ...(hashes.length === 0 ? {} : { hashes }) };
}

export function readHash(found: string, from: string): string {
  const hash = found.toLowerCase().replace(/^sha256:/, '');
  if (!/^[0-9a-f]{64}$/.test(hash)) throw errors.TRUST_HASH({ found, from });
  return hash;
}
