import type { JsonSchema, Schema } from '../contract/schema.js';
import { nearest } from './nearest.js';

/**
 * Members that other systems' tools have and that Loadout understands. `maxResultSizeChars` means `maxResultChars`, `call` may
 * return `{ data }`, and `mapToolResultToToolResultBlockParam` makes the content of the result from `data`. Source: G5.
 */
export interface SourceMembers<Data = never> {
  readonly maxResultSizeChars?: number;
  mapToolResultToToolResultBlockParam?(data: Data, toolUseId: string): SourceBlock;
  readonly inputJSONSchema?: JsonSchema | Schema;
  readonly shouldDefer?: boolean;
  readonly alwaysLoad?: boolean;
  /** Options of the Messages API, which go into the request with the tool. Source: DEF-23. */
  readonly strict?: boolean;
  readonly input_examples?: readonly object[];
  readonly eager_input_streaming?: boolean;
  readonly allowed_callers?: readonly string[];
  /** A tool that answers `false` is left out of the pool. */
  isEnabled?(): boolean;
}

/** The part of a `tool_result` block of the Messages API that a tool decides about. */
export interface SourceBlock {
  readonly content?: string | readonly object[] | undefined;
  readonly is_error?: boolean | undefined;
}

/** The answer of `validateInput` in other systems. */
export type SourceVerdict = { readonly result: true } | { readonly result: false; readonly message: string };

const OWN =
  'name aliases description inputSchema inputAliases paths outputSchema annotations isReadOnly isConcurrencySafe maxResultChars ' +
  'timeoutMs interruptBehavior requiresUserInteraction deferral rereadable forParentOnly role needs access validateInput ' +
  'obstacle call mapResult maxResultSizeChars mapToolResultToToolResultBlockParam inputJSONSchema shouldDefer alwaysLoad isEnabled ' +
  'strict input_examples eager_input_streaming allowed_callers';
const KNOWN = new Set(OWN.split(' '));

const FOR_A_SCREEN = 'Leave it out: Loadout shows the name and the input of a call';

/** The cure for each member that Loadout would not read. */
const INSTEAD: Readonly<Record<string, string>> = {
  handler: 'Write it as call(input, context), or give the tool to createSdkMcpServer of @loadout/sdk',
  execute: 'Write it as call(input, context)',
  run: 'Write it as call(input, context)',
  input_schema: 'Write it as inputSchema',
  parameters: 'Write it as inputSchema',
  checkPermissions: 'Write access(input, context), which names what the call touches; permission rules then decide',
  backfillObservableInput: 'Write the names of the parameters that are paths as paths: [...]',
  isDestructive: 'Write it as annotations: { destructiveHint: true }',
  isOpenWorld: 'Write it as annotations: { openWorldHint: true }',
  prompt: 'Write the text for the model as description',
  getPath: 'Write access(input, context)',
  preparePermissionMatcher: 'Write access(input, context)',
  inputsEquivalent: 'Leave it out: Loadout compares inputs as JSON',
  userFacingName: FOR_A_SCREEN,
  renderToolUseMessage: FOR_A_SCREEN,
  renderToolResultMessage: FOR_A_SCREEN,
  searchHint: 'Write the words into description, where ToolSearch finds them',
};

/** Returns the member of a tool that would be ignored and the cure for it; `undefined` if there is none. Source: G5. */
export function ignoredMember(tool: object): { readonly member: string; readonly instead: string } | undefined {
  for (const member of Object.keys(tool)) {
    const instead = KNOWN.has(member) ? undefined : (INSTEAD[member] ?? misspelt(member));
    if (instead !== undefined) return { member, instead };
  }
  return undefined;
}

/** Short names of an author's own are near to everything. */
function misspelt(member: string): string | undefined {
  const meant = member.length < 5 ? undefined : nearest(member, [...KNOWN]);
  return meant === undefined ? undefined : `Write it as ${meant}`;
}
