import { type AnyTool, defineTool, type ToolContext, type UserQuestion, UserQuestions } from '@loadout/core';
import { errors } from '../errors.js';
import type { SessionOptions } from '../options.js';
import { writtenInputs } from '../written-inputs.js';
import { previewProblem } from './preview.js';
import { type Answers, type AskInput, givenAnswers, inputSchemaFor, questionsOf, questionsProblem } from './questions.js';

const NOBODY =
  'No user is available to answer. Proceed with your best judgement, and say in your answer what you decided and why.';

export function askUserQuestionTool({ previewFormat = 'markdown' }: Pick<SessionOptions, 'previewFormat'> = {}): AnyTool {
  return defineTool({
    name: 'AskUserQuestion',
    forParentOnly: true,
    aliases: ['AskUser'],
    description:
      'Asks the user 1 to 4 questions, each with 2 to 4 options, and waits. Use it for decisions that only the user can make, not for facts that you can find out or choices that are yours. The user may always answer in their own words, so give no option "Other". Put the option that you recommend first.',
    inputSchema: inputSchemaFor(previewFormat),
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    validateInput: (input, context) => {
      writtenInputs(context)?.remember(context.toolUseId, input);
      return questionsProblem(input) ?? previewProblem(input.questions ?? [], previewFormat);
    },
    call: ask,
  });
}

async function ask(input: AskInput, context: ToolContext) {
  const questions = questionsOf(input);
  const answers = givenAnswers(othersAnswers(input, context), questions) ?? (await asked(questions, context));
  if (answers === undefined) return { content: NOBODY, structuredContent: { questions, answers: {} } };
  const lines = questions.map(({ question }) => `- ${question}\n  ${textOf(answers[question])}`);
  return { content: ['The user answered:', ...lines].join('\n'), structuredContent: { questions, answers } };
}

/** The model cannot answer in the user's place. */
function othersAnswers({ answers }: AskInput, context: ToolContext): unknown {
  const written = writtenInputs(context)?.take(context.toolUseId) as AskInput | undefined;
  return JSON.stringify(answers) === JSON.stringify(written?.answers) ? undefined : answers;
}

async function asked(questions: readonly UserQuestion[], context: ToolContext): Promise<Answers | undefined> {
  const person = context.find(UserQuestions);
  if (person === undefined) return undefined;
  const answers = await person.ask(questions, { toolUseId: context.toolUseId, signal: context.signal });
  if (answers === undefined) throw errors.QUESTIONS_DECLINED({});
  if (isDeclined(answers)) throw errors.QUESTIONS_DECLINED({ words: answers.words });
  return answers;
}

type QuestionsDeclined = Extract<Awaited<ReturnType<UserQuestions['ask']>>, { readonly declined: true }>;

/** A question may be called "declined", but its answer is a text. */
const isDeclined = (answers: Answers | QuestionsDeclined): answers is QuestionsDeclined => answers.declined === true;

const textOf = (answer: string | undefined) => (answer === undefined || answer === '' ? '(no answer)' : answer);
