import { relative } from 'node:path';
import type { PermissionQuestion } from '@loadout/core/run';

type Input = Readonly<Record<string, unknown>>;

/** The fields of an input that say in a line what a call is about, the first one that is there. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  Bash: ['description', 'command'],
  Glob: ['pattern'],
  Grep: ['pattern'],
  WebFetch: ['url'],
  WebSearch: ['query'],
  Agent: ['description'],
  Skill: ['skill'],
};
const PATHS: Readonly<Record<string, string>> = {
  Read: 'file_path',
  Write: 'file_path',
  Edit: 'file_path',
  NotebookEdit: 'notebook_path',
};

/** A line about the call, for the person who is asked (W11). */
export function descriptionOf({ toolName, written }: PermissionQuestion, cwd: string): string | undefined {
  const input = (typeof written === 'object' && written !== null ? written : {}) as Input;
  const path = input[PATHS[toolName] ?? ''];
  if (typeof path === 'string') return shortPath(path, cwd);
  return FIELDS[toolName]
    ?.map((field) => input[field])
    .find((value): value is string => typeof value === 'string' && value !== '');
}

function shortPath(path: string, cwd: string): string {
  const short = relative(cwd, path);
  return !path.startsWith('/') || short === '' || short.startsWith('..') ? path : short;
}

/** Why the call is asked about, in the words of the wire: those of the hook that asks (GAP-D5). Absent: the mode alone asks (W26). */
export function reasonOf(question: PermissionQuestion): { decisionReason?: string; decisionReasonType?: string } {
  const { reason, cause, hookReason, blockedPath, toolName } = question;
  if (cause === 'hook') return { decisionReason: hookReason ?? reason, decisionReasonType: cause };
  if (cause === 'plan') return { decisionReason: reason, decisionReasonType: 'mode' };
  if (cause !== 'mode') return { decisionReason: reason, decisionReasonType: cause };
  if (toolName === 'Bash' && isChain(question)) return { decisionReason: reason, decisionReasonType: 'subcommandResults' };
  if (toolName === 'Bash') return blockedPath === undefined ? { decisionReason: reason, decisionReasonType: 'other' } : {};
  const isElsewhere = blockedPath !== undefined && question.isOutside === true;
  return isElsewhere ? { decisionReason: reason, decisionReasonType: 'workingDir' } : {};
}

/** The path to show. A file tool has it in its input; commands in a row may have several. */
export const shownPath = (question: PermissionQuestion): string | undefined =>
  question.toolName === 'Bash' && !isChain(question) ? question.blockedPath : undefined;

/** Whether the call is several commands that need rules of their own. */
function isChain({ suggestions }: PermissionQuestion): boolean {
  const rules = suggestions.flatMap((one) => (one.type === 'addRules' ? one.rules : []));
  return rules.filter(({ toolName }) => toolName !== 'Edit' && toolName !== 'Read').length > 1;
}
