import { resolve } from 'node:path';
import { fromJsonSchema, isLoadoutError, messageOf } from '@loadout/core';
import { placeOf } from '../document/flatten.js';
import { folderOf } from '../document/folder-of.js';
import { describe, dotted, isFileless, type Path } from '../document/node.js';
import { errors } from '../errors.js';
import { typeName } from '../interpolate/params.js';
import type { AgentDocument } from '../schema/config-schema.js';
import { checkTrustedFile } from '../trust/trusted-files.js';
import type { CheckContext } from './check-context.js';
import { readInstructions } from './read-instructions.js';

/** Checks what an agent refers to, except tools and models. Returns the texts of its instruction files by absolute path. */
export function checkAgents(context: CheckContext): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const [file, path] of instructionFiles(context.document.defaults ?? {}, ['defaults', 'instructions']))
    loadText({ file, path, texts }, context);
  for (const [name, agent] of Object.entries(context.document.agents ?? {})) {
    for (const [file, path] of instructionFiles(agent, ['agents', name, 'instructions']))
      loadText({ file, path, texts }, context);
    checkOutput(agent, ['agents', name, 'output', 'schema'], context);
    checkParams(agent, ['agents', name, 'params'], context);
  }
  return texts;
}

function instructionFiles(agent: Pick<AgentDocument, 'instructions'>, base: Path): readonly (readonly [string, Path])[] {
  const { instructions } = agent;
  if (instructions === undefined || typeof instructions === 'string') return [];
  if (!Array.isArray(instructions)) return [[instructions.file, [...base, 'file']]];
  return instructions.flatMap((part, index) =>
    typeof part === 'string' ? [] : [[part.file, [...base, index, 'file']] as const],
  );
}

function loadText({ file, path, texts }: { file: string; path: Path; texts: Map<string, string> }, context: CheckContext): void {
  if (context.failed.has(dotted(path))) return;
  const place = placeOf(context.flat, path);
  const full = resolve(place === undefined || isFileless(place) ? context.cwd : folderOf(place.file), file);
  try {
    checkTrustedFile(full, place, context.reach);
    texts.set(full, readInstructions(full));
  } catch (error) {
    const problem = messageOf(error);
    context.report.error(errors.CONFIG_FILE_MISSING({ file: full, problem }), { path, place });
  }
}

function checkOutput(agent: AgentDocument, path: Path, context: CheckContext): void {
  if (agent.output?.schema === undefined) return;
  const where = { path, place: placeOf(context.flat, path, 'key') };
  try {
    fromJsonSchema(agent.output.schema, 'output');
    if (agent.output.schema.type === 'object') return;
    const problem = `its "type" is ${describe(agent.output.schema.type)}, but an answer must be an object`;
    context.report.error(errors.CONFIG_OUTPUT_SCHEMA({ path: dotted(path), problem }), where);
  } catch (error) {
    const problem = isLoadoutError(error) ? (error.problem ?? error.message) : String(error);
    context.report.error(errors.CONFIG_OUTPUT_SCHEMA({ path: dotted(path), problem }), where);
  }
}

function checkParams(agent: AgentDocument, base: Path, context: CheckContext): void {
  for (const [name, param] of Object.entries(agent.params ?? {})) {
    const { type = 'string', default: fallback } = param;
    const path = [...base, name, 'default'];
    if (fallback === undefined || context.failed.has(dotted(path))) continue;
    const fits = type === 'integer' ? Number.isInteger(fallback) : typeof fallback === type;
    if (fits) continue;
    const problem = errors.CONFIG_PARAM_VALUE({
      name,
      type: typeName(type),
      value: JSON.stringify(fallback),
      from: 'its default',
    });
    context.report.error(problem, { path, place: placeOf(context.flat, path) });
  }
}
