import { defineErrors } from '@loadout/core';

/** Every error of this package. */
export const table = {
  FILE_PATH_INVALID: {
    message: (p: { path: string; problem: string }) => `The path ${JSON.stringify(p.path)} cannot be used: ${p.problem}.`,
  },
  FILE_NOT_FOUND: {
    message: (p: { path: string; nearest?: string | undefined }) =>
      `File not found: ${p.path}${p.nearest === undefined ? '' : `. Did you mean ${p.nearest}?`}`,
    fix: () => 'Find the file with Glob, then call again with its path.',
  },
  FILE_IS_DIRECTORY: {
    message: (p: { path: string }) => `${p.path} is a directory, not a file.`,
    fix: () => 'List it with Glob (pattern "*" and this path) or with Bash (ls).',
  },
  FILE_NOT_REGULAR: {
    message: (p: { path: string; kind: string }) => `${p.path} is a ${p.kind}, not a regular file; it was not opened.`,
    fix: () => 'Name a regular file.',
  },
  FILE_NOT_TEXT: {
    message: (p: { path: string; kind: string }) =>
      `${p.path} is not text (${p.kind}). This version of the tool works on text files only.`,
    fix: () => 'Use a program that knows the format, for example through Bash.',
  },
  FILE_ENCODING_UNKNOWN: {
    message: (p: { path: string }) =>
      `${p.path} is neither UTF-8 nor UTF-16 with a byte order mark, so an edit would damage it. It was not changed.`,
    fix: () => 'Convert it to UTF-8 first.',
  },
  FILE_TOO_LARGE: {
    message: (p: { path: string; bytes: number; limit: number }) =>
      `${p.path} has ${p.bytes} bytes; the limit for this is ${p.limit}.`,
    fix: () => 'Change it with a program, for example sed through Bash.',
  },
  FILE_ACCESS_FAILED: {
    message: (p: { path: string; doing: string; reason: string }) => `Cannot ${p.doing} ${p.path}: ${p.reason}.`,
  },
  FILE_PARENT_MISSING: {
    message: (p: { path: string; parent: string }) => `${p.path} cannot be created: the folder ${p.parent} does not exist.`,
    fix: () => 'Create the folder first, or set createParents to true in the options of this plugin.',
  },
  FILE_RANGE_TOO_LARGE: {
    message: (p: { path: string; limit: number; fits: number; cap: number }) =>
      `${p.limit} lines of ${p.path} from there are more than ${p.cap} characters.`,
    fix: (p: { fits: number }) => `Call again with a limit of at most ${p.fits}.`,
  },
  FILE_NOT_READ: {
    message: (p: { path: string; partial: boolean }) =>
      p.partial
        ? `${p.path} exists and only a PARTIAL view of it was read in this session. It was not changed.`
        : `${p.path} exists and has not been read in this session. It was not changed.`,
    fix: (p: { partial: boolean }) =>
      p.partial ? 'Read the lines in question with offset and limit first.' : 'Read it first, then call again.',
  },
  FILE_MODIFIED: {
    message: (p: { path: string }) => `${p.path} was modified since it was read. It was not changed by this call.`,
    fix: () => 'Read it again, then call again.',
  },
  FILE_CALL_CANCELLED: {
    message: (p: { path: string }) => `The call was cancelled before it started; ${p.path} was not changed.`,
  },
  EDIT_SAME: {
    message: () => 'old_string and new_string must differ; they are the same.',
    fix: () => 'Give the text that shall stand there as new_string.',
  },
  EDIT_NOT_FOUND: {
    message: (p: { path: string; hint: string; changed: boolean }) =>
      `old_string was not found in ${p.path}.${p.changed ? ' The file has changed since it was read.' : ''}${p.hint}`,
    fix: () => 'Read the place again and copy old_string exactly, without the line numbers.',
  },
  EDIT_NOT_UNIQUE: {
    message: (p: { path: string; count: number }) => `old_string appears ${p.count} times in ${p.path}; it must appear once.`,
    fix: () => 'Give more of the text around it, or set replace_all to true.',
  },
  EDIT_EMPTY_OLD: {
    message: (p: { path: string }) => `old_string is empty, which creates a file, but ${p.path} exists and is not empty.`,
    fix: () => 'Give the text to replace as old_string, or replace the whole file with Write.',
  },
  SEARCH_PATH_MISSING: {
    message: (p: { path: string; nearest?: string | undefined }) =>
      `The path ${p.path} does not exist.${p.nearest === undefined ? '' : ` Did you mean ${p.nearest}?`}`,
    fix: () => 'Give an existing path, or leave it out to search the working directory.',
  },
  SEARCH_PATH_KIND: {
    message: (p: { path: string; kind: string; wanted: string }) => `${p.path} is a ${p.kind}; a ${p.wanted} is needed.`,
    fix: (p: { wanted: string }) => `Give the path of a ${p.wanted}.`,
  },
  SEARCH_REFUSED: {
    message: (p: { diagnostic: string }) => `ripgrep could not run this search: ${p.diagnostic}`,
    fix: () => 'Correct the pattern, glob or type; a literal bracket or brace needs a backslash.',
  },
  SEARCH_PROGRAM_MISSING: {
    message: () => 'Grep needs ripgrep, which is neither installed with @vscode/ripgrep for this platform nor as rg on the PATH.',
    fix: () => 'Install the optional dependencies of @vscode/ripgrep, or install ripgrep so that rg is on the PATH.',
  },
  SEARCH_INTERRUPTED: { message: () => 'The search was interrupted before it finished.' },
};

export const errors = defineErrors(table);
