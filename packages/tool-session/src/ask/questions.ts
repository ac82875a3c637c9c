import type { UserQuestion } from '@loadout/core';
import type { PreviewFormat } from '../options.js';
import { PREVIEWS } from './preview.js';

export const inputSchemaFor = (format: PreviewFormat) =>
  ({
    type: 'object',
    properties: {
      questions: {
        type: 'array',
        minItems: 1,
        maxItems: 4,
        items: {
          type: 'object',
          properties: {
            question: { type: 'string', minLength: 1, description: 'The whole question' },
            header: { type: 'string', minLength: 1, maxLength: 12, description: 'A tag for it, at most 12 characters' },
            options: {
              type: 'array',
              minItems: 2,
              maxItems: 4,
              items: {
                type: 'object',
                properties: {
                  label: { type: 'string', minLength: 1, description: '1 to 5 words' },
                  description: { type: 'string', description: 'What choosing it means' },
                  preview: { type: 'string', description: PREVIEWS[format] },
                },
                required: ['label', 'description'],
                additionalProperties: false,
              },
            },
            multiSelect: { type: 'boolean', default: false, description: 'Several may be chosen' },
          },
          required: ['question', 'header', 'options'],
          additionalProperties: false,
        },
      },
      question: { type: 'string', minLength: 1, description: 'Instead of questions: a single one' },
      options: { type: 'array', items: { type: 'string', minLength: 1 }, description: 'Its choices, if any' },
    },
  }) as const;

export interface AskInput {
  readonly questions?:
    | readonly (Omit<UserQuestion, 'multiSelect'> & { readonly multiSelect?: boolean | undefined })[]
    | undefined;
  readonly question?: string | undefined;
  readonly options?: readonly string[] | undefined;
  /** Not in the schema, since it is not the model's to give: a hook or a host puts it there. */
  readonly answers?: unknown;
}

/** Checks the input beyond its schema. Returns a sentence for the model. */
export function questionsProblem({ questions, question, options }: AskInput): string | undefined {
  if (questions === undefined && question === undefined) return 'Give questions, 1 to 4 of them. There is none.';
  if (questions !== undefined && question !== undefined) return 'Give either questions or question, not both.';
  if (questions !== undefined && options !== undefined)
    return 'options at the top belongs to question; each of questions has its own options.';
  const texts = (questions ?? []).map((one) => one.question);
  const twice = repeated(texts);
  if (twice !== undefined) return `The question ${JSON.stringify(twice)} is there twice; answers are told apart by it.`;
  const lists = questions?.map((one) => one.options.map((option) => option.label)) ?? [options ?? []];
  const label = lists.map(repeated).find((one) => one !== undefined);
  return label === undefined ? undefined : `The option ${JSON.stringify(label)} is there twice in one question.`;
}

const repeated = (texts: readonly string[]) => texts.find((text, index) => texts.indexOf(text) !== index);

/** Both forms as one. Source: TOOL-ASK-02. */
export function questionsOf({ questions, question = '', options = [] }: AskInput): readonly UserQuestion[] {
  if (questions !== undefined) return questions.map((one) => ({ ...one, multiSelect: one.multiSelect === true }));
  const choices = options.map((label) => ({ label, description: '' }));
  return [{ question, header: 'Question', options: choices, multiSelect: false }];
}

export type Answers = Readonly<Record<string, string>>;

/** The answers to these questions that a hook or a host provided; `undefined` if there are none. */
export function givenAnswers(given: unknown, questions: readonly UserQuestion[]): Answers | undefined {
  if (typeof given !== 'object' || given === null) return undefined;
  const answers = questions.flatMap(({ question }) => {
    const answer = Object.entries(given).find(([key]) => key === question)?.[1];
    const text = Array.isArray(answer) ? answer.join(', ') : answer;
    return typeof text === 'string' ? [[question, text] as const] : [];
  });
  return answers.length === 0 ? undefined : Object.fromEntries(answers);
}
