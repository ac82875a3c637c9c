import { join } from 'node:path';
import { loadConfig } from '@loadout/config';
import { createAgent } from '@loadout/runner';
import { type RecordedRequest, startMockApi } from '@loadout/testing';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { serverTools } from '../../packages/mcp/src/tools/server-tools.js';
import { project } from '../lib/loadout.js';
import { FORMS } from './schema-forms.fixture.js';
import type { WireCase } from './scripted-run.js';
import { WIRES } from './wire-cases.js';

type Json = Readonly<Record<string, unknown>>;
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
const list = (value: unknown): readonly Json[] => (Array.isArray(value) ? value : []);

/** The schemas of a request by the names of their tools, where each API has them. */
const SCHEMAS: Readonly<Record<string, (body: Json) => readonly (readonly [name: unknown, schema: unknown])[]>> = {
  messages: ({ tools }) => list(tools).map((tool) => [tool.name, tool.input_schema]),
  chat: ({ tools }) => list(tools).map(({ function: own }) => [(own as Json).name, (own as Json).parameters]),
  responses: ({ tools }) => list(tools).map((tool) => [tool.name, tool.parameters]),
  gemini: ({ tools }) =>
    list(tools)
      .flatMap((tool) => list(tool.functionDeclarations))
      .map((tool) => [tool.name, tool.parameters ?? tool.parametersJsonSchema]),
  converse: ({ toolConfig }) =>
    list((toolConfig as Json).tools).map(({ toolSpec }) => [
      (toolSpec as Json).name,
      ((toolSpec as Json).inputSchema as Json).json,
    ]),
};

/** The parts of a schema, itself first, that are schemas. */
function* parts(schema: unknown): Generator<unknown> {
  yield schema;
  if (!isJson(schema)) return;
  for (const key of ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'])
    if (isJson(schema[key])) for (const one of Object.values(schema[key])) yield* parts(one);
  for (const key of ['anyOf', 'oneOf', 'allOf', 'prefixItems'])
    if (Array.isArray(schema[key])) for (const one of schema[key]) yield* parts(one);
  for (const key of ['items', 'additionalProperties', 'not', 'contains', 'propertyNames', 'if', 'then', 'else'])
    if (key in schema) yield* parts(schema[key]);
}

/** Reasons of any API to refuse the schema of a tool, from public reports. */
function refusals(schema: unknown): readonly string[] {
  if (!isJson(schema) || schema.type !== 'object') return ['it is not the schema of an object'];
  const top = ['oneOf', 'anyOf', 'allOf', 'enum', 'not', '$ref'].filter((key) => key in schema).map((key) => `${key} at the top`);
  const names = Object.keys(isJson(schema.properties) ? schema.properties : {}).filter(
    (name) => !/^[a-zA-Z0-9_.-]{1,64}$/.test(name),
  );
  return [...top, ...names.map((name) => `the parameter ${name}`), ...draftProblems(schema)];
}

const ajv = new Ajv2020({ strict: false, validateFormats: false });

/** The Messages API compiles a schema as draft 2020-12. */
function draftProblems(schema: Json): readonly string[] {
  try {
    ajv.compile(schema);
    return [];
  } catch (error) {
    return [(error as Error).message];
  } finally {
    ajv.removeSchema();
  }
}

/** Reasons of OpenAI's APIs. */
const openAi = (schema: unknown): readonly string[] =>
  [...parts(schema)].flatMap((part) => {
    if (!isJson(part)) return typeof part === 'boolean' ? [] : ['a schema that is no object'];
    const isArray = part.type === 'array' || (Array.isArray(part.type) && part.type.includes('array'));
    return isArray && !isJson(part.items) ? ['array schema missing items'] : [];
  });

/** Reasons of Gemini, after the conversion of the AI SDK. */
const gemini = (schema: unknown): readonly string[] =>
  [...parts(schema)].flatMap((part) => {
    if (!isJson(part)) return [];
    const { type, items, enum: values, required, properties } = part;
    const known = isJson(properties) ? Object.keys(properties) : [];
    return [
      ...(String(type).toLowerCase() === 'array' && !isJson(items) ? ['items: missing field'] : []),
      ...(list(values).some((value) => typeof value !== 'string' || value === '') ? ['an enum that is not of texts'] : []),
      ...(Array.isArray(required) && required.some((name) => !known.includes(name as string))
        ? ['required: property is not defined']
        : []),
    ];
  });

async function sent({
  wire,
  use,
  options,
}: WireCase): Promise<{ readonly request: RecordedRequest | undefined; readonly outcome: string; readonly error: unknown }> {
  const api = await startMockApi({ wire, replies: [{ text: 'Done.' }] });
  const config = {
    providers: { tested: { use, options: options(api.url) } },
    models: { m: { provider: 'tested', id: 'mock-model', contextWindow: 1_000_000 } },
    agents: { a: { model: 'm', instructions: 'Go.' } },
  };
  const cwd = project({ 'agent.config.yaml': JSON.stringify(config) });
  const env = { HOME: cwd, LOADOUT_STATE_DIR: join(cwd, '.state') };
  const { plan } = await loadConfig({ cwd, env });
  const entries = FORMS.map(([name, inputSchema]) => ({ name, description: `Form ${name}.`, inputSchema }));
  const { tools } = serverTools(entries, { config: {}, owner: { server: 's', alwaysLoad: true, call: async () => '' } });
  const agent = await createAgent({ plan, customTools: tools, tools: ['*'], env });
  try {
    const run = agent.run('Go.');
    const { outcome, error } = await run.result;
    return { request: api.requests[0], outcome, error };
  } finally {
    await agent.close();
    await api.close();
  }
}

const SIX = WIRES.filter(({ wire }) => ['messages', 'chat', 'responses', 'gemini', 'converse', 'bedrock'].includes(wire.name));

describe('the schemas of servers (GAP-B5)', () => {
  it('come in more than sixty forms, over six wires', () => {
    expect([FORMS.length > 60, SIX.length]).toEqual([true, 6]);
  });

  it.each(SIX)('go to $wire.name in words that it takes, each tool of them', async (one) => {
    const { request, outcome, error } = await sent(one);
    expect([outcome, error]).toEqual(['success', undefined]);
    const name = one.wire.name === 'bedrock' ? 'messages' : one.wire.name;
    const schemas = (SCHEMAS[name]?.(request?.body ?? {}) ?? []).filter(([tool]) => String(tool).startsWith('mcp__'));
    expect(schemas.map(([tool]) => String(tool).replace('mcp__s__', '')).toSorted()).toEqual(
      FORMS.map(([form]) => form).toSorted(),
    );
    const rules = name === 'gemini' ? [gemini] : [refusals, ...(name === 'messages' ? [] : [openAi])];
    const refused = schemas.flatMap(([tool, schema]) =>
      rules.flatMap((rule) => rule(schema)).map((why) => `${String(tool)}: ${why}`),
    );
    expect(refused).toEqual([]);
  });
});
