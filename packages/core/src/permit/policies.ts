import { toolMatcher } from '../pool/filter.js';
import type { Asker, PermissionAnswer, PermissionQuestion } from './asker.js';

/** Answers for a person, or has no opinion (`undefined`). Asked only where the rules say `ask`. Source: PERM-13. */
export type Policy = (question: PermissionQuestion) => PermissionAnswer | undefined | Promise<PermissionAnswer | undefined>;

const ALLOW: PermissionAnswer = { behavior: 'allow' };
const deny = (message: string): PermissionAnswer => ({ behavior: 'deny', message });

/** Allows these tools, by name or pattern, and denies all others. */
export function allowlist(tools: readonly string[]): Policy {
  const listed = matchesAny(tools);
  return ({ toolName }) =>
    listed(toolName) ? ALLOW : deny(`${toolName} is denied: it is not on the list of allowed tools (${tools.join(', ')}).`);
}

/** Denies these tools, by name or pattern; has no opinion of others. */
export function denylist(tools: readonly string[]): Policy {
  const listed = matchesAny(tools);
  return ({ toolName }) => (listed(toolName) ? deny(`${toolName} is denied: it is on the list of denied tools.`) : undefined);
}

/** Allows calls that change nothing and denies all others. */
export const readOnly: Policy = ({ toolName, readOnly: safe }) =>
  safe ? ALLOW : deny(`${toolName} is denied: this call is not read-only.`);

/** Allows when every policy that has an opinion does; the first deny decides. */
export const allOf =
  (...policies: readonly Policy[]): Policy =>
  async (question) => {
    const answers: PermissionAnswer[] = [];
    for (const policy of policies) {
      const answer = await policy(question);
      if (answer?.behavior === 'deny') return answer;
      if (answer !== undefined) answers.push(answer);
    }
    return answers[0];
  };

/** Makes a policy the one who is asked. Where it has no opinion the next one is, and without a next one the call is denied. */
export const askerOf =
  (policy: Policy, next?: Asker): Asker =>
  async (question) =>
    (await policy(question)) ??
    (await next?.(question)) ??
    deny(`${question.toolName} is denied: no policy has an opinion of it, and nobody else is there to ask.`);

function matchesAny(tools: readonly string[]): (name: string) => boolean {
  const matchers = tools.map((tool) => toolMatcher(tool));
  return (name) => matchers.some((matches) => matches({ name, aliases: [] }));
}
