import { fromJsonSchema, isObject, type JsonSchema, messageOf } from '@loadout/core';
import type { ClientTool } from '../http-runs.js';
import { clientSchema } from './client-schema.js';
import { type Fields, fieldsIn, listIn, textIn, wrong } from './fields.js';

/** The most tools of a request, as at OpenAI. */
const MOST_TOOLS = 128;

const NAME = /^[\w-]{1,64}$/;

/** The reason for which tools are refused that a client did not ask for by a header. */
export const NO_TOOLS =
  "The agent has its own tools. Remove the client's tools, or send the header x-loadout-client-tools: allow if the client runs them.";

/** Reads the tools that the client runs. `undefined`: it offers none. Throws OPENAI_FIELD. */
export function offeredTools(body: Fields): readonly ClientTool[] | undefined {
  const tools = listIn(body, 'tools') ?? [];
  const { tool_choice: choice } = body;
  if (choice !== undefined && choice !== null && choice !== 'auto')
    throw wrong('tool_choice', 'must be auto', 'An agent chooses itself.');
  if (tools.length === 0) return undefined;
  if (tools.length > MOST_TOOLS) throw wrong('tools', `has ${tools.length} tools, but may have ${MOST_TOOLS}`);
  const read = tools.map((tool, index) => toolOf(tool, `tools[${index}]`));
  const twice = read.find(({ name }, index) => read.findIndex((one) => one.name === name) !== index);
  if (twice !== undefined) throw wrong('tools', `has two tools with the name ${JSON.stringify(twice.name)}`);
  return read;
}

/** A tool as Chat Completions has it, inside `function`, or as Responses has it. */
function toolOf(tool: unknown, param: string): ClientTool {
  if (!isObject(tool)) throw wrong(param, 'must be an object');
  if (tool.type !== 'function')
    throw wrong(`${param}.type`, `is ${JSON.stringify(tool.type)}, but must be function`, 'Declare other tools for the agent.');
  const inner = fieldsIn(tool, 'function', `${param}.function`);
  const [fields, place] = inner === undefined ? [tool, param] : [inner, `${param}.function`];
  const name = textIn(fields, 'name', `${place}.name`) ?? '';
  if (!NAME.test(name)) throw wrong(`${place}.name`, 'must be 1 to 64 letters, digits, underscores and hyphens');
  const description = textIn(fields, 'description', `${place}.description`) ?? '';
  return { name, description, schema: schemaOf(fieldsIn(fields, 'parameters', `${place}.parameters`), `${place}.parameters`) };
}

/** Reads the schema of an input. A schema that cannot be used would otherwise fail the run. */
function schemaOf(parameters: Fields | undefined, param: string): JsonSchema {
  if (parameters?.type !== undefined && parameters.type !== 'object')
    throw wrong(`${param}.type`, `is ${JSON.stringify(parameters.type)}, but must be object`);
  const schema = clientSchema({ type: 'object', ...parameters } as JsonSchema, param);
  try {
    fromJsonSchema(schema, param);
  } catch (error) {
    throw wrong(param, `is not a usable JSON Schema: ${messageOf(error).replace(/\.$/, '')}`);
  }
  return schema;
}
