import { extname } from 'node:path';
import type { MapNode, Node } from '../document/node.js';
import { describe, emptyMap, isMap, isNull } from '../document/node.js';
import { errors } from '../errors.js';
import { loadModule } from './load-module.js';
import { parseJson } from './parse-json.js';
import { parseMarkdown } from './parse-markdown.js';
import { parseYaml } from './parse-yaml.js';
import { type ReadContext, readText } from './read-text.js';

/** Reads a file as a document with a map at its top. Otherwise reports why, and returns nothing. */
export async function readDocument(file: string, context: ReadContext): Promise<MapNode | undefined> {
  const node = await readAny(file, context);
  if (node === undefined || isMap(node)) return node;
  if (context.foreign === true && isNull(node)) return emptyMap(node.place);
  const found = node.kind === 'list' ? 'a list' : describe(node.value);
  const place = { ...node.place, length: Math.min(node.place.length, 40) };
  context.report.error(errors.CONFIG_NOT_A_MAP({ found, foreign: context.foreign }), { path: [], place });
  return undefined;
}

/** Whether a file is a module, so that reading it runs it. */
export const isModule = (file: string): boolean => ['.ts', '.js', '.mjs'].includes(extname(file));

async function readAny(file: string, context: ReadContext): Promise<Node | undefined> {
  const kind = extname(file);
  if (isModule(file)) return loadModule(file, context);
  const text = readText(file, context);
  if (text === undefined) return undefined;
  const source = { file, layer: context.place.layer, report: context.report };
  if (kind === '.md') return parseMarkdown(text, source);
  if (/^\.jsonc?$/i.test(kind)) return parseJson(text, source);
  return parseYaml(text, source);
}
