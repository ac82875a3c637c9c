import type { JsonSchema, ParamMap, StandardSchema } from '../contract/schema.js';

/** The type of a parsed value, as far as the schema determines it. */
export type Infer<S> =
  S extends StandardSchema<infer T>
    ? T
    : S extends { readonly type: 'object' }
      ? InferObject<S>
      : S extends ParamMap
        ? { [K in keyof S]: InferType<S[K]> }
        : S extends Shape
          ? InferShape<S>
          : unknown;

/** A map of parameters to schemas of zod or of another library, as in `{ city: z.string() }`. Types may stand among them. */
export type Shape = Readonly<Record<string, StandardSchema | ParamMap[string]>>;

type InferShape<S> = Optionals<{ -readonly [K in keyof S]: S[K] extends ParamMap[string] ? InferType<S[K]> : Infer<S[K]> }>;

/** Makes fields optional whose values may be `undefined`. */
type Optionals<T> = Flat<
  { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & { [K in keyof T as undefined extends T[K] ? K : never]?: T[K] }
>;
type Flat<T> = { [K in keyof T]: T[K] };

/** The properties that are always there: the required ones, and those that `validate` fills in with their default. */
type InferObject<S> = S extends { readonly properties: infer P }
  ? { [K in keyof P as K extends PresentIn<S, P> ? K : never]: InferJson<P[K]> } & {
      [K in keyof P as K extends PresentIn<S, P> ? never : K]?: InferJson<P[K]> | undefined;
    }
  : S extends { readonly additionalProperties: infer V extends JsonSchema }
    ? Record<string, InferJson<V>>
    : Record<string, unknown>;

type PresentIn<S, P> = RequiredOf<S> | { [K in keyof P]: P[K] extends { readonly default: unknown } ? K : never }[keyof P];
type RequiredOf<S> = S extends { readonly required: readonly (infer R)[] } ? R : never;

type InferJson<S> = S extends { readonly const: infer V }
  ? V
  : S extends { readonly enum: readonly (infer V)[] }
    ? V
    : S extends { readonly anyOf: readonly (infer O)[] } | { readonly oneOf: readonly (infer O)[] }
      ? InferEach<O>
      : S extends { readonly type: 'array'; readonly items: infer I }
        ? InferJson<I>[]
        : S extends { readonly type: 'object' }
          ? InferObject<S>
          : S extends { readonly type: infer T }
            ? T extends readonly (infer One)[]
              ? InferType<One>
              : InferType<T>
            : unknown;

/** One type for each of the allowed forms. */
type InferEach<O> = O extends unknown ? InferJson<O> : never;

type InferType<P> = P extends 'string' | StringConstructor
  ? string
  : P extends 'number' | 'integer' | NumberConstructor
    ? number
    : P extends 'boolean' | BooleanConstructor
      ? boolean
      : P extends 'null'
        ? null
        : P extends 'array' | ArrayConstructor
          ? unknown[]
          : Record<string, unknown>;
