import {
  fileChange,
  keptRule,
  NO,
  type PermissionChoice,
  type PersonalRules,
  permissionAnswer,
  permissionChoices,
} from '@loadout/command/chat';
import type { PermissionAnswer, PermissionQuestion } from '@loadout/core/run';
import { questionText, visibleText } from '@loadout/core/run';
import { changeBlock } from '../changes/change-block.js';
import { markdownBlock } from '../markdown/markdown-stream.js';
import type { Answer } from '../menu/question-menu.js';
import type { Block } from '../text/line.js';
import { said, saidBlock, stacked } from '../text/said.js';
import { shortPath } from '../transcript/call-block.js';
import { menuQuestion } from './menu-question.js';
import type { MakeQuestion } from './open-question.js';

interface PermissionView {
  readonly cwd: string;
  readonly redact: (text: string) => string;
  readonly project: PersonalRules | undefined;
  readonly tell: (text: string) => void;
}

/** The lines of a change that are shown before the answer; the answers must stay in sight. */
const MOST_CHANGE = 40;

/** The question whether a call may run, and every answer with what it allows. */
export function permissionQuestion(question: PermissionQuestion, view: PermissionView): MakeQuestion<PermissionAnswer> {
  const isPlan = question.toolName === 'ExitPlanMode';
  const change = fileChange(question, { cwd: view.cwd });
  const choices = permissionChoices(question, { isFileChange: change !== undefined, project: view.project });
  const answers = isPlan ? PLAN_ANSWERS : [...choices].sort(noLast).map(answerOf);
  const head = stacked(
    ...under(question),
    isPlan ? planHead(question, view) : change === undefined ? callHead(question, view) : changeHead(question, view),
  );
  const { toolName } = question;
  const make = menuQuestion({ head, answers, left: { value: LEFT, words: '' } });
  return (answer) =>
    make(async ({ value, words }) => {
      const says = await keptRule(value, view.project);
      if (says !== undefined) view.tell(says);
      const given = permissionAnswer(value, { toolName, words });
      // A person who leaves the question wants the work to stop, not another way around it.
      answer(given.behavior === 'deny' && value === LEFT ? { ...given, interrupt: true } : given);
    });
}

const LEFT: PermissionChoice = { key: NO, text: '' };
const noLast = (a: PermissionChoice, b: PermissionChoice) => Number(a.key === NO) - Number(b.key === NO);

const answerOf = (choice: PermissionChoice): Answer<PermissionChoice> => ({
  key: choice.key,
  text: choice.key === NO ? 'no; say why, or press Enter' : choice.text,
  value: choice,
  takesWords: choice.key === NO,
});

const PLAN_ANSWERS: readonly Answer<PermissionChoice>[] = [
  { key: 'y', text: 'yes, carry it out, and ask about changes', value: { key: 'y', text: '' } },
  {
    key: 'e',
    text: 'yes, carry it out, and allow file changes',
    value: { key: 'e', text: '', update: { type: 'setMode', mode: 'acceptEdits', destination: 'session' } },
  },
  { key: NO, text: 'no; say what to change, or press Enter', value: { key: NO, text: '' }, takesWords: true },
];

const under = ({ agentId, agentName }: PermissionQuestion): readonly Block[] =>
  agentId === 'main' ? [] : [saidBlock(`A subagent asks (${flat(agentName ?? agentId)}).`, 'yellow')];

function callHead(
  { toolName: tool, input, off, reason, runs }: PermissionQuestion,
  { redact }: Pick<PermissionView, 'redact'>,
): Block {
  const [first = '', ...rest] = redact(questionText({ tool, input, off, reason, runs })).split('\n');
  return stacked(
    saidBlock(first, 'bold'),
    ...rest.map((line) => saidBlock(line, ...(line.startsWith('  Careful: ') ? (['yellow'] as const) : []))),
  );
}

function changeHead(question: PermissionQuestion, { cwd, redact }: Pick<PermissionView, 'cwd' | 'redact'>): Block {
  const change = fileChange(question, { cwd });
  if (change === undefined) return callHead(question, { redact });
  const name = shortPath(change.path, cwd);
  return stacked(
    saidBlock(`${question.toolName} wants to change ${flat(name)}:`, 'bold'),
    changeBlock({ path: name, before: redact(change.before), after: redact(change.after) }, { folded: MOST_CHANGE }),
    ...(change.note === undefined ? [] : [saidBlock(`  (${change.note})`, 'yellow')]),
    saidBlock(`Why it asks: ${flat(question.reason)}`, 'dim'),
  );
}

function planHead({ input }: PermissionQuestion, { redact }: Pick<PermissionView, 'redact'>): Block {
  const plan = typeof input === 'object' && input !== null && 'plan' in input ? String(input.plan) : '';
  return stacked(() => [[said('The plan:', 'bold')]], markdownBlock(redact(plan)));
}

const flat = (text: string) => visibleText(text).lines.join('⏎');
