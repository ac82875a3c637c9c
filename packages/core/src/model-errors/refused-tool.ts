/** The place of a tool in a request, in the words of Gemini, and of the other APIs. */
const PLACES = [/\bfunction_?declarations?[.[](\d+)/i, /\btools[.[](\d+)/i];

/**
 * Finds the tool that the refusal of an API is about: by its name in quotes, else by its place in the request. `names`: the tools in the
 * order of the request. `undefined`: the refusal is about something else (GAP-B5).
 */
export function refusedTool(said: string, names: readonly string[]): string | undefined {
  if (!/\b(?:tools?|functions?|function_?declarations?)\b/i.test(said)) return undefined;
  const quoted = new Set([...said.matchAll(/['"`]([\w.-]{1,128})['"`]/g)].map(([, name]) => name));
  const named = names.filter((name) => quoted.has(name));
  if (named.length > 0) return named.length === 1 ? named[0] : undefined;
  const index = PLACES.map((place) => place.exec(said)?.[1]).find((found) => found !== undefined);
  return index === undefined ? undefined : names[Number(index)];
}

const SCHEMA = /\b(?:schemas?|parameters?|definitions?|declarations?|propert(?:y|ies)|too (?:many|long))\b/i;
/** The conversation has calls and results of tools. */
const CONVERSATION = /\bmessages\b|\bcontents\b|\btool_?(?:use|result|calls?|choice)\b/i;

/** Whether the refusal of an API is about the tools of a request, of which it names none (GAP-B5). */
export const isAboutTools = (said: string): boolean =>
  /\b(?:tools?|functions?|function_?declarations?)\b/i.test(said) && SCHEMA.test(said) && !CONVERSATION.test(said);
