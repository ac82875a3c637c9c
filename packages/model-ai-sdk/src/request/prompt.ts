import type { Block, Message, ModelRequest, ToolResultBlock } from '@loadout/core/model';
import type { PromptMessage, PromptPart, ProviderData } from '../model/language-model.js';
import { type Dialect, filePart, isPicture } from './file-part.js';
import { resultOutput } from './result-output.js';

/** The type of a block that holds a part for its own provider, ready to be sent back. */
export const OPAQUE = 'ai_sdk';

/** Converts conversations. A message is converted once, since messages are frozen. */
export class Prompts {
  readonly #dialect: Dialect;
  readonly #converted = new WeakMap<Message, readonly PromptMessage[]>();

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
  }

  of({ system, messages }: Pick<ModelRequest, 'system' | 'messages'>, mark: ProviderData | undefined): readonly PromptMessage[] {
    const stable = system.filter(({ volatile, text }) => volatile !== true && text !== '');
    const prompt = [
      ...systemMessages(stable, mark),
      ...systemMessages(system.filter(({ volatile, text }) => volatile === true && text !== '')),
      ...messages.flatMap((message, index) => this.#convert(message, messages[index - 1])),
    ];
    const last = prompt.at(-1);
    return mark === undefined || last === undefined || last.role === 'system'
      ? prompt
      : [...prompt.slice(0, -1), { ...last, providerOptions: mark }];
  }

  #convert(message: Message, before: Message | undefined): readonly PromptMessage[] {
    const found = this.#converted.get(message);
    if (found !== undefined) return found;
    const made = message.role === 'assistant' ? assistantMessages(message, this.#dialect) : this.#user(message, before);
    this.#converted.set(message, made);
    return made;
  }

  /** Results come first, in a message of their own; the rest of the message follows them. */
  #user({ content }: Message, before: Message | undefined): readonly PromptMessage[] {
    const results = content.filter(isResult);
    const outputs = results.map((result) => ({ result, ...resultOutput(result, this.#dialect) }));
    const tool = outputs.map(({ result, output }): PromptPart => {
      const toolName = nameOfCall(result.tool_use_id, before);
      return { type: 'tool-result', toolCallId: result.tool_use_id, toolName, output };
    });
    const own = content.filter((block) => !isResult(block)).flatMap((block) => userPart(block, this.#dialect));
    const rest = [...outputs.flatMap(({ behind }) => behind), ...own];
    return [
      ...(tool.length === 0 ? [] : [{ role: 'tool' as const, content: tool }]),
      ...(rest.length === 0 ? [] : [{ role: 'user' as const, content: rest }]),
    ];
  }
}

/** Several system messages in a row are not taken by every provider, so blocks are joined. */
function systemMessages(blocks: ModelRequest['system'], mark?: ProviderData): readonly PromptMessage[] {
  if (blocks.length === 0) return [];
  const content = blocks.map(({ text }) => text).join('\n\n');
  return [{ role: 'system', content, ...(mark === undefined ? {} : { providerOptions: mark }) }];
}

const isResult = (block: Block): block is ToolResultBlock => block.type === 'tool_result';

/** Results answer the message before them. */
function nameOfCall(id: string, before: Message | undefined): string {
  const call = before?.content.find((block) => block.type === 'tool_use' && (block as { id?: unknown }).id === id);
  return String((call as { name?: unknown } | undefined)?.name ?? 'unknown');
}

function userPart(block: Block, dialect: Dialect): readonly PromptPart[] {
  if (block.type === 'text') return [{ type: 'text', text: (block as { text: string }).text }];
  return isPicture(block) ? [filePart(block, dialect)] : [];
}

function assistantMessages({ content }: Message, dialect: Dialect): readonly PromptMessage[] {
  const parts = content.flatMap((block) => assistantPart(block, dialect));
  const calls = parts.filter(isCall);
  // The maker itself signs the first of several calls only.
  const isForeign = dialect.foreignCall !== undefined && calls.every((call) => !('providerOptions' in call));
  const whole = isForeign
    ? parts.map((part) => (isCall(part) ? { ...part, providerOptions: dialect.foreignCall } : part))
    : parts;
  return parts.length === 0 ? [] : [{ role: 'assistant', content: whole }];
}

const isCall = ({ type }: PromptPart): boolean => type === 'tool-call';

function assistantPart(block: Block, dialect: Dialect): readonly PromptPart[] {
  const state = (block as { providerState?: unknown }).providerState as ProviderData | undefined;
  const kept = state === undefined ? {} : { providerOptions: state };
  const fields = block as Readonly<Record<string, unknown>>;
  if (block.type === 'text') return [{ type: 'text', text: fields.text, ...kept }];
  if (block.type === 'thinking') return [{ type: 'reasoning', text: fields.thinking, ...kept }];
  if (block.type === 'tool_use')
    return [{ type: 'tool-call', toolCallId: fields.id, toolName: fields.name, input: fields.input, ...kept }];
  if (block.type === OPAQUE && typeof fields.part === 'object') return [fields.part as PromptPart];
  return isPicture(block) ? [{ ...filePart(block, dialect), ...kept }] : [];
}
