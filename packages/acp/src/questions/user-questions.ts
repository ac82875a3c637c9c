import type { CreateElicitationRequest, PermissionOption } from '@agentclientprotocol/sdk';
import type { UserQuestion } from '@loadout/core';
import type { AskPerson } from '@loadout/runner';
import { textContent } from '../updates/tool-call.js';
import { callId } from '../updates/updates.js';
import { type AskedClient, chosenOption, elicited } from './asked-client.js';

type Context = Parameters<AskPerson>[1];

/** Asks the person the model's questions: as a form where the client shows forms, else each as a choice, as far as it is one. */
export const answersFrom =
  (client: AskedClient): AskPerson =>
  async (questions, context) => {
    if (client.capabilities.elicitation?.form != null) return formAnswers(questions, { client, context });
    const answers: [string, string][] = [];
    for (const question of questions) {
      if (question.multiSelect || question.options.length === 0) return { declined: true, words: IN_TEXT };
      const answer = await choice(question, { client, context });
      if (answer === undefined) return undefined;
      answers.push([question.question, answer]);
    }
    return Object.fromEntries(answers);
  };

const IN_TEXT = 'This editor shows no form. Ask in your answer; the next prompt has the reply.';

interface Asking {
  readonly client: AskedClient;
  readonly context: Context;
}

async function formAnswers(questions: readonly UserQuestion[], { client, context }: Asking) {
  const names = questions.map((_, at) => `answer_${at + 1}`);
  const request: CreateElicitationRequest = {
    sessionId: client.sessionId,
    mode: 'form',
    message: questions.map(({ question }) => question).join('\n'),
    requestedSchema: {
      type: 'object',
      properties: Object.fromEntries(questions.map((question, at) => [names[at], fieldOf(question)])),
      required: names,
    },
  };
  const answer = await elicited(client, request, context.signal);
  if (answer?.action !== 'accept') return undefined;
  const content = (answer.content ?? {}) as Readonly<Record<string, unknown>>;
  return Object.fromEntries(questions.map(({ question }, at) => [question, textOf(content[names[at] ?? ''])]));
}

function fieldOf({ header, question, options, multiSelect }: UserQuestion) {
  const about = { title: header, description: question };
  const titled = options.map(({ label, description }) => ({
    const: label,
    title: description === '' ? label : `${label} - ${description}`,
  }));
  if (titled.length === 0) return { type: 'string' as const, ...about };
  if (multiSelect) return { type: 'array' as const, ...about, items: { anyOf: titled } };
  return { type: 'string' as const, ...about, oneOf: titled };
}

const textOf = (value: unknown): string => (Array.isArray(value) ? value.join(', ') : String(value ?? ''));

/** A choice among a few, which every client can show: the form of a permission question, which permits nothing. */
async function choice({ header, question, options }: UserQuestion, { client, context }: Asking): Promise<string | undefined> {
  const shown = options.map(
    ({ label, description }, at): PermissionOption => ({
      optionId: String(at),
      name: description === '' ? label : `${label} - ${description}`,
      kind: 'allow_once',
    }),
  );
  const toolCall = {
    toolCallId: callId(context.toolUseId, context.agentId),
    title: header,
    kind: 'think' as const,
    status: 'pending' as const,
    content: [textContent(question)],
  };
  const none: PermissionOption = { optionId: 'none', name: 'None of these', kind: 'reject_once' };
  const chosen = await chosenOption(client, { toolCall, options: [...shown, none] }, context.signal);
  return chosen === undefined ? undefined : options[Number(chosen)]?.label;
}
