import type { UserQuestions } from '@loadout/core';
import type { PermissionQuestion } from '@loadout/core/run';

/** The agent that asks, as a `PermissionQuestion` names it. An agent of a run that is not a subagent is not named. */
export type AskingAgent = Partial<Pick<PermissionQuestion, 'agentId' | 'agentName' | 'answerNow'>>;

/**
 * Asks a person the model's questions, as `UserQuestions` does. To wait for an answer that comes later, it throws CALL_DEFERRED:
 * the run ends as deferred, and the resumed session asks again.
 */
export type AskPerson = (
  questions: Parameters<UserQuestions['ask']>[0],
  context: { readonly toolUseId: string; readonly signal: AbortSignal } & AskingAgent,
) => ReturnType<UserQuestions['ask']>;

/** Names a subagent to the person. The innermost agent is the agent that asks, and every agent above it has to wait. */
export const askPersonUnder = (ask: AskPerson | undefined, { answerNow, ...agent }: AskingAgent): AskPerson | undefined =>
  ask === undefined
    ? undefined
    : (questions, context) =>
        ask(questions, { ...agent, ...context, answerNow: answerNow === true || context.answerNow === true });
