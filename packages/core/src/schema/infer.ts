import type { ParamMap, StandardSchema } from '../contract/schema.js';

/** The type of a parsed value, as far as the schema determines it. */
export type Infer<S> =
  S extends StandardSchema<infer T>
    ? T
    : S extends { readonly type: 'object' }
      ? InferObject<S>
      : S extends ParamMap
        ? { [K in keyof S]: InferType<S[K]> }
        : unknown;

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
