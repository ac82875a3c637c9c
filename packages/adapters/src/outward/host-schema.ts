import type { PoolTool } from '@loadout/core/run';

/**
 * The input of a tool as Standard Schema with JSON Schema (https://standardschema.dev). It describes the input and accepts every
 * value: the pipeline parses the input, repairs it, and tells the model what is wrong with it.
 */
export interface HostSchema {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: 'loadout';
    readonly validate: (value: unknown) => { readonly value: unknown };
    readonly types?: { readonly input: unknown; readonly output: unknown } | undefined;
    readonly jsonSchema: {
      readonly input: (options: { readonly target: string }) => Record<string, unknown>;
      readonly output: (options: { readonly target: string }) => Record<string, unknown>;
    };
  };
}

export function hostSchema(tool: PoolTool): HostSchema {
  const json = () => inputJson(tool);
  return {
    '~standard': {
      version: 1,
      vendor: 'loadout',
      validate: (value) => ({ value }),
      jsonSchema: { input: json, output: json },
    },
  };
}

/** Returns a copy, because hosts change the schemas that they are given. */
export function inputJson({ api }: PoolTool): Record<string, unknown> & { readonly type: 'object' } {
  const { $schema: _, ...json } = structuredClone(api.input_schema) as Record<string, unknown>;
  return { ...json, type: 'object', properties: json.properties ?? {} };
}
