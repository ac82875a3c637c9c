import {
  type AnyHook,
  compileSchema,
  type HookType,
  type Infer,
  isLoadoutError,
  type JsonSchema,
  type Position,
} from '@loadout/core';
import { describeIssues, fieldsOf, HOOK_PHASES, parsePermissionRule, secretPlaces } from '@loadout/core/run';
import { errors } from './errors.js';

/** The fields that every entry may have in addition to its own. */
const COMMON = {
  type: { type: 'string' },
  name: { type: 'string', description: 'Shown in traces and refusals. Default: the type and what it runs.' },
  phase: {
    type: 'string',
    enum: HOOK_PHASES,
    description:
      'transform runs before guard, guard before observe. Default: that of the type, else guard for events such as PreToolUse and observe for the others.',
  },
  onFailure: {
    type: 'string',
    enum: ['block', 'continue'],
    description: 'What happens if the hook fails or times out. Default: continue in phase observe, else block.',
  },
  timeout: {
    type: 'number',
    exclusiveMinimum: 0,
    description:
      'The most seconds that the hook takes. Default: 600 for command, http and mcp_tool (30 at UserPromptSubmit), 30 for prompt, else 60. At SessionEnd, these and agent have 1.5.',
  },
  if: {
    type: 'string',
    minLength: 1,
    description:
      'A permission rule such as Bash(git *): the hook runs only for calls that it matches. For events about a tool call.',
  },
  once: { type: 'boolean', description: 'At most once in a run.' },
  statusMessage: { type: 'string', description: 'Shown while it runs.' },
  messageTo: {
    type: 'string',
    enum: ['person', 'both'],
    description:
      'Who gets its systemMessage. Default: the person watching and the model; for a hook of a .claude file, the person.',
  },
} as const;

/** `timeout` is what a hook calls `timeoutSeconds`. */
type CommonFields = Omit<Infer<{ type: 'object'; properties: typeof COMMON }>, 'type'>;

/** A hook type: the fields of its entries, and a function that builds a hook from an entry. */
export interface HookKind {
  readonly type: string;
  readonly schema: JsonSchema;
  readonly make: HookType;
}

export type MadeHook = Pick<AnyHook, 'name' | 'run'> &
  Partial<Pick<AnyHook, 'phase' | 'external' | 'timeoutSeconds' | 'background'>>;

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
          { type: kind.type, details: describeIssues(parsed.issues, { hides: secretPlaces(schema, entry) }) },
          { position: context.position },
        );
      const fields = parsed.value as Fields & CommonFields;
      checkIf(fields.if, { type: kind.type, position: context.position });
      return withCommon(await make(fields, context), fields);
    },
  };
}

/** A rule that cannot be read would let the hook run for every call: better to hear of it before. */
function checkIf(rule: string | undefined, at: { readonly type: string; readonly position?: Position | undefined }): void {
  if (rule === undefined) return;
  try {
    parsePermissionRule(rule, { behavior: 'ask', layer: 'agent' });
  } catch (cause) {
    const details = `if: ${isLoadoutError(cause) ? cause.message : String(cause)}`;
    throw errors.HOOK_ENTRY_INVALID({ type: at.type, details: details.replace(/\.$/, '') }, { position: at.position, cause });
  }
}

function withCommon(hook: MadeHook, fields: CommonFields): AnyHook {
  // A field of one kind may be called like a field of a hook, and is something else.
  const common: CommonFields = Object.fromEntries(Object.entries(fields).filter(([field]) => Object.hasOwn(COMMON, field)));
  return {
    ...hook,
    ...fieldsOf({ ...common, timeoutSeconds: common.timeout ?? hook.timeoutSeconds }),
    ...(hook.external === true ? { identity: identityOf(fields) } : {}),
  };
}

/** Identifies an entry by its fields, in any order of the keys: files write them in different orders. */
const identityOf = (fields: object) => JSON.stringify(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1)));
