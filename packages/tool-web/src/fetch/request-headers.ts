/** Headers that the model may set: they describe the wanted answer, not the sender. */
const OPEN = ['accept', 'accept-language', 'referer', 'user-agent'];

/** Headers that select another host, method or encoding. The model may never set them, whatever the options say. */
const CLOSED =
  /^(?:host|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|content-length|expect|accept-encoding|x-(?:http-)?method(?:-override)?)$/;

const DEFAULTS = {
  accept:
    'text/markdown, text/html;q=0.9, application/xhtml+xml;q=0.9, text/plain;q=0.8, application/json;q=0.8, application/pdf;q=0.6, */*;q=0.5',
  'user-agent': 'Loadout-WebFetch/0.1 (AI agent)',
};

/** Encodings that need 32 KiB to decode. Others need megabytes, and are decoded only if a server sends them unasked. */
const ENCODINGS = 'gzip, deflate';

/** The schema has seen to it that the values are strings. */
export type HeaderInput = Readonly<Record<string, unknown>>;

/** Why these headers of the model's are refused; `undefined` when they are not. */
export function headerProblem(given: HeaderInput, allowHeaders: readonly string[]): string | undefined {
  const open = [...OPEN, ...allowHeaders.map((name) => name.toLowerCase())].filter((name) => !CLOSED.test(name));
  for (const [name, value] of Object.entries(given)) {
    if (!open.includes(name.toLowerCase()))
      return `The header ${JSON.stringify(name.slice(0, 100))} may not be set. Those that may: ${open.join(', ')}.`;
    if (!/^[\t\x20-\x7e]*$/.test(String(value)))
      return `The value of the header ${name} may only have printable ASCII characters.`;
  }
  return undefined;
}

export function requestHeaders(given: HeaderInput): Record<string, string> {
  const named = Object.entries(given).map(([name, value]) => [name.toLowerCase(), String(value)]);
  return { ...DEFAULTS, ...Object.fromEntries(named), 'accept-encoding': ENCODINGS };
}
