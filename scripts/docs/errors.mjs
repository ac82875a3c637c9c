import { page } from './markdown.mjs';

/** docs/reference/errors.md: every code of every package, from the tables of errors. */
export function errorsPage(loaded) {
  const tables = loaded.filter(({ module }) => module?.errorTable !== undefined);
  return page('Errors', [
    'Every error has a code that stays the same. Names in angle brackets stand for what is seen at run time.',
    ...tables.flatMap(({ json, module }) => [`## ${json.name}`, ...Object.entries(module.errorTable).map(entry)]),
  ]);
}

/** The runner decides by the codes of model providers, so each provider has the same, with words of its own. */
const isOfProviders = (code, names) => code.startsWith('MODEL_') && names.every((name) => name.startsWith('@loadout/model-'));

/** The codes that are in more than one table, with their packages. */
export function doubledCodes(loaded) {
  const owners = new Map();
  for (const { json, module } of loaded) {
    for (const code of Object.keys(module?.errorTable ?? {})) owners.set(code, [...(owners.get(code) ?? []), json.name]);
  }
  return [...owners]
    .filter(([code, names]) => names.length > 1 && !isOfProviders(code, names))
    .map(([code, names]) => `The error ${code} stands in the tables of ${names.join(' and ')}.`);
}

function entry([code, row]) {
  const message = sample(row.message) ?? '(made where it is thrown)';
  const fix = row.fix === undefined ? undefined : sample(row.fix);
  return `### ${code}\n\n\`\`\`text\n${message}${fix === undefined ? '' : `\nFix: ${fix}`}\n\`\`\``;
}

/** A length that no text has by itself, as it is written with and without commas, and the result of a sum with a name. */
const SOME_LENGTH = 4242;
const NUMBERS = /\b(?:4242|4,242|NaN)\b/g;

/** A message with the name of each parameter in brackets. */
export function sample(make) {
  try {
    const text = make(placeholder(''));
    return text === undefined ? undefined : String(text).replaceAll(NUMBERS, '<number>').trimEnd();
  } catch {
    return undefined;
  }
}

/** Members that give a text. */
const TEXT_OF = new Set([Symbol.toPrimitive, 'toString', 'toJSON', 'join', 'slice', 'replace', 'replaceAll']);

/** A value that serves as a text, a number, a list or a map. */
function placeholder(name) {
  const text = name === '' ? '<value>' : `<${name}>`;
  return new Proxy(() => {}, {
    get(_target, key) {
      if (TEXT_OF.has(key)) return () => text;
      if (key === Symbol.iterator) return [text][Symbol.iterator].bind([text]);
      if (key === 'map' || key === 'flatMap' || key === 'filter') return (each) => [text].map(each);
      if (key === 'length') return SOME_LENGTH;
      return typeof key === 'symbol' ? undefined : placeholder(/^\d+$/.test(key) ? name : key);
    },
    apply: () => text,
    has: () => true,
  });
}
