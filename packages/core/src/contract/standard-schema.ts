import type { JsonSchema } from './schema.js';

/** The part of Standard Schema (v1, with its JSON Schema extension) that Loadout uses. zod 4, valibot and arktype implement it. */
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
