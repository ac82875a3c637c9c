import { changesSince, isStanding, trustedBefore } from './trust-record.js';
import type { TrustOptions, TrustPart, TrustVerdict } from './verdict.js';

type Subject = Pick<TrustVerdict, 'root' | 'config'>;

interface Case extends Subject {
  readonly parts: readonly TrustPart[];
  /** The hash over all parts. */
  readonly hash: string;
  readonly trust: TrustOptions;
  /** The subject whose trust with any future content covers these parts too. Default: the subject itself. */
  readonly coveredBy?: Subject | undefined;
  /** Whether the user trusted this folder elsewhere. */
  readonly accepted?: boolean | undefined;
}

/** Looks up whether this user trusts these parts. */
export function verdictOf({ root, config, parts, hash, trust, coveredBy, accepted = false }: Case): TrustVerdict {
  const before = parts.length === 0 ? undefined : trustedBefore(trust.file, { root, config });
  const isSeen = accepted || parts.length === 0 || (trust.hashes ?? []).includes(hash) || before?.hash === hash;
  const covering = coveredBy ?? { root, config };
  const standing = !isSeen && isStanding(coveredBy === undefined ? before : trustedBefore(trust.file, coveredBy), covering);
  const changes = isSeen || before === undefined ? undefined : changesSince(before, parts, { file: trust.file, root, config });
  return {
    root,
    config,
    hash,
    trusted: isSeen || standing,
    parts,
    ...(standing ? { standing } : {}),
    ...(changes === undefined ? {} : { changes }),
  };
}
