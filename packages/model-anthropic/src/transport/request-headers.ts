type Headers = Readonly<Record<string, string | null>>;

const NAME = /^[\w!#$%&'*+.^`|~-]+$/;
const UNSENDABLE = /[^\t\x20-\x7e\x80-\xff]/;

/**
 * Merges the headers of a request, with names in lower case. Those of the options win, in any letter case; null keeps a header away.
 * Contract: throws TypeError for a header that cannot be sent; its value is not part of the message.
 */
export function requestHeaders(own: Headers, options: Headers): Record<string, string | null> {
  const merged: Record<string, string | null> = { ...own };
  for (const [name, value] of Object.entries(options)) merged[name.toLowerCase()] = value;
  for (const [name, value] of Object.entries(merged)) merged[name] = sendable(name, value);
  return merged;
}

/** A value that comes from a file often ends with a line break. */
function sendable(name: string, value: string | null): string | null {
  if (!NAME.test(name)) throw new TypeError('the name of a header has a character that no header can have');
  const trimmed = value?.replace(/^[\t\r\n ]+|[\t\r\n ]+$/g, '') ?? null;
  if (trimmed !== null && UNSENDABLE.test(trimmed))
    throw new TypeError(`the header ${name} has a character that no header can have`);
  return trimmed;
}
