/** A property of an input in its short form: a JSON Schema, and what a script tool adds to it. */
export interface Property {
  readonly type?: unknown;
  readonly items?: { readonly type?: unknown; readonly format?: unknown } | undefined;
  readonly format?: unknown;
  /** `false`: the call may leave it out. */
  readonly required?: boolean | undefined;
  /** The value may begin with `-`, where the program may take it for an option. */
  readonly dash?: boolean | undefined;
  readonly [keyword: string]: unknown;
}

/** An entry of `tools` in a configuration. One of `run`, `script` and `shell` says what runs. */
export interface Declaration {
  readonly description?: string | undefined;
  readonly run?: readonly string[] | undefined;
  readonly script?: string | undefined;
  readonly shell?: string | undefined;
  readonly input?: Readonly<Record<string, unknown>> | undefined;
  readonly cwd?: string | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly stdin?: string | undefined;
  readonly timeout?: string | number | undefined;
  readonly output?: 'text' | 'json' | 'lines' | undefined;
  readonly outputSchema?: Readonly<Record<string, unknown>> | undefined;
  readonly exit?: Readonly<Record<string, string>> | undefined;
  readonly readOnly?: boolean | undefined;
  readonly destructive?: boolean | undefined;
  readonly touches?:
    | { readonly read?: readonly string[] | undefined; readonly write?: readonly string[] | undefined }
    | undefined;
}

const text = { type: 'string', minLength: 1 } as const;
const paths = { type: 'array', items: text } as const;

/** The schema of one entry. What no schema can say is in `problems.ts`. */
export const declarationSchema = {
  type: 'object',
  properties: {
    description: { ...text, description: 'A text for the model.' },
    run: {
      type: 'array',
      items: { type: 'string' },
      minItems: 1,
      description: 'The program and its arguments. {name} is a value, {name...} a list, {?name}word a word if true.',
    },
    script: { ...text, description: 'A file that runs by its first line, #!.' },
    shell: { ...text, description: 'A text for bash, in which "$name" is a value. Every name stands in double quotes.' },
    input: { type: 'object', additionalProperties: true, description: 'Properties by name, or a JSON Schema of type object.' },
    cwd: { ...text, description: 'Relative to the file. Default: the working directory of the session.' },
    env: { type: 'object', additionalProperties: { type: 'string' }, description: 'Variables beside the basic ones.' },
    stdin: { type: 'string', description: 'none, json: the whole input as JSON, or a text with {name}. Default none.' },
    timeout: { type: ['number', 'string'], description: 'Seconds, or a time such as 30s or 2m. Default 2m.' },
    output: { type: 'string', enum: ['text', 'json', 'lines'], description: 'What standard output is. Default text.' },
    outputSchema: { type: 'object', additionalProperties: true, description: 'JSON Schema of the output, for output: json.' },
    exit: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description:
        'The meaning of exit codes: ok, error, or a text that the model reads. *: all others. Default { 0: ok, "*": error }.',
    },
    readOnly: { type: 'boolean', description: 'It changes nothing: calls run side by side, and unasked. Default false.' },
    destructive: { type: 'boolean', description: 'It may destroy what is there. Default: unless readOnly.' },
    touches: {
      type: 'object',
      properties: {
        read: { ...paths, description: 'Files that a call reads. {name} is a value; with / at the end: all below.' },
        write: { ...paths, description: 'Files that a call writes.' },
      },
      additionalProperties: false,
      description: 'Files for path rules and checkpoints.',
    },
  },
  required: ['description'],
  additionalProperties: false,
} as const;
