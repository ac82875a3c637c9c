import { transformSync } from 'esbuild';
import { minifySync, parseSync } from 'rolldown/utils';
import { compiledAhead } from './compiled-ahead.js';

/** The length of a line after which the next one begins. Node shows the line of an error, so a file is never one line. */
const LINE = 400;
const NAMES = { function: true, class: true };
const NO_NAMES = new Set();

/**
 * Finishes a built file: V8 scans every byte before the first request, and an import of a module of Node reads all of its exports, some of
 * which load further modules (decision 0072). Functions and classes keep their names, so that the trace of an error can be read; code that has lost
 * them already gets the shortest ones. `calledEarly`: the names of the functions that V8 compiles together with the file.
 */
export function finishCode(code, { hasNames = true, calledEarly = NO_NAMES } = {}) {
  const short = minifySync('built.js', withoutNodeImports(code), {
    module: true,
    compress: false,
    mangle: { toplevel: false, keepNames: NAMES },
    codegen: { removeWhitespace: false },
  });
  if (short.errors.length > 0) throw new Error(short.errors.map(({ message }) => message).join('\n'));
  const form = { format: 'esm', target: 'node20', lineLimit: LINE };
  const shortest = { minifyWhitespace: true, minifySyntax: true, minifyIdentifiers: !hasNames };
  return compiledAhead(transformSync(short.code, { ...form, ...shortest }).code, calledEarly);
}

/** The code with each import of a module of Node replaced by `process.getBuiltinModule`, which reads only the named exports. */
function withoutNodeImports(code) {
  const { staticImports } = parseSync('built.js', code).module;
  return staticImports
    .filter(({ moduleRequest }) => moduleRequest.value.startsWith('node:'))
    .reduceRight((text, found) => `${text.slice(0, found.start)}${taken(found)}${text.slice(found.end)}`, code);
}

function taken({ moduleRequest, entries }) {
  const module = `process.getBuiltinModule(${JSON.stringify(moduleRequest.value)})`;
  const named = entries.filter(({ importName }) => importName.kind === 'Name');
  const whole = entries.filter(({ importName }) => importName.kind !== 'Name');
  const names = named.map(({ importName, localName }) => `${importName.name}: ${localName.value}`);
  return [
    ...whole.map(({ localName }) => `const ${localName.value} = ${module};`),
    ...(names.length === 0 ? [] : [`const { ${names.join(', ')} } = ${module};`]),
  ].join('\n');
}
