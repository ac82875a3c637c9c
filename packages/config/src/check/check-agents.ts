import { fromJsonSchema, isLoadoutError, type JsonSchema, messageOf } from '@loadout/core';
import { placeOf } from '../document/flatten.js';
import { fileAt } from '../document/folder-of.js';
import { describe, dotted, type Path } from '../document/node.js';
import { errors } from '../errors.js';
import { typeName } from '../interpolate/params.js';
import type { AgentDocument } from '../schema/config-schema.js';
import { checkTrustedFile } from '../trust/trusted-files.js';
import { type CheckContext, ownersOf, tell } from './check-context.js';
import { readInstructions } from './read-instructions.js';

/** Checks what an agent refers to, except tools and models. Returns the texts of its instruction files by absolute path. */
export function checkAgents(context: CheckContext): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const { owner, path: base } of ownersOf(context.document))
    for (const [file, path] of instructionFiles(owner, [...base, 'instructions'])) loadText({ file, path, texts }, context);
  for (const [name, agent] of Object.entries(context.document.agents ?? {})) {
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
  const full = fileAt(file, place, context);
  try {
    checkTrustedFile(full, place, context.trustedFiles);
    texts.set(full, readInstructions(full));
  } catch (error) {
    tell(errors.CONFIG_FILE_MISSING({ file: full, problem: messageOf(error) }), path, context);
  }
}

function checkOutput(agent: AgentDocument, path: Path, context: CheckContext): void {
  const { schema } = agent.output ?? {};
  const problem = schema === undefined ? undefined : schemaProblem(schema);
  if (problem !== undefined) tell(errors.CONFIG_OUTPUT_SCHEMA({ path: dotted(path), problem }), path, { ...context, at: 'key' });
}

function schemaProblem(schema: JsonSchema): string | undefined {
  try {
    fromJsonSchema(schema, 'output');
    return schema.type === 'object' ? undefined : `its "type" is ${describe(schema.type)}, but an answer must be an object`;
  } catch (error) {
    return isLoadoutError(error) ? (error.problem ?? error.message) : String(error);
  }
}

function checkParams(agent: AgentDocument, base: Path, context: CheckContext): void {
  for (const [name, param] of Object.entries(agent.params ?? {})) {
    const { type = 'string', default: fallback } = param;
    const path = [...base, name, 'default'];
    if (fallback === undefined || (type === 'integer' ? Number.isInteger(fallback) : typeof fallback === type)) continue;
    const details = { name, type: typeName(type), value: JSON.stringify(fallback), from: 'its default' };
    tell(errors.CONFIG_PARAM_VALUE(details), path, context);
  }
}
