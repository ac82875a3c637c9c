import type { ParamMap, StandardSchema } from '../contract/schema.js';
import type { Zod3Schema } from './zod3.js';

/** The type of a parsed value, as far as the schema determines it. */
export type Infer<S> =
  S extends StandardSchema<infer T>
    ? T
    : S extends Zod3Schema<infer T>
      ? T
      : S extends { readonly type: 'object' }
        ? InferObject<S>
        : S extends ParamMap
          ? { [K in keyof S]: InferType<S[K]> }
          : S extends Shape
            ? InferShape<S>
            : unknown;

/** A map of parameters to schemas of zod or of another library, as in `{ city: z.string() }`. Types may stand among them. */
export type Shape = Readonly<Record<string, StandardSchema | Zod3Schema | ParamMap[string]>>;

type InferShape<S> = Optionals<{ -readonly [K in keyof S]: S[K] extends ParamMap[string] ? InferType<S[K]> : Infer<S[K]> }>;

/** Makes fields optional whose values may be `undefined`. */
type Optionals<T> = Flat<
  { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & { [K in keyof T as undefined extends T[K] ? K : never]?: T[K] }
>;
type Flat<T> = { [K in keyof T]: T[K] };

type InferObject<S> = S extends { readonly properties: infer P }
  ? { [K in keyof P as K extends RequiredOf<S> ? K : never]: InferJson<P[K]> } & {
      [K in keyof P as K extends RequiredOf<S> ? never : K]?: InferJson<P[K]> | undefined;
    }
  : Record<string, unknown>;

type RequiredOf<S> = S extends { readonly required: readonly (infer R)[] } ? R : never;

type InferJson<S> = S extends { readonly enum: readonly (infer V)[] }
  ? V
  : S extends { readonly type: 'array'; readonly items: infer I }
    ? InferJson<I>[]
    : S extends { readonly type: 'object' }
      ? InferObject<S>
      : S extends { readonly type: infer T }
        ? InferType<T>
        : unknown;

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
