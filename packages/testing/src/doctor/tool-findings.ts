import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type AnyTool, compileSchema, type JsonSchema, messageOf, type Plugin, type PluginParts } from '@loadout/core';
import { STATIC } from '../checks/static-checks.js';
import { exampleOptions } from '../example-options.js';
import { type Finding, findingsOf, type Subject } from './finding.js';

const host = findingsOf('hosts');
const toolkit = findingsOf('toolkits');

/** The longest name of a tool that every host and every provider takes. */
const LONGEST = 64;
const LONGEST_DESCRIPTION = 1_024;
const LARGEST_SCHEMA = 10_000;

/** Tells what MCP hosts and other toolkits will say about the tools. Runs `setup` with example options. */
export async function toolFindings(subject: Subject): Promise<readonly Finding[]> {
  const parts = await partsOf(subject);
  if ('area' in parts) return [parts];
  const tools = parts.tools ?? [];
  const findings = tools.flatMap((tool) => [...toolkitFindings(tool), ...hostFindings(tool, subject)]);
  await parts.dispose?.();
  const isGood = (area: Finding['area']) => !findings.some((one) => one.area === area && one.level !== 'note');
  const counted = `${tools.length} tool${tools.length === 1 ? '' : 's'}`;
  return [
    ...(isGood('hosts') ? [host('ok', `${counted} can be served over MCP`)] : []),
    ...(isGood('toolkits') ? [toolkit('ok', `names and schemas of ${counted} are taken by other toolkits`)] : []),
    ...findings,
  ];
}

/** The plugin's parts, made by its built code; or why there are none. */
async function partsOf({ dir, json }: Subject): Promise<PluginParts | Finding> {
  const entry = join(dir, json.loadout?.plugin ?? './dist/index.js');
  if (!existsSync(entry))
    return host('error', `${json.loadout?.plugin ?? './dist/index.js'} is not built, so its tools are unknown`);
  try {
    const { default: plugin } = (await import(pathToFileURL(entry).href)) as { readonly default: Plugin };
    const options = await exampleFor(plugin);
    return await plugin.setup({ options: options as never, mount: 'doctor', configDir: dir, stateDir: join(dir, '.loadout') });
  } catch (error) {
    return host('unchecked', `the plugin could not be set up with example options: ${messageOf(error)}`);
  }
}

/** Options that fit the schema. */
async function exampleFor(plugin: Plugin): Promise<unknown> {
  if (plugin.options === undefined) return {};
  const schema = compileSchema(plugin.options, `the options of ${plugin.name}`);
  const empty = await schema.parse({});
  if (empty.ok) return empty.value;
  const parsed = await schema.parse(exampleOptions(schema.json));
  return parsed.ok ? parsed.value : {};
}

/** Findings without a call, which is what toolkits and providers refuse, and what only some of them take. */
function toolkitFindings(tool: AnyTool): readonly Finding[] {
  const { name, description } = tool;
  const problems = STATIC.flatMap(([, look]) => look(tool) ?? []);
  const strict = strictProblem(schemaOf(tool), '');
  return [
    ...problems.map((problem) => toolkit('error', `${name}: ${problem}`)),
    ...(description.length > LONGEST_DESCRIPTION
      ? [toolkit('warning', `${name}: the description has ${description.length} characters; OpenAI takes ${LONGEST_DESCRIPTION}`)]
      : []),
    ...(strict === undefined ? [] : [toolkit('note', `${name}: OpenAI takes it, but not with strict: true, because ${strict}`)]),
  ];
}

function hostFindings(tool: AnyTool, { json }: Subject): readonly Finding[] {
  const { name, annotations, isReadOnly } = tool;
  const size = JSON.stringify(schemaOf(tool)).length;
  const mount = (json.name ?? '').replace(/^.*\/|^loadout-plugin-/g, '').replaceAll('-', '_');
  const served = `mcp__${mount}__${mount}__${name}`;
  return [
    ...(served.length > LONGEST
      ? [host('warning', `${name}: some hosts call it ${served}, which is longer than ${LONGEST}`)]
      : []),
    ...(annotations?.readOnlyHint === undefined && typeof isReadOnly !== 'boolean'
      ? [host('warning', `${name}: no readOnlyHint, so hosts treat each call as one that may destroy something`)]
      : []),
    ...(size > LARGEST_SCHEMA ? [host('warning', `${name}: the schema has ${size} characters in every request`)] : []),
  ];
}

/** The schema of the input. One that cannot be read is a problem of its own. */
function schemaOf({ inputSchema, name }: AnyTool): JsonSchema {
  try {
    return compileSchema(inputSchema, `the tool ${name}`).json;
  } catch {
    return {};
  }
}

/** The first thing that keeps a schema out of OpenAI's strict mode. */
function strictProblem(schema: unknown, path: string): string | undefined {
  if (typeof schema !== 'object' || schema === null) return undefined;
  const { type, properties, required = [], additionalProperties, items } = schema as Readonly<Record<string, unknown>>;
  if (type === 'object' && additionalProperties !== false) return `${path || 'the input'} may have other properties`;
  for (const [key, property] of Object.entries((properties as object | undefined) ?? {})) {
    if (!(required as readonly unknown[]).includes(key)) return `${path}/${key} may be absent`;
    const problem = strictProblem(property, `${path}/${key}`);
    if (problem !== undefined) return problem;
  }
  return items === undefined ? undefined : strictProblem(items, `${path}/0`);
}
