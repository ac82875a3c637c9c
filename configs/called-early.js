import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

const lists = JSON.parse(readFileSync(new URL('called-early.json', import.meta.url), 'utf8'));

/** The names of the functions of a package that a short run calls. `dir`: the folder of the package. */
export const calledEarly = (dir) => new Set(lists[basename(dir)]);
