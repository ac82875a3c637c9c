import type { AnyTool, Parsed, Schema, Tool } from '@loadout/core';

/**
 * Lets a tool's parameters be written in camelCase too, and under the names in `also` (other name -> parameter). Two
 * spellings of one parameter with different values are an issue, not a choice. Source: DEF-26.
 */
export function withSpellings<In>(tool: Tool<In>, also: Readonly<Record<string, string>> = {}): AnyTool {
  const schema = tool.inputSchema as Schema<In>;
  const names = new Map([...camelNames(schema), ...Object.entries(also)]);
  const parse = (value: unknown) => {
    const renamed = rename(value, names);
    return renamed.ok ? schema.parse(renamed.value) : renamed;
  };
  return { ...tool, inputSchema: { json: schema.json, parse: parse as Schema<never>['parse'] } };
}

function* camelNames(schema: Schema): Generator<[string, string]> {
  for (const name of Object.keys((schema.json.properties as object | undefined) ?? {})) {
    if (name.includes('_')) yield [name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()), name];
  }
}

function rename(value: unknown, names: ReadonlyMap<string, string>): Parsed<unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { ok: true, value };
  const result: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    const name = names.get(key) ?? key;
    if (Object.hasOwn(result, name) && JSON.stringify(result[name]) !== JSON.stringify(item)) {
      const message = `is given twice with different values, under two spellings (${[...spellings(name, names)].join(', ')})`;
      return { ok: false, issues: [{ path: `/${name}`, message }] };
    }
    Object.defineProperty(result, name, { value: item, enumerable: true, writable: true, configurable: true });
  }
  return { ok: true, value: result };
}

function* spellings(name: string, names: ReadonlyMap<string, string>): Generator<string> {
  yield name;
  for (const [other, canonical] of names) if (canonical === name) yield other;
}
