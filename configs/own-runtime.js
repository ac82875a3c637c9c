import { parseSync } from 'rolldown/utils';

const RUNTIME = '\0rolldown/runtime.js';

/**
 * Gives each file the functions that the bundler adds, and removes the file that it makes of them. They are shorter than the time
 * that Node needs for one more file (decision 0081).
 */
export function withOwnRuntime(bundle) {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const runtime = chunks.find(({ moduleIds: [id, ...more] }) => id === RUNTIME && more.length === 0);
  if (runtime === undefined) return;
  delete bundle[runtime.fileName];
  const { staticExports } = parseSync(runtime.fileName, runtime.code).module;
  const names = staticExports.flatMap(({ entries }) => entries.map(({ localName }) => localName.name));
  const functions = staticExports.reduceRight((text, { start, end }) => text.slice(0, start) + text.slice(end), runtime.code);
  for (const chunk of chunks) chunk.code = withFunctions(chunk, { file: `./${runtime.fileName}`, names, functions });
}

function withFunctions({ fileName, code }, { file, names, functions }) {
  const taken = parseSync(fileName, code).module.staticImports.find(({ moduleRequest }) => moduleRequest.value === file);
  if (taken === undefined) return code;
  const other = taken.entries.find(({ localName }) => !names.includes(localName.value));
  if (other !== undefined)
    throw new Error(`${fileName} calls a function of the bundler ${other.localName.value}, which is none of ${names}.`);
  return `${code.slice(0, taken.start)}${functions}${code.slice(taken.end)}`;
}
