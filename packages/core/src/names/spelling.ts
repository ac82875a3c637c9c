/**
 * Other names of parameters: every parameter in camelCase, and the names that its tool adds. A declared name always means itself.
 */
export type OtherNames = ReadonlyMap<string, string>;

export function otherNames(schema: { readonly properties?: unknown }, also: Readonly<Record<string, string>> = {}): OtherNames {
  const declared = Object.keys((schema.properties as object | undefined) ?? {});
  const camel = declared.filter((name) => name.includes('_')).map((name) => [inCamelCase(name), name] as const);
  return new Map([...camel, ...Object.entries(also)].filter(([other]) => !declared.includes(other)));
}

const inCamelCase = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

type Spelled =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly issues: readonly { readonly path: string; readonly message: string }[] };

/**
 * Renames every parameter of an input to its name in the schema, so that no hook or rule misses a parameter under another
 * spelling. Two spellings with different values are an issue. Source: DEF-26.
 */
export function spell(input: unknown, others: OtherNames): Spelled {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return { ok: true, value: input };
  if (!Object.keys(input).some((key) => others.has(key))) return { ok: true, value: input };
  const spelled: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(input)) {
    const name = others.get(key) ?? key;
    if (Object.hasOwn(spelled, name) && JSON.stringify(spelled[name]) !== JSON.stringify(value))
      return {
        ok: false,
        issues: [{ path: `/${name}`, message: `is given twice with different values: ${spellings(name, others)} are one` }],
      };
    Object.defineProperty(spelled, name, { value, enumerable: true, writable: true, configurable: true });
  }
  return { ok: true, value: spelled };
}

const spellings = (name: string, others: OtherNames) =>
  [name, ...[...others].filter(([, parameter]) => parameter === name).map(([other]) => other)].join(', ');
