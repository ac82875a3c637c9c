import { relative } from 'node:path';
import { type Approvers, printableJson } from '@loadout/command';
import { errors as coreErrors, type ToolContext } from '@loadout/core';
import type { Asker, PermissionAnswer, PermissionQuestion, PermissionUpdate } from '@loadout/core/run';
import { type AskPerson, redactValue } from '@loadout/runner';
import { forApprovers } from './approvers.js';
import { errors } from './errors.js';
import type { AnswerWish, OpenAsk } from './http-runs.js';

/** An answer, with the question that it was given to. */
export interface GivenAnswer extends AnswerWish {
  readonly ask: OpenAsk;
}

interface AskingParts {
  readonly given: readonly GivenAnswer[];
  readonly configDir: string;
  /** Returns the session of the run, which has begun when a call asks. */
  readonly session: () => string;
  /** The people whose signed answers count. Absent: everybody's answers. */
  readonly from?: Approvers | undefined;
  readonly redact: ((text: string) => string) | undefined;
}

/** The calls of a run that wait. A question ends the run. The run that continues it asks again, and gets the answer. */
export class OpenAsks {
  readonly open: OpenAsk[] = [];
  readonly #parts: AskingParts;

  constructor(parts: AskingParts) {
    this.#parts = parts;
  }

  /** Answers whether a call may run. An answer in words approves nothing. */
  readonly asker: Asker = (question) => {
    const ask = this.#askOf(question);
    const given = this.#parts.given.find((answer) => answer.texts === undefined && isSame(answer, ask));
    if (given !== undefined) return answerOf(given, question);
    if (question.answerNow === true) return { behavior: 'deny', message: NOBODY_WAITS };
    this.open.push(ask);
    return { behavior: 'defer', reason: `${ask.tool} waits for an approval.` };
  };

  /** Answers the model's questions, which wait as calls do. `undefined`: the client declined. */
  readonly person: AskPerson = async (questions, { toolUseId, agentId = 'main', answerNow }) => {
    const call = callOf(agentId, toolUseId);
    const given = this.#parts.given.find((answer) => answer.ask.call === call && isOfPerson(answer));
    if (given?.behavior === 'deny') return given.message === undefined ? undefined : { declined: true, words: given.message };
    const { texts } = given ?? {};
    if (texts !== undefined) return Object.fromEntries(questions.map(({ question }, at) => [question, texts[at] ?? '']));
    if (answerNow === true) return { declined: true, words: NOBODY_WAITS };
    const input = redactValue(questions, this.#parts.redact);
    const asked = input.map(({ question, options }) => ({ question, choices: options.map(({ label }) => label) }));
    this.open.push(this.#bound({ call, tool: QUESTION, input, reason: 'The agent asks a person.', questions: asked }));
    throw coreErrors.CALL_DEFERRED({ reason: 'The question waits for an answer.' });
  };

  /** Returns the result of a tool that the client runs, or lets its call wait. Nobody has to sign it: it approves nothing. */
  ofClient(
    { tool, input }: { readonly tool: string; readonly input: unknown },
    { agentId, toolUseId }: Pick<ToolContext, 'agentId' | 'toolUseId'>,
  ): string {
    const call = callOf(agentId, toolUseId);
    const given = this.#parts.given.find(({ ask }) => ask.call === call && ask.tool === tool);
    if (given?.behavior === 'deny') throw errors.CLIENT_TOOL_DECLINED({ name: tool, words: given.message });
    if (given?.texts !== undefined) return given.texts.join('\n');
    const reason = 'The client runs this tool.';
    this.open.push({ call, tool, input: redactValue(input, this.#parts.redact), reason, ofClient: true });
    throw coreErrors.CALL_DEFERRED({ reason: `${tool} waits for its result.` });
  }

  /** The answers to calls that wait again: a call that was approved may have a question for the person too. */
  get kept(): readonly GivenAnswer[] {
    return this.#parts.given.filter(({ ask }) => this.open.some(({ call }) => call === ask.call));
  }

  #askOf({ agentId, toolUseId, toolName, input, reason, rule, suggestions }: PermissionQuestion): OpenAsk {
    const position = rule?.position;
    const file = position === undefined ? '' : relative(this.#parts.configDir, position.file);
    const rules = suggestions.flatMap(rulesIn);
    return this.#bound({
      call: callOf(agentId, toolUseId),
      tool: toolName,
      input: redactValue(input, this.#parts.redact),
      reason,
      ...(rule === undefined ? {} : { rule: rule.text }),
      ...(position === undefined ? {} : { at: `${file}:${position.line}:${position.column}` }),
      ...(rules.length === 0 ? {} : { rules }),
    });
  }

  #bound(ask: OpenAsk): OpenAsk {
    const { session, from } = this.#parts;
    return forApprovers(ask, { session: session(), from });
  }
}

/** The calls of two agents may have the same id. */
const callOf = (agentId: string, call: string): string => (agentId === 'main' ? call : `${agentId}/${call}`);

/** The name under which questions to a person are asked, as an engine has it too. */
const QUESTION = 'question';

/** A session keeps the input of its call, so the question of an earlier process is known by its call. */
const isOfPerson = ({ ask, texts }: GivenAnswer): boolean => ask.tool === QUESTION || texts !== undefined;

const NOBODY_WAITS = 'No call waits for this agent, so the agent cannot wait for an approval. A rule can allow the call.';

/** An answer counts for what the client saw. A call whose input has changed since is a new question, as are other rules to keep. */
const isSame = ({ always, ask: a }: GivenAnswer, b: OpenAsk): boolean =>
  a.call === b.call &&
  a.tool === b.tool &&
  printableJson(a.input) === printableJson(b.input) &&
  (always !== true || printableJson(a.rules) === printableJson(b.rules));

function answerOf({ behavior, message, always }: GivenAnswer, { suggestions }: PermissionQuestion): PermissionAnswer {
  if (behavior === 'deny') return { behavior, message: message ?? 'A client of the server denied the call.' };
  const kept = suggestions.filter(isOfRules).map((update): PermissionUpdate => ({ ...update, destination: 'session' }));
  return always === true ? { behavior, updatedPermissions: kept } : { behavior };
}

type OfRules = Extract<PermissionUpdate, { rules: unknown }>;

/** A suggested mode would let more run than the call that a person reads. */
const isOfRules = (update: PermissionUpdate): update is OfRules => update.type === 'addRules' && update.behavior === 'allow';

const rulesIn = (update: PermissionUpdate): readonly string[] =>
  isOfRules(update)
    ? update.rules.map(({ toolName, ruleContent }) => (ruleContent === undefined ? toolName : `${toolName}(${ruleContent})`))
    : [];
