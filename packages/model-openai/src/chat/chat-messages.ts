import { isObject } from '@loadout/core';
import type { Block, Message } from '@loadout/core/model';
import type { Compat } from '../connection/compat.js';
import { asFields, isResult, type Media, mediaOf, resultParts } from '../request/result-parts.js';
import { outwardId } from '../request/tool-ids.js';
import { outwardName } from '../request/tool-names.js';

type Fields = Readonly<Record<string, unknown>>;

/** A message in the shape of Chat Completions: one for an answer, one for each result and one for all else that a user says. */
export const chatMessages = ({ role, content }: Message, compat: Compat): readonly Fields[] =>
  role === 'assistant' ? assistantMessages(content, compat) : userMessages(content, compat);

function userMessages(content: readonly Block[], compat: Compat): readonly Fields[] {
  const results = content
    .filter(isResult)
    .map((block) => ({ id: outwardId(block.tool_use_id, compat.toolIds), ...resultParts(block) }));
  const answers = results.map(({ id, text }) => ({ role: 'tool', tool_call_id: id, content: text }));
  // A result holds text alone: its pictures stand in a message of the user behind all results.
  const shown = results.flatMap(({ id, media }) =>
    media.length === 0 ? [] : [textPart(`From the result of ${id}:`), ...media.map(mediaPart)],
  );
  const parts = [...shown, ...content.filter((block) => !isResult(block)).flatMap(userPart)];
  if (parts.length === 0) return answers;
  const bridge =
    compat.assistantAfterTool && answers.length > 0 ? [{ role: 'assistant', content: 'I have read the results.' }] : [];
  return [...answers, ...bridge, { role: 'user', content: plain(parts) }];
}

function userPart(block: Block): readonly Fields[] {
  if (block.type === 'text') return block.text === '' ? [] : [textPart(String(block.text))];
  const media = mediaOf(asFields(block));
  return media === undefined ? [] : [mediaPart(media)];
}

const textPart = (text: string): Fields => ({ type: 'text', text });

const mediaPart = ({ type, url, name = 'document.pdf' }: Media): Fields =>
  type === 'image' ? { type: 'image_url', image_url: { url } } : { type: 'file', file: { filename: name, file_data: url } };

/** Text alone is a text: older servers know no list of parts. */
const plain = (parts: readonly Fields[]): unknown =>
  parts.every((part) => part.type === 'text') ? parts.map((part) => part.text).join('\n\n') : parts;

function assistantMessages(content: readonly Block[], compat: Compat): readonly Fields[] {
  const texts = content.flatMap((block) => (block.type === 'text' && block.text !== '' ? [String(block.text)] : []));
  const calls = content.flatMap((block) => (block.type === 'tool_use' ? [callOf(asFields(block), compat)] : []));
  // Gemini itself signs the first of several calls only.
  const isUnsigned = compat.signedCalls && calls.every((call) => !('extra_content' in call));
  if (texts.length === 0 && calls.length === 0) return [];
  const thinking = calls.length === 0 ? {} : thinkingOf(content, compat);
  const tool_calls =
    calls.length === 0 ? {} : { tool_calls: isUnsigned ? calls.map((call) => ({ ...UNSIGNED, ...call })) : calls };
  return [{ role: 'assistant', content: texts.length === 0 ? null : texts.join('\n\n'), ...thinking, ...tool_calls }];
}

/** Google's value for calls that no model of its own made. */
const UNSIGNED = { extra_content: { google: { thought_signature: 'skip_thought_signature_validator' } } };

/** The call, with the fields of its maker, such as a thought signature. */
function callOf({ id, name, input, providerState }: Fields, { toolIds }: Compat): Fields {
  const extra = isObject(providerState) && isObject(providerState.extra) ? providerState.extra : {};
  const body = { name: outwardName(String(name)), arguments: JSON.stringify(input ?? {}) };
  return { ...extra, id: outwardId(String(id), toolIds), type: 'function', function: body };
}

/** Thinking goes back with calls only: the servers that want it want it there. */
function thinkingOf(content: readonly Block[], { thinking: field, thinkingWithCalls }: Compat): Fields {
  if (field === 'none') return {};
  const blocks = content.filter((block) => block.type === 'thinking').map(asFields);
  if (field === 'reasoning_details') {
    const details = blocks.flatMap(({ providerState }) =>
      isObject(providerState) && Array.isArray(providerState.reasoning_details) ? providerState.reasoning_details : [],
    );
    return details.length === 0 ? {} : { reasoning_details: details };
  }
  const text = blocks.map(({ thinking }) => (typeof thinking === 'string' ? thinking : '')).join('');
  return text === '' && !thinkingWithCalls ? {} : { [field]: text };
}
