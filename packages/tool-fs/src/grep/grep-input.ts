/** Source: TOOL-GREP-01. */
export const inputSchema = {
  type: 'object',
  properties: {
    pattern: { type: 'string', description: 'Regular expression in ripgrep syntax' },
    path: { type: 'string', description: 'File or folder; default: the working directory' },
    glob: { type: 'string', description: 'Only these files, for example *.{ts,tsx}; with a slash, from path' },
    output_mode: { type: 'string', enum: ['content', 'files_with_matches', 'count'], default: 'files_with_matches' },
    '-A': { type: 'integer', minimum: 0, description: 'Lines after each match (content)' },
    '-B': { type: 'integer', minimum: 0, description: 'Lines before each match (content)' },
    '-C': { type: 'integer', minimum: 0, description: 'Lines around each match (content)' },
    '-n': { type: 'boolean', default: true, description: 'Line numbers (content)' },
    '-i': { type: 'boolean', default: false, description: 'Ignore case' },
    '-o': { type: 'boolean', default: false, description: 'Only the matching parts (content)' },
    type: { type: 'string', description: 'File type, for example js, py, rust' },
    head_limit: { type: 'integer', minimum: 0, default: 250, description: 'At most this many entries; 0: all' },
    offset: { type: 'integer', minimum: 0, default: 0, description: 'Skip this many entries' },
    multiline: { type: 'boolean', default: false, description: 'Matches may span lines; . matches line ends' },
  },
  required: ['pattern'],
  additionalProperties: false,
} as const;

export type OutputMode = 'content' | 'files_with_matches' | 'count';

export interface GrepInput {
  readonly pattern: string;
  readonly path?: string | undefined;
  readonly glob?: string | undefined;
  readonly output_mode?: OutputMode | undefined;
  readonly '-A'?: number | undefined;
  readonly '-B'?: number | undefined;
  readonly '-C'?: number | undefined;
  readonly '-n'?: boolean | undefined;
  readonly '-i'?: boolean | undefined;
  readonly '-o'?: boolean | undefined;
  readonly type?: string | undefined;
  readonly head_limit?: number | undefined;
  readonly offset?: number | undefined;
  readonly multiline?: boolean | undefined;
}
