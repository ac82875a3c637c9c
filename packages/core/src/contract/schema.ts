/** A JSON Schema (draft 2020-12) as a plain object. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/** One problem of a value. `path`: a JSON pointer, `''` for the value itself. `found`: the value, which `message` does not repeat. */
export interface Issue {
  readonly path: string;
  readonly message: string;
  readonly kind?: 'required' | 'unknown' | undefined;
  readonly found?: string | undefined;
  readonly known?: readonly string[] | undefined;
}

export type Parsed<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly issues: readonly Issue[] };

/** A compiled schema: the JSON Schema that the model sees, and the check of the input. */
export interface Schema<T = unknown> {
  readonly json: JsonSchema;
  /** Contract: never throws; an unexpected failure is an issue at `''`. Returns a new value with defaults filled in. */
  parse(value: unknown): Parsed<T> | Promise<Parsed<T>>;
}

/** Parameters by name, such as `{ city: 'string', days: Number }`. Every parameter is required. */
export type ParamMap = Readonly<Record<string, ParamType>>;
export type ParamType = ParamName | ParamClass;
type ParamName = 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object';
type ParamClass = StringConstructor | NumberConstructor | BooleanConstructor | ArrayConstructor | ObjectConstructor;

/**
 * The forms in which an author may write a schema: a Standard Schema such as a zod object, a JSON Schema with `type: 'object'`,
 * or a parameter map. Source: DEF-04.
 */
export type SchemaSource = StandardSchema | JsonSchema | ParamMap;

/** The part of Standard Schema (v1, with JSON Schema) that Loadout uses. zod 4, valibot and arktype implement it. */
export interface StandardSchema<T = unknown> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult<T> | Promise<StandardResult<T>>;
    readonly types?: { readonly input: unknown; readonly output: T } | undefined;
    readonly jsonSchema?: { readonly input: (options: { readonly target: string }) => JsonSchema } | undefined;
  };
}

export interface StandardResult<T> {
  readonly value?: T;
  readonly issues?:
    | readonly {
        readonly message: string;
        readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
      }[]
    | undefined;
}
