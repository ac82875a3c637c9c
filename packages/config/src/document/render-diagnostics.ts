import { isAbsolute, relative } from 'node:path';
import { visible } from './frame.js';
import type { Diagnostic } from './report.js';

/** Formats the problems as plain text, one block each. File names are relative to `cwd` if the files are inside it. */
export function renderDiagnostics(diagnostics: readonly Diagnostic[], options: { cwd?: string | undefined } = {}): string {
  return diagnostics.map((one) => renderOne(one, options.cwd)).join('\n');
}

function renderOne(diagnostic: Diagnostic, cwd: string | undefined): string {
  const { position } = diagnostic;
  const where =
    position === undefined
      ? diagnostic.path || '(configuration)'
      : `${shorten(position.file, cwd)}:${position.line}:${position.column}`;
  const kind = diagnostic.severity === 'warning' ? ' (warning)' : '';
  const parts = [`${where}  ${diagnostic.code}${kind}  ${belowFirst(short(diagnostic.message, cwd))}`];
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
