/** One object for six commands, because the Messages API takes no choice at the top. `inputProblem` checks the rest. */
export const inputSchema = {
  type: 'object',
  // Claude is trained on the tool of this type, and gets it in place of this schema.
  'x-anthropic-type': 'memory_20250818',
  properties: {
    command: {
      type: 'string',
      enum: ['view', 'create', 'str_replace', 'insert', 'delete', 'rename'],
      description: 'What to do',
    },
    path: { type: 'string', description: 'Absolute, below /memories, such as /memories/build.md. Not for rename' },
    view_range: {
      type: 'array',
      items: { type: 'integer' },
      minItems: 2,
      maxItems: 2,
      description: 'For view of a file: the first and the last line; -1 is the end',
    },
    file_text: { type: 'string', description: 'For create: the whole text. An existing file is not replaced' },
    old_str: { type: 'string', description: 'For str_replace: the text to replace, which must occur exactly once' },
    new_str: { type: 'string', description: 'For str_replace: the replacement. Default: none' },
    insert_line: { type: 'integer', description: 'For insert: the line after which the text is inserted; 0 is the beginning' },
    insert_text: { type: 'string', description: 'For insert: the text' },
    old_path: { type: 'string', description: 'For rename: the note to rename' },
    new_path: { type: 'string', description: 'For rename: the new path, which must not exist' },
  },
  required: ['command'],
  additionalProperties: false,
} as const;

export interface MemoryInput {
  readonly command: 'view' | 'create' | 'str_replace' | 'insert' | 'delete' | 'rename';
  readonly path?: string | undefined;
  readonly view_range?: readonly number[] | undefined;
  readonly file_text?: string | undefined;
  readonly old_str?: string | undefined;
  readonly new_str?: string | undefined;
  readonly insert_line?: number | undefined;
  readonly insert_text?: string | undefined;
  readonly old_path?: string | undefined;
  readonly new_path?: string | undefined;
}

type Parameter = Exclude<keyof MemoryInput, 'command'>;

const NEEDED: Readonly<Record<MemoryInput['command'], readonly Parameter[]>> = {
  view: ['path'],
  create: ['path', 'file_text'],
  str_replace: ['path', 'old_str'],
  insert: ['path', 'insert_line', 'insert_text'],
  delete: ['path'],
  rename: ['old_path', 'new_path'],
};

/** Returns a sentence for the model about a parameter that the command needs and does not have. */
export function inputProblem(input: MemoryInput): string | undefined {
  const missing = NEEDED[input.command].filter((name) => input[name] === undefined);
  return missing.length === 0 ? undefined : `${input.command} needs ${missing.join(' and ')}.`;
}

/** The paths that a call names, as the model wrote them. */
export const pathsOf = (input: MemoryInput): readonly string[] =>
  (input.command === 'rename' ? [input.old_path, input.new_path] : [input.path]).filter((path) => path !== undefined);
