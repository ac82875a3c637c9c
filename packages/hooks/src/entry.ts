import { compileSchema, describeIssues, type Hook, type HookType, type JsonSchema } from '@loadout/core';
import { errors } from './errors.js';

/** What every entry may say beside its own fields. */
const COMMON = {
  type: { type: 'string' },
  name: { type: 'string', description: 'Shown in traces and refusals. Default: the type and what it runs.' },
  phase: {
    type: 'string',
    enum: ['transform', 'guard', 'observe'],
    description: 'transform runs before guard, guard before observe.',
  },
  onFailure: {
    type: 'string',
    enum: ['block', 'continue'],
    description: 'What a hook that fails or times out means. Default: block for guards, else continue.',
  },
  timeout: { type: 'number', exclusiveMinimum: 0, description: 'Seconds.' },
} as const;

interface CommonFields {
  readonly name?: string;
  readonly phase?: 'transform' | 'guard' | 'observe';
  readonly onFailure?: 'block' | 'continue';
  readonly timeout?: number;
}

/** A hook type: the fields that its entries have, and what an entry becomes. */
export interface HookKind {
  readonly type: string;
  readonly schema: JsonSchema;
  readonly make: HookType;
}

export type MadeHook = Pick<Hook, 'name' | 'run'> & Partial<Pick<Hook, 'phase' | 'external' | 'timeoutSeconds'>>;

export function hookKind<Fields extends object>(
  kind: {
    readonly type: string;
    readonly properties: Readonly<Record<string, JsonSchema>>;
    readonly required?: readonly string[];
  },
  make: (fields: Fields & CommonFields, context: Parameters<HookType>[1]) => MadeHook | Promise<MadeHook>,
): HookKind {
  const schema: JsonSchema = {
    type: 'object',
    properties: { ...COMMON, ...kind.properties },
    required: [...(kind.required ?? [])],
    additionalProperties: false,
  };
  const compiled = compileSchema(schema, `the hook type ${kind.type}`);
  return {
    type: kind.type,
    schema,
    async make(entry, context) {
      const parsed = await compiled.parse(entry);
      if (!parsed.ok)
        throw errors.HOOK_ENTRY_INVALID(
          { type: kind.type, details: describeIssues(parsed.issues) },
          { position: context.position },
        );
      const fields = parsed.value as Fields & CommonFields;
      return withCommon(await make(fields, context), fields);
    },
  };
}

function withCommon(hook: MadeHook, fields: CommonFields): Hook {
  return {
    ...hook,
    ...(fields.name === undefined ? {} : { name: fields.name }),
    ...(fields.phase === undefined ? {} : { phase: fields.phase }),
    ...(fields.onFailure === undefined ? {} : { onFailure: fields.onFailure }),
    ...(fields.timeout === undefined ? {} : { timeoutSeconds: fields.timeout }),
  };
}
