import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { editorSchema } from '@loadout/setup';
import { testSchema } from '@loadout/test';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { globSync } from 'tinyglobby';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { root } from './lib/loadout.js';

const read = (file: string) => readFileSync(join(root, file), 'utf8');
const published = JSON.parse(read('docs/reference/agent-config.schema.json')) as Record<string, unknown>;

/** The published schema, as the strict readers of draft 07 take it. */
const ajv = new Ajv({ strict: true, strictTypes: false, strictRequired: false });
ajv.addVocabulary(['markdownDescription']);
const validate = ajv.compile(published);

/** The schema that the command writes. */
const own = new Ajv2020({ strict: false });
const written = await editorSchema({ test: testSchema() });
const validateOwn = own.compile(written as object);

const documents = (patterns: readonly string[]) => globSync([...patterns], { cwd: root, ignore: ['**/node_modules/**'] }).sort();

const values = new Map<string, unknown>();

/** The value of a file; `undefined` if it is no YAML, as in samples of such mistakes. Each is read once: validators change none. */
function documentIn(file: string): unknown {
  if (!values.has(file)) values.set(file, valueIn(file));
  return values.get(file);
}

function valueIn(file: string): unknown {
  try {
    return parse(read(file), { merge: true, maxAliasCount: 20, logLevel: 'error' });
  } catch {
    return undefined;
  }
}

/** The keys without a description, at any depth. */
function keysWithoutText(part: unknown, path: string): readonly string[] {
  if (typeof part !== 'object' || part === null) return [];
  const { properties = {} } = part as { readonly properties?: Readonly<Record<string, { readonly description?: string }>> };
  const own = Object.keys(properties).filter((key) => properties[key]?.description === undefined);
  const below = Object.entries(part).flatMap(([key, value]) => keysWithoutText(value, `${path}/${key}`));
  return [...own.map((key) => `${path}/${key}`), ...below];
}

describe('the schema at the stable address', () => {
  it.each(documents(['agent.config.yaml', 'examples/**/agent.config.yaml', 'deploy/**/agent.config.yaml']))(
    'takes %s',
    (file) => {
      expect([validate(documentIn(file)), validate.errors]).toEqual([true, null]);
    },
  );

  const samples = documents([
    'tests/config-samples/*/agent.config.{yaml,json}',
    'tests/broken-agents/*/agent.config.yaml',
  ]).filter((file) => documentIn(file) !== undefined);

  it('is tried with more than a hundred samples, of which it takes some and refuses some', () => {
    expect(samples.length).toBeGreaterThan(100);
    const taken = samples.filter((file) => validate(documentIn(file)));
    expect(taken.length).toBeGreaterThan(20);
    expect(taken.length).toBeLessThan(samples.length - 20);
  });

  it.each(samples)('says of %s what the schema of the command says', (file) => {
    const value = documentIn(file);
    expect(validate(value)).toBe(validateOwn(value));
  });

  it('says of each key what it is', () => {
    expect(keysWithoutText(written, '')).toEqual([]);
  });

  it('describes each key in Markdown too, and names no draft but its own', () => {
    const text = JSON.stringify(published);
    expect(text.match(/"markdownDescription"/g)?.length).toBeGreaterThan(100);
    expect(text).not.toMatch(/2020-12|x-before-trust|\$defs/);
    expect(published.$schema).toBe('http://json-schema.org/draft-07/schema#');
  });
});

it('the entry for SchemaStore names the address of the schema, and no file of others', () => {
  const entry = JSON.parse(read('docs/reference/schemastore-entry.json')) as { url: string; fileMatch: readonly string[] };
  expect(entry.url).toBe(published.$id);
  expect(entry.fileMatch.filter((name) => !name.startsWith('agent.config.'))).toEqual([]);
});
