import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compileSchema, type JsonSchema, messageOf, type Plugin, type PluginParts } from '@loadout/core';
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
  const findings = tools.flatMap((tool) => {
    const { json } = compileSchema(tool.inputSchema, `the tool ${tool.name}`);
    return [...nameFindings(tool.name, subject), ...hostFindings(tool, json), ...schemaFindings(tool.name, json)];
  });
  await parts.dispose?.();
  const isGood = (area: Finding['area']) => !findings.some((one) => one.area === area && one.level !== 'note');
  return [
    ...(isGood('hosts') ? [host('ok', `${tools.length} tools can be served over MCP`)] : []),
    ...(isGood('toolkits') ? [toolkit('ok', `${tools.length} tools have names and schemas that other toolkits take`)] : []),
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

function nameFindings(name: string, { json }: Subject): readonly Finding[] {
  if (!/^[a-zA-Z0-9_-]{1,64}$/.test(name)) return [toolkit('error', `${name}: a name is 1 to 64 letters, digits, _ and -`)];
  const mount = (json.name ?? '').replace(/^.*\/|^loadout-plugin-/g, '').replaceAll('-', '_');
  const served = `mcp__${mount}__${mount}__${name}`;
  return served.length <= LONGEST
    ? []
    : [host('warning', `${name}: some hosts call it ${served}, which is longer than ${LONGEST}`)];
}

type Listed = NonNullable<PluginParts['tools']>[number];

function hostFindings({ name, description, annotations, isReadOnly }: Listed, schema: JsonSchema): readonly Finding[] {
  const size = JSON.stringify(schema).length;
  return [
    ...(description.trim() === '' ? [host('error', `${name}: no description, so a model does not know when to call it`)] : []),
    ...(description.length > LONGEST_DESCRIPTION
      ? [toolkit('warning', `${name}: the description has ${description.length} characters; OpenAI takes ${LONGEST_DESCRIPTION}`)]
      : []),
    ...(annotations?.readOnlyHint === undefined && typeof isReadOnly !== 'boolean'
      ? [host('warning', `${name}: no readOnlyHint, so hosts treat each call as one that may destroy something`)]
      : []),
    ...(size > LARGEST_SCHEMA ? [host('warning', `${name}: the schema has ${size} characters in every request`)] : []),
  ];
}

const AT_THE_TOP = ['anyOf', 'oneOf', 'allOf', 'not', 'enum', 'const', '$ref'] as const;

function schemaFindings(name: string, schema: JsonSchema): readonly Finding[] {
  const form = AT_THE_TOP.find((one) => one in schema);
  const strict = strictProblem(schema, '');
  return [
    ...(schema.type === 'object' ? [] : [toolkit('error', `${name}: the input schema is not of the type object`)]),
    ...(form === undefined
      ? []
      : [toolkit('error', `${name}: "${form}" at the top of the schema is refused by Anthropic and OpenAI`)]),
    ...(strict === undefined ? [] : [toolkit('note', `${name}: OpenAI takes it, but not with strict: true, because ${strict}`)]),
  ];
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
