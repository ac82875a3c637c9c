import { isObject } from '@loadout/core';
import type { Block, Message } from '@loadout/core/model';
import { asFields, isResult, type Media, mediaOf, resultParts } from '../request/result-parts.js';
import { outwardId } from '../request/tool-ids.js';
import { outwardName } from '../request/tool-names.js';

type Fields = Readonly<Record<string, unknown>>;

/** The longest `call_id`. */
const LONGEST_ID = 64;

/** A message as items of the Responses API, in its order. An item of reasoning stands directly before the item that it led to. */
export const responsesItems = ({ role, content }: Message): readonly Fields[] =>
  role === 'assistant' ? withoutLoneReasoning(content.flatMap(answerItem)) : userItems(content);

function userItems(content: readonly Block[]): readonly Fields[] {
  const outputs = content.filter(isResult).map((block): Fields => {
    const { text, media } = resultParts(block);
    const parts = [...(text === '' ? [] : [textPart(text)]), ...media.map(mediaPart)];
    return {
      type: 'function_call_output',
      call_id: outwardId(block.tool_use_id, LONGEST_ID),
      output: media.length === 0 ? text : parts,
    };
  });
  const said = content.filter((block) => !isResult(block)).flatMap(userPart);
  return said.length === 0 ? outputs : [...outputs, { type: 'message', role: 'user', content: said }];
}

function userPart(block: Block): readonly Fields[] {
  if (block.type === 'text') return block.text === '' ? [] : [textPart(String(block.text))];
  const media = mediaOf(asFields(block));
  return media === undefined ? [] : [mediaPart(media)];
}

const textPart = (text: string): Fields => ({ type: 'input_text', text });

function mediaPart({ type, url, name = 'document.pdf' }: Media): Fields {
  if (type === 'image') return { type: 'input_image', image_url: url };
  return url.startsWith('data:') ? { type: 'input_file', filename: name, file_data: url } : { type: 'input_file', file_url: url };
}

function answerItem(block: Block): readonly Fields[] {
  const { type, text, id, name, input, providerState } = asFields(block);
  const state = isObject(providerState) ? providerState : {};
  if (type === 'text')
    return text === ''
      ? []
      : [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text }], ...phaseOf(state) }];
  if (type === 'tool_use')
    return [
      {
        type: 'function_call',
        call_id: outwardId(String(id), LONGEST_ID),
        name: outwardName(String(name)),
        arguments: JSON.stringify(input ?? {}),
      },
    ];
  return isObject(state.item) ? [state.item] : [];
}

const phaseOf = ({ phase }: Fields): Fields => (phase === undefined ? {} : { phase });

/** Reasoning whose own item is missing, as of an answer that was cut short, is refused. */
const withoutLoneReasoning = (items: readonly Fields[]): readonly Fields[] =>
  items.slice(0, items.findLastIndex(({ type }) => type !== 'reasoning') + 1);
