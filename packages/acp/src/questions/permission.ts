import type { PermissionOption, ToolCallContent } from '@agentclientprotocol/sdk';
import { callLabel } from '@loadout/command';
import {
  fileChange,
  keptRule,
  NO,
  type PermissionChoice,
  type PersonalRules,
  permissionAnswer,
  permissionChoices,
  unanswered,
} from '@loadout/command/chat';
import type { Asker, PermissionAnswer, PermissionQuestion } from '@loadout/core/run';
import { questionText } from '@loadout/core/run';
import { diffOf, fieldsOf, kindOf, locationsOf, textContent } from '../updates/tool-call.js';
import { callId } from '../updates/updates.js';
import { type AskedClient, chosenOption } from './asked-client.js';

export interface PermissionPlace {
  readonly client: AskedClient;
  readonly cwd: () => string;
  /** The project for which a rule can be kept, in a file of the person. */
  readonly project: PersonalRules | undefined;
  readonly tell: (text: string) => void;
}

/** Asks the person at the client whether a call may run. Anything but one of the offered answers is a no. */
export const permissionFrom =
  (place: PermissionPlace): Asker =>
  async (question) => {
    const change = fileChange(question, { cwd: place.cwd() });
    const choices =
      question.toolName === 'ExitPlanMode'
        ? PLAN_CHOICES
        : permissionChoices(question, { isFileChange: change !== undefined, project: place.project });
    const { toolName, input, toolUseId, agentId } = question;
    const request = {
      toolCall: {
        toolCallId: callId(toolUseId, agentId),
        title: callLabel({ name: toolName, input }, place.cwd()),
        kind: kindOf(toolName),
        status: 'pending' as const,
        rawInput: input,
        locations: locationsOf(input, place.cwd()),
        content: [...explained(question), ...(change === undefined ? [] : [diffOf(change)])],
      },
      options: choices.map(optionOf),
    };
    const chosen = await chosenOption(place.client, request, question.signal);
    const choice = choices.find((_, at) => String(at) === chosen);
    if (choice === undefined) return unanswered(question);
    const says = await keptRule(choice, place.project);
    if (says !== undefined) place.tell(says);
    return given(choice, question);
  };

const PLAN_CHOICES: readonly PermissionChoice[] = [
  { key: 'y', text: 'yes, carry it out, and ask about changes' },
  {
    key: 'e',
    text: 'yes, carry it out, and allow file changes',
    update: { type: 'setMode', mode: 'acceptEdits', destination: 'session' },
  },
  { key: NO, text: 'no' },
];

function optionOf({ key, text, update }: PermissionChoice, at: number): PermissionOption {
  if (key === NO) return { optionId: String(at), name: 'No', kind: 'reject_once' };
  const name = `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
  return { optionId: String(at), name, kind: update === undefined ? 'allow_once' : 'allow_always' };
}

/** The plan that the model proposes, or what runs and why it is asked about: the rule with its file and line. */
function explained(question: PermissionQuestion): ToolCallContent[] {
  const { toolName: tool, input, off, reason, runs, agentId, agentName } = question;
  const plan = tool === 'ExitPlanMode' ? fieldsOf(input).plan : undefined;
  if (typeof plan === 'string') return [textContent(plan)];
  const under = agentId === 'main' ? '' : `A subagent asks (${agentName ?? agentId}).\n`;
  return [textContent(under + questionText({ tool, input, off, reason, runs }))];
}

/** The answer for the runner. The editor takes no words with a no. */
const given = (choice: PermissionChoice, { toolName }: PermissionQuestion): PermissionAnswer =>
  choice.key === NO
    ? { behavior: 'deny', message: `The person does not want ${toolName} to run like this.` }
    : permissionAnswer(choice, { toolName });
