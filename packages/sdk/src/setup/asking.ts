import type { UserQuestions } from '@loadout/core';
import type { Asker, PermissionAnswer, PermissionQuestion } from '@loadout/core/run';
import type { CanUseTool, CanUseToolContext, PermissionResult } from '../types/permissions.js';
import { descriptionOf, reasonOf, shownPath } from './describe-question.js';
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
    ...(description === undefined ? {} : { description }),
    displayName: toolName,
    ...(blockedPath === undefined ? {} : { blockedPath }),
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
    ...(result.updatedInput === undefined ? {} : { updatedInput: result.updatedInput }),
    ...(result.updatedPermissions === undefined ? {} : { updatedPermissions: result.updatedPermissions }),
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
