const ROOT = '/memories';

/** A path as a model writes it, below the root; or why it cannot be one. */
export type ReadPath = { readonly path: string } | { readonly problem: string };

const MOST_PARTS = 8;
const MOST_NAME_BYTES = 120;

/**
 * Reads a path of a model. A name that some disk or system takes for another thing is refused, so that notes can move between
 * machines, and so is a name that `list` does not show.
 */
export function readMemoryPath(given: string): ReadPath {
  if (given !== ROOT && !given.startsWith(`${ROOT}/`)) return { problem: `Path must start with /memories, got: ${given}` };
  if (/[\u0000-\u001f\u007f\\]/.test(given)) return refused(given, 'holds a control character or a backslash');
  if (/%(?:2e|2f|5c|00)/i.test(given)) return refused(given, 'holds an encoded dot, slash or NUL; write the character itself');
  const parts: string[] = [];
  for (const part of given.slice(ROOT.length).normalize('NFC').split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return { problem: `Path ${given} would escape /memories directory` };
  }
  if (parts.length > MOST_PARTS) return refused(given, `has ${parts.length} parts, and at most ${MOST_PARTS} are allowed`);
  const problem = parts.map(nameProblem).find((one) => one !== undefined);
  return problem === undefined ? { path: parts.join('/') } : refused(given, problem);
}

const refused = (given: string, why: string): ReadPath => ({ problem: `Path ${JSON.stringify(given)} ${why}.` });

/** Names of devices on Windows, with any ending. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;

function nameProblem(name: string): string | undefined {
  const shown = JSON.stringify(name);
  if (name.startsWith('.') || name === 'node_modules') return `has the part ${shown}, which would not be listed`;
  if (DEVICE.test(name)) return `has the part ${shown}, which is a device on Windows`;
  if (/[<>:"|?*]/.test(name)) return `has the part ${shown}, and no file on Windows may hold one of <>:"|?*`;
  if (/[. ]$/.test(name)) return `has the part ${shown}, which ends with a dot or a space`;
  if (/[\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/.test(name))
    return `has the part ${shown}, with a character that nobody sees`;
  return Buffer.byteLength(name) > MOST_NAME_BYTES ? `has a part of more than ${MOST_NAME_BYTES} bytes` : undefined;
}

/** Whether a name below the root is one that a model could write. */
export const isMemoryName = (path: string): boolean => {
  const read = readMemoryPath(`${ROOT}/${path}`);
  return 'path' in read && read.path === path;
};

/** Names that are one name on a disk that ignores case. */
export const folded = (name: string): string => name.normalize('NFC').toLowerCase();

/** The path as a model reads it. */
export const shownPath = (path: string): string => (path === '' ? ROOT : `${ROOT}/${path}`);
