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
      `${p.path} is neither UTF-8 nor UTF-16 with a byte order mark, and no other encoding that this tool knows fits all its bytes, so an edit would damage it. It was not changed.`,
    fix: () => 'Convert it to UTF-8 first.',
  },
  FILE_ENCODING_LACKS: {
    message: (p: { encoding: string; char: string }) =>
      `The file is in ${p.encoding}, which does not have the character ${JSON.stringify(p.char)}. It was not changed.`,
    fix: () => 'Use characters of this encoding, or convert the file to UTF-8 first.',
  },
  FILE_ENCODING_FORMS: {
    message: (p: { encoding: string }) =>
      `The file is in ${p.encoding} and has a character before this place that can be written in several ways, so the place in its bytes is not certain. It was not changed.`,
    fix: () => 'Change it with a program that knows the encoding, or convert the file to UTF-8 first.',
  },
  FILE_TEXT_INVALID: {
    message: (p: { parameter: string; place: number; unit: string }) =>
      `${p.parameter} holds half of a surrogate pair (\\u${p.unit} at character ${p.place}), which no file can hold as text. Nothing was changed.`,
    fix: () => 'Give the whole character.',
  },
  FILE_TOO_LARGE: {
    message: (p: { path: string; bytes: number; limit: number }) =>
      `${p.path} has ${p.bytes} bytes; the limit for this is ${p.limit}.`,
    fix: () => 'Change it with a program, for example sed through Bash.',
  },
  FILE_TOO_LARGE_TO_SHOW: {
    message: (p: { path: string; kind: string; bytes: number; limit: number }) =>
      `${p.path} (${p.kind}) has ${p.bytes} bytes; at most ${p.limit} can be read of this kind.`,
    fix: () => 'Take a part out of it with a program that knows the format, for example through Bash.',
  },
  FILE_KIND_NOT_SHOWN: {
    message: (p: { path: string; kind: string }) =>
      `${p.path} is not text (${p.kind}). Read shows text, PNG, JPEG, GIF and WebP images, PDF documents and notebooks.`,
    fix: () => 'Use a program that knows the format, for example through Bash.',
  },
  FILE_DAMAGED: {
    message: (p: { path: string; kind: string; problem: string }) => `${p.path} (${p.kind}) cannot be read: ${p.problem}.`,
    fix: () => 'Repair the file or make it again; it may still be being written.',
  },
  IMAGE_NEEDS_SHARP: {
    message: (p: { path: string; width: number; height: number; bytes: number; mostSide: number; mostBytes: number }) =>
      `${p.path} has ${p.width} x ${p.height} pixels and ${p.bytes} bytes; a model takes ${p.mostSide} pixels a side and ${p.mostBytes} bytes, and sharp, which makes images smaller, cannot be loaded.`,
    fix: () => 'Install it (npm install sharp), or make the image smaller with another program.',
  },
  IMAGE_TOO_LARGE: {
    message: (p: { path: string; width: number; height: number; mostPixels: number }) =>
      `${p.path} claims ${p.width} x ${p.height} pixels; images of up to ${p.mostPixels} pixels are made smaller.`,
    fix: () => 'Cut a part out of it with another program.',
  },
  PDF_PAGES_NEEDED: {
    message: (p: { path: string; pages: number; bytes: number; mostPages: number; mostBytes: number; perCall: number }) =>
      `${p.path} has ${p.pages} pages and ${p.bytes} bytes; only up to ${p.mostPages} pages and ${p.mostBytes} bytes are shown as a whole.`,
    fix: (p: { pages: number; perCall: number }) =>
      `Call again with pages, for example "1-${Math.min(p.pages, p.perCall)}"; at most ${p.perCall} pages per call.`,
  },
  PDF_PAGES_INVALID: {
    message: (p: { pages: string; problem: string; most: number }) =>
      `pages ${JSON.stringify(p.pages)} cannot be used: ${p.problem}.`,
    fix: (p: { most: number }) => `Write "3", "1-5", "1,4-6" or "10-"; at most ${p.most} pages per call.`,
  },
  PDF_PAGES_ELSEWHERE: {
    message: (p: { path: string }) => `pages is for PDF documents, and ${p.path} is not a PDF document.`,
    fix: () => 'Call again without pages; offset and limit choose the lines of a text.',
  },
  PDF_LOCKED: {
    message: (p: { path: string }) => `${p.path} is encrypted; without its password it cannot be read.`,
    fix: () => 'Ask for a copy without a password, or decrypt it with another program.',
  },
  NOTEBOOK_UNREADABLE: {
    message: (p: { path: string; problem: string }) => `${p.path} cannot be shown as a notebook: ${p.problem}.`,
    fix: () => 'Call again with offset and limit to see its raw text.',
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
  FILE_UNSAVED: {
    message: (p: { path: string }) =>
      `${p.path} has unsaved changes in the editor, which this call would lose. It was not changed.`,
    fix: () => 'Ask the person to save the file or to discard the changes, then read it and call again.',
  },
  FILE_PATH_MOVED: {
    message: (p: { path: string; problem: string }) =>
      `${p.path} changed while the call was decided: ${p.problem}. It was not touched.`,
    fix: () => 'Call again, so that the current path is checked.',
  },
  FILE_CALL_CANCELLED: {
    message: (p: { path: string }) => `The call was cancelled; ${p.path} was not changed.`,
  },
  EDIT_SAME: {
    message: () => 'old_string and new_string must differ; they are the same.',
    fix: () => 'Give the replacement text as new_string.',
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
  NOTEBOOK_NOT_JSON: {
    message: (p: { path: string; problem: string }) =>
      `${p.path} is not a notebook: it is not JSON (${p.problem}). It was not changed.`,
    fix: () => 'Repair it with Edit, or name an .ipynb file.',
  },
  NOTEBOOK_NO_CELLS: {
    message: (p: { path: string; nbformat?: number | undefined }) =>
      p.nbformat === undefined
        ? `${p.path} is not a notebook: it has no "cells" list of objects. It was not changed.`
        : `${p.path} is a notebook of format ${p.nbformat}, which keeps its cells in worksheets. It was not changed.`,
    fix: (p: { nbformat?: number | undefined }) =>
      p.nbformat === undefined
        ? 'Name an .ipynb file.'
        : 'Convert it first: jupyter nbconvert --to notebook --nbformat 4 --inplace and its path.',
  },
  NOTEBOOK_CELL_MISSING: {
    message: (p: { path: string; id: string; count: number }) =>
      `${p.path} has no cell ${JSON.stringify(p.id)}; it has ${p.count} ${p.count === 1 ? 'cell' : 'cells'}.`,
    fix: () => 'Read the notebook and give the id that is shown, or cell-N counted from 0.',
  },
  NOTEBOOK_CELL_NOT_UNIQUE: {
    message: (p: { path: string; id: string; indexes: readonly number[] }) =>
      `${p.indexes.length} cells of ${p.path} have the id ${JSON.stringify(p.id)}: those at the indexes ${p.indexes.join(', ')}.`,
    fix: (p: { indexes: readonly number[] }) => `Give cell_number, such as ${p.indexes[0]}.`,
  },
  NOTEBOOK_CELL_UNNAMED: {
    message: (p: { count: number }) => `Neither cell_id nor cell_number says which of the ${p.count} cells is meant.`,
    fix: () => 'Give cell_id. Only insert works without: it puts the new cell at the start.',
  },
  NOTEBOOK_INDEX_NEGATIVE: {
    message: (p: { index: number }) => `The cell index ${p.index} is negative; cells are counted from 0.`,
    fix: () => 'Give an index from 0.',
  },
  NOTEBOOK_CELL_TYPE_MISSING: {
    message: () => 'A new cell needs a cell_type: code or markdown.',
    fix: () => 'Give cell_type.',
  },
  NOTEBOOK_SOURCE_MISSING: {
    message: () => 'new_source is missing; only a cell that is deleted needs none.',
    fix: () => 'Give the whole new text of the cell as new_source.',
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
    message: (p: { diagnostic: string }) => `This search cannot be run: ${p.diagnostic}`,
    fix: () => 'Correct the pattern, glob or type; a literal bracket or brace needs a backslash.',
  },
  SEARCH_PROGRAM_MISSING: {
    message: () =>
      'Grep needs ripgrep, and so does Glob with respectGitignore. It is neither installed with @vscode/ripgrep for this platform nor as rg on the PATH.',
    fix: () => 'Run npm install --include=optional @vscode/ripgrep, or install ripgrep so that rg is on the PATH.',
  },
  SEARCH_LIST_TOO_LONG: {
    message: (p: { path: string; count: number }) =>
      `ripgrep listed ${p.count} files of ${p.path} that no ignore file names, and was stopped before its end.`,
    fix: () => 'Use a narrower path, or set respectGitignore to false.',
  },
  SEARCH_BROKEN: {
    message: (p: { signal: string }) => `ripgrep was ended by ${p.signal} from outside, before it had searched all files.`,
    fix: () => 'Search again, or search a smaller folder. The system may be short of memory.',
  },
  SEARCH_PATTERN_SLOW: {
    message: (p: { pattern: string }) =>
      `The pattern ${JSON.stringify(p.pattern)} takes too long on a name of a file here, so the search was stopped.`,
    fix: () => 'Use fewer stars and no repeated groups, for example **/*.ts.',
  },
  SEARCH_INTERRUPTED: { message: () => 'The search was interrupted before it finished.' },
};

export const errors = defineErrors(table);
