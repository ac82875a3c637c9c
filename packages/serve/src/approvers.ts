import { createHash } from 'node:crypto';
import { type Approvers, isProven, printableJson } from '@loadout/command';
import { errors } from './errors.js';
import type { AnswerWish, OpenAsk } from './http-runs.js';

interface AskedIn {
  readonly session: string;
  readonly from?: Approvers | undefined;
}

/**
 * Binds a question to the people who may answer it. Their signature covers one call, so no rule is offered that would spare the next
 * question.
 */
export function forApprovers({ rules, ...ask }: OpenAsk, { session, from }: AskedIn): OpenAsk {
  if (from === undefined) return rules === undefined ? ask : { ...ask, rules };
  const { call, tool, input, rule = '', at = '' } = ask;
  const hash = createHash('sha256')
    .update(printableJson([session, call, tool, input, rule, at]))
    .digest('hex');
  return { ...ask, from, hash };
}

/** Throws HTTP_NO_APPROVER for an answer that is not signed by one of the people who may answer. */
export function checkApprover({ call, from, hash = '' }: OpenAsk, { by = '', ...answer }: AnswerWish): void {
  if (from !== undefined && !isProven({ ...answer, by, hash }, from))
    throw errors.HTTP_NO_APPROVER({ call, people: Object.keys(from) });
}
