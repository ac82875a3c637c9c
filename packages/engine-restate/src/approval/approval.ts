import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import type { UserQuestion } from '@loadout/core';
import type { PermissionQuestion } from '@loadout/core/run';
import { canonicalJson } from '@loadout/node';

/** The question about one call, as people see it. `hash` binds the answer to everything that was asked. */
export interface Ask {
  readonly call: string;
  /** The name of the agent that asks, and its id. The id of the run's own agent is `main`. */
  readonly agent: string;
  readonly agentId: string;
  readonly tool: string;
  /** The input that will run, as JSON, cut for display. */
  readonly input: string;
  readonly reason: string;
  /** The questions to a person, each with the labels of its choices. Absent: the call needs an approval. */
  readonly questions?: readonly { readonly question: string; readonly choices: readonly string[] }[] | undefined;
  readonly rule?: string | undefined;
  /** The place of the rule: file, line and column, from the folder of the configuration. */
  readonly at?: string | undefined;
  readonly hash: string;
  /** The people whose answers count, with their public keys. Absent: everybody's. */
  readonly from?: Readonly<Record<string, string>> | undefined;
  /** The time at which an open question counts as denied. Absent: never. */
  readonly expires?: string | undefined;
}

/** The name by which a person answers a question. The calls of two agents may have the same id. */
export const askName = ({ agentId, call }: Pick<Ask, 'agentId' | 'call'>): string =>
  agentId === 'main' ? call : `${agentId}/${call}`;

/** An answer of a person, on record. */
export interface Approval {
  readonly hash: string;
  readonly behavior: 'allow' | 'deny';
  readonly message?: string | undefined;
  /** The answers to the questions, in their order. */
  readonly texts?: readonly string[] | undefined;
  readonly by: string;
  /** The signature of the person over the answer. Absent if everybody's answer counts. */
  readonly proof?: string | undefined;
  readonly at: string;
  /** True if nobody answered in time. */
  readonly isExpired?: boolean | undefined;
}

/** The place at which a question is asked. */
export interface AskedIn {
  readonly session: string;
  readonly agent: string;
  /** The hash of the plan. */
  readonly plan: string;
  readonly configDir: string;
  readonly from?: Ask['from'];
}

const MOST_INPUT = 2000;

/** Describes a question. The hash covers the run, the call, the tool, the final input, the agent and its id, the rule and its place, and the plan. */
export function askOf(question: PermissionQuestion, { session, agent, plan, configDir, from }: AskedIn): Ask {
  const { toolName: tool, toolUseId: call, agentId, reason } = question;
  const input = canonicalJson(question.input);
  const position = question.rule?.position;
  const at = position === undefined ? undefined : `${relative(configDir, position.file)}:${position.line}:${position.column}`;
  const rule = question.rule?.text;
  const hash = createHash('sha256')
    .update(JSON.stringify([session, call, tool, input, agent, agentId, rule ?? '', at ?? '', plan]))
    .digest('hex');
  return { call, agent, agentId, tool, input: input.slice(0, MOST_INPUT), reason, rule, at, hash, from };
}

/** Describes questions of the model to a person. The hash covers the run, the call, the questions, the agent and its id, and the plan. */
export function personAskOf(
  questions: readonly UserQuestion[],
  { call, agentId, session, agent, plan }: Omit<AskedIn, 'configDir'> & Pick<Ask, 'call' | 'agentId'>,
): Ask {
  const tool = 'question';
  const input = canonicalJson(questions);
  const hash = createHash('sha256')
    .update(JSON.stringify([session, call, tool, input, agent, agentId, plan]))
    .digest('hex');
  const asked = questions.map(({ question, options }) => ({ question, choices: options.map(({ label }) => label) }));
  const reason = 'The agent asks a person.';
  return { call, agent, agentId, tool, input: input.slice(0, MOST_INPUT), reason, questions: asked, hash };
}
