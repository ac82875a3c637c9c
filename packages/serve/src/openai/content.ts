import { isObject } from '@loadout/core';
import type { Block } from '@loadout/core/model';
import { fileBlock } from '../file-block.js';
import { type Fields, fieldsIn, textIn, wrong } from './fields.js';

/** Reads the content of a message as blocks. Throws OPENAI_FIELD. */
export function blocksOf(content: unknown, param: string): readonly Block[] {
  if (content === undefined || content === null) return [];
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  if (!Array.isArray(content)) throw wrong(param, 'must be a text or a list of parts');
  return content.map((part: unknown, index) => blockOf(part, `${param}[${index}]`));
}

function blockOf(part: unknown, param: string): Block {
  if (!isObject(part)) throw wrong(param, 'must be an object with a type');
  const type = textIn(part, 'type', `${param}.type`) ?? '';
  const read = Object.hasOwn(PARTS, type) ? PARTS[type] : undefined;
  if (read === undefined)
    throw wrong(`${param}.type`, `is ${JSON.stringify(type)}, which an agent does not accept`, 'Send text, a picture or a file.');
  return read(part, param);
}

/** The parts of Chat Completions and of Responses. */
const PARTS: Readonly<Record<string, (part: Fields, param: string) => Block>> = {
  text: textPart,
  input_text: textPart,
  output_text: textPart,
  refusal: (part, param) => ({ type: 'text', text: textIn(part, 'refusal', `${param}.refusal`) ?? '' }),
  image_url: (part, param) => fileOf(fieldsIn(part, 'image_url', `${param}.image_url`) ?? {}, 'url', `${param}.image_url`),
  input_image: (part, param) => fileOf(part, 'image_url', param),
  file: (part, param) => fileOf(fieldsIn(part, 'file', `${param}.file`) ?? {}, 'file_data', `${param}.file`),
  input_file: (part, param) => fileOf(part, 'file_data', param),
};

function textPart(part: Fields, param: string): Block {
  return { type: 'text', text: textIn(part, 'text', `${param}.text`) ?? '' };
}

function fileOf(fields: Fields, name: string, param: string): Block {
  const title = textIn(fields, 'filename', `${param}.filename`) ?? 'file';
  const { mime, data } = dataIn(fields, name, param);
  const block = fileBlock({ mime, data, name: title });
  if (block === undefined)
    throw wrong(`${param}.${name}`, `is ${mime}, which an agent does not accept`, 'Send a picture, a PDF or a text.');
  return block;
}

/** The server fetches nothing for a client: an address could be one that only the server reaches. */
function dataIn(fields: Fields, name: string, param: string): { readonly mime: string; readonly data: string } {
  const url = textIn(fields, name, `${param}.${name}`);
  const other = ['file_id', 'file_url'].find((one) => fields[one] !== undefined && fields[one] !== null);
  if (url === undefined && other !== undefined)
    throw wrong(`${param}.${other}`, 'cannot be used here', 'Send the content as a data: URL.');
  const [, mime] = /^data:([\w.+/-]{1,100})(?:;[\w.+=-]{1,100})*;base64,/.exec((url ?? '').slice(0, 500)) ?? [];
  if (url === undefined || mime === undefined)
    throw wrong(`${param}.${name}`, 'is not a data: URL with base64', 'Send the content itself: data:image/png;base64,…');
  return { mime: mime.toLowerCase(), data: url.slice(url.indexOf(',') + 1) };
}
