import type { Access } from '@loadout/core';
import { type AccessPlace, accessesOf } from './analyse/accesses.js';

/** Says what a command does, a line for each program and file: `runs npm test`, `writes /tmp/x (cp a /tmp/x)`. */
export const explain = (command: string, place: AccessPlace): string =>
  [...new Set(accessesOf(command, place).flatMap((access) => lineOf(access) ?? []))].join('\n');

function lineOf(access: Access): string | undefined {
  switch (access.kind) {
    case 'run':
      return `runs ${access.text}${access.unclear === undefined ? '' : `; unclear: ${access.unclear}`}`;
    case 'read':
      return `reads ${pathOf(access)}`;
    case 'write':
      return `writes ${pathOf(access)}${access.by === undefined ? '' : ` (${access.by.join(', ')})`}${access.later === true ? ', later' : ''}`;
    default:
      return undefined;
  }
}

const pathOf = ({ path, below }: { readonly path: string; readonly below?: boolean }): string =>
  below === true ? `everything below ${path}` : path;
