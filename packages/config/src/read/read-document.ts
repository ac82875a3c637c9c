import { extname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { messageOf } from '@loadout/core';
import { fromValue } from '../document/from-value.js';
import { describe, emptyMap, isMap, isNull, type MapNode, type Node, type Path, type Place, startOf } from '../document/node.js';
import type { Report } from '../document/report.js';
import { errors } from '../errors.js';
import { parseJson } from './parse-json.js';
import { parseMarkdown } from './parse-markdown.js';
import { parseYaml } from './parse-yaml.js';
import { type ReadContext, readText } from './read-text.js';

/** Reads a file as a document with a map at its top. Otherwise reports why, and returns nothing. */
export async function readDocument(file: string, context: ReadContext): Promise<MapNode | undefined> {
  const node = await readAny(file, context);
  if (node !== undefined) refuseNul(node, context.report);
  if (node === undefined || isMap(node)) return node;
  if ((context.foreign ?? context.mayBeEmpty) === true && isNull(node)) return emptyMap(node.place);
  const found = node.kind === 'list' ? 'a list' : describe(node.value);
  const place = { ...node.place, length: Math.min(node.place.length, 40) };
  context.report.error(errors.CONFIG_NOT_A_MAP({ found, foreign: context.foreign }), { path: [], place });
  return undefined;
}

/** Reports texts and keys that no program, path or variable can hold. An escape writes the character where the file itself has none. */
function refuseNul(node: Node, report: Report, path: Path = []): void {
  const refuse = (text: unknown, where: Place, at: Path) => {
    if (typeof text === 'string' && text.includes('\0')) report.error(errors.CONFIG_NUL({}), { path: at, place: where });
  };
  if (node.kind === 'scalar') refuse(node.value, node.place, path);
  else if (node.kind === 'list') for (const [index, item] of node.items.entries()) refuseNul(item, report, [...path, index]);
  else
    for (const [key, entry] of node.entries) {
      refuse(key, entry.key, path);
      refuseNul(entry.value, report, [...path, key]);
    }
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

/**
 * Loads the default export of a configuration written as a module. All of its values have the file's first character as their
 * position.
 */
async function loadModule(file: string, context: ReadContext): Promise<Node | undefined> {
  const { report } = context;
  const place = startOf(file, context.place.layer);
  try {
    return fromValue(await defaultExport(file), { place, report });
  } catch (error) {
    const problem = messageOf(error);
    report.error(errors.CONFIG_MODULE({ file, problem }, { cause: error }), { path: [], place });
    return undefined;
  }
}

async function defaultExport(file: string): Promise<unknown> {
  if (extname(file) === '.ts') {
    const { createJiti } = await import('jiti');
    return createJiti(import.meta.url, { fsCache: false }).import(file, { default: true });
  }
  const module: unknown = await import(/* @vite-ignore */ pathToFileURL(file).href);
  if (typeof module === 'object' && module !== null && 'default' in module) return module.default;
  throw new Error('it has no default export');
}
