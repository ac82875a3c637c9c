import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { AIMessage, type BaseMessage, ToolMessage } from '@langchain/core/messages';
import { Command, MemorySaver } from '@langchain/langgraph';
import type { Toolkit } from '@loadout/adapters';
import { createAgent, type HITLRequest, type HITLResponse, humanInTheLoopMiddleware } from 'langchain';
import { type Drive, type Host, nextCalls, type Seen } from '../scenario.js';

/** A model that makes the next call of the script that has no result yet. */
export class ScriptedModel extends BaseChatModel {
  last: readonly BaseMessage[] = [];
  readonly #drive: Drive;

  constructor(drive: Drive) {
    super({});
    this.#drive = drive;
  }

  _llmType() {
    return 'scripted';
  }

  override bindTools() {
    return this;
  }

  async _generate(messages: BaseMessage[]) {
    this.last = messages;
    const next = nextCalls(this.#drive, (id) => resultOf(messages, id) !== undefined);
    const calls = next.map(({ id, name, input }) => ({ type: 'tool_call' as const, id, name, args: input }));
    const message = new AIMessage({ content: calls.length === 0 ? (this.#drive.answer ?? 'Done.') : '', tool_calls: calls });
    return { generations: [{ text: '', message }] };
  }
}

const resultOf = (messages: readonly BaseMessage[], id: string) =>
  messages.find((message): message is ToolMessage => ToolMessage.isInstance(message) && message.tool_call_id === id);

/** With LangChain's middleware, which asks a person; or without, where nobody is there to ask. */
export const langchain = (asks: boolean): Host => ({
  name: asks ? 'LangChain' : 'LangChain without its middleware',
  asks,
  async run(kit: Toolkit, drive: Drive) {
    const model = new ScriptedModel(drive);
    const checkpointer = new MemorySaver();
    const agentOf = async (one: Toolkit) =>
      createAgent({
        model,
        tools: await one.langchain(),
        checkpointer,
        middleware: asks ? [humanInTheLoopMiddleware({ interruptOn: one.langchainInterrupts() })] : [],
      });
    let agent = await agentOf(kit);
    const config = {
      configurable: { thread_id: 'one' },
      recursionLimit: 100,
      ...(drive.signal === undefined ? {} : { signal: drive.signal }),
    };
    const asked = new Set<string>();
    let result = await agent.invoke({ messages: [{ role: 'user', content: 'Go.' }] }, config);
    for (let question = questionIn(result); question !== undefined; question = questionIn(result)) {
      const response: HITLResponse = {
        decisions: question.actionRequests.map(({ args }) => {
          const call = drive.calls.find(({ input }) => JSON.stringify(input) === JSON.stringify(args));
          if (call !== undefined) asked.add(call.id);
          return call?.answer === 'yes' ? { type: 'approve' } : { type: 'reject' };
        }),
      };
      const next = await drive.restart?.();
      agent = next === undefined ? agent : await agentOf(next);
      result = await agent.invoke(new Command({ resume: response }), config);
    }
    return Object.fromEntries(drive.calls.map(({ id }) => [id, seen(resultOf(model.last, id), asked.has(id))]));
  },
});

const questionIn = (result: object): HITLRequest | undefined =>
  (result as { __interrupt__?: readonly { value: HITLRequest }[] }).__interrupt__?.[0]?.value;

function seen(message: ToolMessage | undefined, asked: boolean): Seen {
  if (message === undefined) throw new Error('The model read no result.');
  const image = message.contentBlocks.find((block) => block.type === 'image');
  const failed = message.status === 'error';
  return { asked, failed, text: message.text, ...(image === undefined ? {} : { image: String(image.mimeType) }) };
}
