import { parseSync } from 'rolldown/utils';

/**
 * Removes the facades that only `import()` asks for, and has the import take the names from the other file. Node needs about 0.5 ms for each file, and a
 * run imports several facades before its first request (decision 0077).
 */
export function withoutFacades(bundle) {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const facades = new Map(chunks.flatMap(entryOf));
  for (const name of facades.keys()) delete bundle[name];
  for (const chunk of chunks) chunk.code = redirected(chunk, facades);
}

/**
 * The file by its name, if it is a facade: it has no code of its own, and passes on names of another file, which was grouped out of it. `names`: the name
 * in the other file by the name that importers use.
 */
function entryOf({ fileName, code, modules, isEntry, isDynamicEntry }) {
  if (isEntry || !isDynamicEntry || Object.keys(modules).length > 0) return [];
  const { staticImports, staticExports } = parseSync(fileName, code).module;
  const passedOn = staticExports.flatMap(({ entries }) => entries);
  const [file, ...more] = new Set(passedOn.map(({ moduleRequest }) => moduleRequest?.value));
  if (file === undefined || more.length > 0 || staticImports.length > 0) return [];
  const names = passedOn.map(({ exportName, importName }) => [exportName.name ?? '', importName.name ?? '']);
  return names.flat().includes('') ? [] : [[fileName, { file, names: new Map(names) }]];
}

function redirected({ fileName, code }, facades) {
  return parseSync(fileName, code).module.dynamicImports.reduceRight((text, { start, end, moduleRequest }) => {
    const word = code.slice(moduleRequest.start, moduleRequest.end);
    const facade = facades.get(word.slice('"./'.length, -1));
    if (facade === undefined) return text;
    const fields = [...facade.names].map(([name, there]) => `${JSON.stringify(name)}: there[${JSON.stringify(there)}]`);
    const taken = `import(${JSON.stringify(facade.file)}).then((there) => ({ ${fields.join(', ')} }))`;
    return `${text.slice(0, start)}${taken}${text.slice(end)}`;
  }, code);
}
