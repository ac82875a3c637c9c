import {
  CHAT_CLIENTS,
  type ChatAnswer,
  type ChatWish,
  type OpenAI,
  openAiClient,
} from '../../../packages/serve/src/openai/openai-client.test-kit.js';
import { ANSWER, type Door, PROMPTS } from '../scenario.js';
import { sum } from './events.js';
import { activeRun, endedRun, postTo, servedAt, startedCall } from './http.js';

/** The fields that Loadout adds to an answer. */
interface Own {
  readonly loadout?: {
    readonly outcome: string;
    readonly cost_usd: number;
    readonly denials: readonly { readonly reason: string }[];
  };
}

const ASK = { 'x-loadout-approvals': 'ask' };
const found = (text: string, pattern: RegExp) => pattern.exec(text)?.[1];
const commandIn = (json: string | undefined) => (JSON.parse(json ?? '{}') as { command?: string }).command;

/** Chat Completions. Progress is a text, so calls and those of subagents are told as words alone. */
const overChat = ([client, send]: [string, (wish: ChatWish) => Promise<ChatAnswer>]): Door => ({
  name: `Chat Completions by ${client}`,
  protocol: 'Chat Completions',
  async play(cwd) {
    const { url } = await servedAt(cwd);
    const ask = async (content: string, session?: string) => {
      const { text, finish, headers, body } = await send({ url, content, headers: { ...ASK, ...ofSession(session) } });
      return { text, finish, own: (body as Own).loadout, header: (name: string) => headers.get(`x-loadout-${name}`) ?? '' };
    };
    const first = await ask(PROMPTS.work);
    const session = first.header('session');
    const call = found(first.text, /"call": "([^"]+)"/);
    const approved = await postTo(`${url}/runs/${first.header('run')}/answers`, { call, behavior: 'allow' });
    // The run that goes on belongs to no request of this protocol. It is heard at its own address, up to its question.
    const heard = await endedRun(url, approved.id);
    const last = await ask(ANSWER, session);
    await abortAtGate(url, (signal) => send({ url, content: PROMPTS.cancelled, headers: ofSession(session), signal }));
    const resumed = await ask(PROMPTS.resumed, session);
    const endless = await ask(PROMPTS.endless, session);
    return {
      denial: found(first.text, /Denied: (.*)/),
      approval: `${found(first.text, /approval: (\w+) /)} ${commandIn(found(first.text, /approval: \w+ (\{.*?\})\./))}`,
      question: heard.asks?.[0]?.questions?.[0]?.question,
      cost: sum([first.own?.cost_usd ?? 0, heard.result?.costUsd ?? 0, last.own?.cost_usd ?? 0]),
      answer: last.text,
      limit: endless.finish === 'length' ? 'limit' : undefined,
      resumed: resumed.text,
    };
  },
});

export const overChats: readonly Door[] = Object.entries(CHAT_CLIENTS).map(overChat);

const ofSession = (session: string | undefined): Readonly<Record<string, string>> =>
  session === undefined ? {} : { 'x-loadout-session': session };

/** Goes away while the call works that waits for ever, and waits for the end of its run. */
async function abortAtGate(url: string, ask: (signal: AbortSignal) => Promise<unknown>): Promise<string> {
  const going = new AbortController();
  const asked = ask(going.signal).catch(() => {});
  const run = await activeRun(url);
  await startedCall(url, run, 'cat gate');
  going.abort();
  await asked;
  await endedRun(url, run);
  return run;
}

/** Responses, by the library `openai`. */
export const overResponses: Door = {
  name: 'Responses',
  async play(cwd) {
    const { url } = await servedAt(cwd);
    const client = openAiClient(url, ASK);
    const create = (input: string | OpenAI.Responses.ResponseInput, previous_response_id?: string) =>
      client.responses.create({
        model: 'helper',
        input,
        ...(previous_response_id === undefined ? {} : { previous_response_id }),
      });
    const own = (response: OpenAI.Responses.Response) => (response as unknown as Own).loadout;
    const first = await create(PROMPTS.work);
    const approval = first.output.find((item) => item.type === 'mcp_approval_request');
    const yes = { type: 'mcp_approval_response' as const, approval_request_id: approval?.id ?? '', approve: true };
    const second = await create([yes], first.id);
    const third = await create(ANSWER, second.id);
    const wish = { model: 'helper', input: PROMPTS.cancelled, previous_response_id: third.id };
    const cancelled = await abortAtGate(url, (signal) => client.responses.create(wish, { signal }));
    const resumed = await create(PROMPTS.resumed, `resp_${cancelled}`);
    const endless = await create(PROMPTS.endless, resumed.id);
    return {
      denial: found(first.output_text, /Denied: (.*)/),
      approval: `${approval?.name} ${commandIn(approval?.arguments)}`,
      question: found(second.output_text, /answer: (.*\?)/),
      cost: sum([first, second, third].map((one) => own(one)?.cost_usd ?? 0)),
      answer: third.output_text,
      limit: endless.incomplete_details?.reason === 'max_output_tokens' ? 'limit' : undefined,
      resumed: resumed.output_text,
    };
  },
};
