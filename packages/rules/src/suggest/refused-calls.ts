import type { CallRecord } from '../record/recorded-call.js';
import type { Approval, Evidence } from './approvals.js';
import type { Candidate } from './candidate.js';
import { subcommandRules } from './command-rules.js';
import { domainRules } from './domain-rules.js';
import { type ExactRule, exactRules } from './exact-rules.js';
import { folderRules } from './folder-rules.js';

/** The exact rules about calls that a person refused. A call of several rules is refused as a whole, and says nothing of one of them. */
export function refusedRules({ calls }: CallRecord, evidence: Evidence): readonly ExactRule[] {
  const refusals = calls.flatMap((record): readonly Approval[] =>
    record.answer === 'denied' && record.spared.length === 1 ? [{ record, exact: record.spared }] : [],
  );
  return exactRules({ ...evidence, approvals: refusals });
}

/** The folders, subcommands and domains that several calls share, the widest first. A rule that allows less may be about any of them. */
export const sharedRules = (exact: readonly ExactRule[]): readonly Candidate[] => [
  ...folderRules(exact),
  ...subcommandRules(exact),
  ...domainRules(exact),
];
