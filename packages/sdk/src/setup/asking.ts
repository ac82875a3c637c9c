import { relative } from 'node:path';
import type { UserQuestions } from '@loadout/core';
import type { Asker, PermissionAnswer, PermissionQuestion } from '@loadout/core/run';
import { defined } from '@loadout/node';
import type { CanUseTool, CanUseToolContext, PermissionResult } from '../types/permissions.js';
import { suggestionsOf } from './suggestions.js';

/** Asks through the program's callback, one prompt at a time. Prompts that arrive together wait for each other. */
export function askerOf(canUseTool: CanUseTool, cwd: string): Asker {
  let last: Promise<unknown> = Promise.resolve();
  return (question) => {
    const answer = last.then(() => ask(canUseTool, question, cwd));
    last = answer.catch(() => {});
    return answer;
  };
}

async function ask(canUseTool: CanUseTool, question: PermissionQuestion, cwd: string): Promise<PermissionAnswer> {
  const { toolName, written, signal } = question;
  signal.throwIfAborted();
  return toAnswer(
    await settled(canUseTool(toolName, written as Record<string, unknown>, contextOf(question, cwd)), signal),
    toolName,
  );
}

function contextOf(question: PermissionQuestion, cwd: string): CanUseToolContext {
  const { toolName, server, toolUseId, agentId, signal, suggestions } = question;
  const blockedPath = shownPath(question);
  const description = descriptionOf(question, cwd);
  return {
    signal,
    toolUseID: toolUseId,
    suggestions: suggestionsOf(question),
    ...reasonOf(question),
    // No rule would let exactly this call pass the next time (GAP-D11).
    ...(suggestions.some(({ type }) => type === 'addRules') ? {} : { suppressAlwaysAllowRule: true }),
    ...defined({ description }),
    displayName: toolName,
    ...defined({ blockedPath }),
    ...(agentId === 'main' ? {} : { agentID: agentId }),
    ...(server === undefined ? {} : { mcpServer: { name: server } }),
  };
}

/** Stops waiting for an answer once it is no longer needed, since the host may never reply. */
function settled<T>(answer: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason instanceof Error ? signal.reason : new Error('The question was withdrawn.'));
    signal.addEventListener('abort', stop, { once: true });
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

function toAnswer(result: PermissionResult | null, toolName: string): PermissionAnswer {
  if (result === null || result === undefined)
    return { behavior: 'deny', message: `The program was asked whether ${toolName} may run and gave no answer.` };
  if (result.behavior === 'deny')
    return { behavior: 'deny', message: result.message, ...(result.interrupt === true ? { interrupt: true } : {}) };
  if (result.behavior !== 'allow')
    return { behavior: 'deny', message: `The program answered ${JSON.stringify(result)}; expected behavior "allow" or "deny".` };
  return {
    behavior: 'allow',
    ...defined({ updatedInput: result.updatedInput, updatedPermissions: result.updatedPermissions }),
  };
}

/** Sends the model's questions through the permission callback. The answers come back in the input (TOOL-ASK-04). */
export function questionsOf(canUseTool: CanUseTool): UserQuestions['ask'] {
  return async (questions, { toolUseId, signal }) => {
    const context: CanUseToolContext = { signal, toolUseID: toolUseId, suggestions: [], displayName: 'AskUserQuestion' };
    const result = await settled(canUseTool('AskUserQuestion', { questions }, context), signal);
    if (result?.behavior === 'deny') return { declined: true, words: result.message };
    if (result?.behavior !== 'allow') return undefined;
    return (result.updatedInput?.answers ?? {}) as Readonly<Record<string, string>>;
  };
}

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
function descriptionOf({ toolName, written }: PermissionQuestion, cwd: string): string | undefined {
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
function reasonOf(question: PermissionQuestion): { decisionReason?: string; decisionReasonType?: string } {
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
const shownPath = (question: PermissionQuestion): string | undefined =>
  question.toolName === 'Bash' && !isChain(question) ? question.blockedPath : undefined;

/** Whether the call is several commands that need rules of their own. */
function isChain({ suggestions }: PermissionQuestion): boolean {
  const rules = suggestions.flatMap((one) => (one.type === 'addRules' ? one.rules : []));
  return rules.filter(({ toolName }) => toolName !== 'Edit' && toolName !== 'Read').length > 1;
}
