import { type FormField, formFields, type PersonalRules, unanswered } from '@loadout/command/chat';
import type { Elicitation, ElicitationAnswer } from '@loadout/core/run';
import { visibleText } from '@loadout/core/run';
import type { Asks, Confirmation } from '../chat-host.js';
import { saidBlock, stacked } from '../text/said.js';
import { menuQuestion } from './menu-question.js';
import { permissionQuestion } from './permission-question.js';
import type { Questions } from './questions.js';
import { type UserAnswer, userQuestion } from './user-question.js';

export interface AsksParts {
  readonly questions: Questions;
  readonly cwd: () => string;
  /** The project for which a rule can be kept, once it is known. */
  readonly project: () => PersonalRules | undefined;
  readonly redact: (text: string) => string;
  readonly tell: (text: string) => void;
}

/** Every kind of question that a run or the command may have, as questions on the screen. */
export function asksOf({ questions, cwd, project, redact, tell }: AsksParts): Asks {
  const user: AskUser = (question, { nothing, signal }) =>
    questions.ask(userQuestion(question, { nothing }), { signal, nobody: { declined: true, words: '' } });
  return {
    ask: (question) =>
      questions.ask(permissionQuestion(question, { cwd: cwd(), project: project(), redact, tell }), {
        signal: question.signal,
        nobody: unanswered(question),
      }),
    answer: async (asked, { signal }) => {
      const answers: [string, string][] = [];
      for (const question of asked) {
        const answer = await user(question, { nothing: 'declines', signal });
        if ('declined' in answer) return answer.words === '' ? undefined : answer;
        answers.push([question.question, answer.text]);
      }
      return Object.fromEntries(answers);
    },
    elicit: async (request, { signal }) => {
      const answer = await elicited(request, { questions, user, signal });
      return signal.aborted ? { action: 'cancel' } : answer;
    },
    confirm: (confirmation) => questions.ask(confirmQuestion(confirmation), { nobody: undefined }),
    tell,
  };
}

type AskUser = (
  question: Parameters<typeof userQuestion>[0],
  options: { readonly nothing: string; readonly signal: AbortSignal },
) => Promise<UserAnswer>;

function confirmQuestion({ lines, choices }: Confirmation) {
  const make = menuQuestion<string | undefined>({
    head: stacked(...lines.map((line) => saidBlock(line))),
    answers: choices.map(({ key, text }) => ({ key, text, value: key })),
    left: { value: undefined, words: '' },
    // The last answer is no: Enter alone agrees to nothing.
    begin: choices.length - 1,
  });
  return (answer: (key: string | undefined) => void) => make(({ value }) => answer(value));
}

interface Eliciting {
  readonly questions: Questions;
  readonly user: AskUser;
  readonly signal: AbortSignal;
}

/** The question of an MCP server: each field of its form, or whether to open an address. Source: MCP-15. */
async function elicited(request: Elicitation, asking: Eliciting): Promise<ElicitationAnswer> {
  const fields = request.mode === 'url' ? [] : formFields(request.schema);
  if (fields === undefined) return { action: 'decline' };
  const agreed = await agrees(request, { ...asking, fields });
  if (!agreed) return { action: 'decline' };
  const content: [string, NonNullable<ReturnType<FormField['read']>>][] = [];
  for (const field of fields) {
    const value = await typedValue(field, asking);
    if (value !== undefined) content.push([field.name, value]);
    else if (field.isRequired) return { action: 'decline' };
  }
  // A person who typed nothing has agreed to nothing.
  if (fields.length > 0 && content.length === 0) return { action: 'decline' };
  return request.mode === 'url' ? { action: 'accept' } : { action: 'accept', content: Object.fromEntries(content) };
}

async function agrees(
  { source, message, url, mode }: Elicitation,
  { questions, signal, fields }: Eliciting & { readonly fields: readonly FormField[] },
): Promise<boolean> {
  const lines = [
    `The MCP server ${flat(source)} asks:`,
    ...visibleText(message).lines.map((line) => `  │ ${line}`),
    ...(mode === 'url' ? [`It asks you to open: ${flat(url ?? '')}`] : []),
    ...fields.map(({ question }) => `  - ${flat(question.question)}`),
  ];
  const choices = [
    { key: 'y', text: fields.length === 0 ? 'yes' : 'answer it' },
    { key: 'n', text: 'no' },
  ];
  return (await questions.ask(confirmQuestion({ lines, choices }), { signal, nobody: undefined })) === 'y';
}

/** Asks for one value. `undefined`: nothing was typed. */
async function typedValue({ question, isRequired, expected, read }: FormField, { user, signal }: Eliciting) {
  for (let problem = ''; ; ) {
    const asked = problem === '' ? question : { ...question, question: `${problem} ${question.question}` };
    const answer = await user(asked, { nothing: isRequired ? 'declines' : 'leaves it out', signal });
    const value = 'declined' in answer ? undefined : read(answer.text);
    if ('declined' in answer || value !== undefined) return value;
    problem = `${JSON.stringify(flat(answer.text))} does not fit. Expected: ${expected}.`;
  }
}

const flat = (text: string) => visibleText(text).lines.join(' ');
