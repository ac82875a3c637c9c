import { isAbsolute, relative } from 'node:path';
import { visible } from './frame.js';
import type { Diagnostic } from './report.js';

/**
 * Formats the problems as plain text, one block each. File names are relative to `cwd` if the files are inside it. A problem that
 * many places share is one block: twenty agents that name the same missing tool need one fix.
 */
export function renderDiagnostics(diagnostics: readonly Diagnostic[], options: { cwd?: string | undefined } = {}): string {
  const groups = new Map<string, Diagnostic[]>();
  for (const one of diagnostics) {
    // Rules without effect say the same about one missing plugin, each with its own text.
    const said = one.code === 'CONFIG_RULE_UNUSED' ? undefined : withoutFile(one);
    const key = JSON.stringify([one.code, one.severity, said, one.fix]);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()].map((group) => renderGroup(group, options.cwd)).join('\n');
}

/** The places of a group that are named after the first. */
const MOST_PLACES = 5;

function renderGroup([first, ...others]: readonly Diagnostic[], cwd: string | undefined): string {
  if (first === undefined) return '';
  const places = others.map((one) => placeOf(one, cwd));
  const more = places.length > MOST_PLACES ? [`and ${places.length - MOST_PLACES} more`] : [];
  const also = [...places.slice(0, MOST_PLACES), ...more].join(', ');
  return `${renderOne(first, cwd)}${places.length === 0 ? '' : `Also at ${belowFirst(visible(also))}\n`}`;
}

/** The message without the name of its own file, with which those about the files of other tools begin. */
function withoutFile({ message, position }: Diagnostic): string {
  const [file = ''] = message.split(': ', 1);
  return file !== '' && position?.file.endsWith(file) === true ? message.slice(file.length) : message;
}

const placeOf = ({ position, path }: Diagnostic, cwd: string | undefined): string =>
  position === undefined ? path || '(configuration)' : `${shorten(position.file, cwd)}:${position.line}:${position.column}`;

function renderOne(diagnostic: Diagnostic, cwd: string | undefined): string {
  const kind = diagnostic.severity === 'warning' ? ' (warning)' : '';
  const first = `${placeOf(diagnostic, cwd)}  ${diagnostic.code}${kind}  ${short(diagnostic.message, cwd)}`;
  const parts = [belowFirst(first)];
  if (diagnostic.frame !== undefined) parts.push(diagnostic.frame);
  if (diagnostic.fix !== undefined) parts.push(`Fix: ${short(diagnostic.fix, cwd)}`);
  return `${parts.map(visible).join('\n')}\n`;
}

/** The text with its further lines indented, so that no value of a file begins a line as the command does. */
const belowFirst = (text: string) => text.replaceAll('\n', '\n    ');

/** The text with paths below `cwd` written from there. The folder may be the end of another path, and `/` is the start of each. */
const short = (text: string, cwd = '/') =>
  cwd === '/'
    ? text
    : text.split(`${cwd}/`).reduce((before, after) => before + (/[\w.~-]$/.test(before) ? `${cwd}/` : '') + after);

function shorten(file: string, cwd: string | undefined): string {
  if (cwd === undefined) return file;
  const path = relative(cwd, file);
  return path.startsWith('..') || isAbsolute(path) ? file : path;
}
