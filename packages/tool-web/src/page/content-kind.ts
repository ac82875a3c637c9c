export type ContentKind =
  | { readonly is: 'html' | 'text' | 'pdf' }
  | { readonly is: 'image'; readonly mimeType: string }
  | { readonly is: 'binary'; readonly what: string };

/** The first bytes of content that is not text, as Latin-1. They override the type that the server declares. */
const SIGNATURES: readonly (readonly [pattern: RegExp, kind: ContentKind])[] = [
  [/^%PDF-/, { is: 'pdf' }],
  [/^\x89PNG\r\n\x1a\n/, { is: 'image', mimeType: 'image/png' }],
  [/^\xff\xd8\xff/, { is: 'image', mimeType: 'image/jpeg' }],
  [/^GIF8[79]a/, { is: 'image', mimeType: 'image/gif' }],
  [/^RIFF....WEBP/s, { is: 'image', mimeType: 'image/webp' }],
  [/^PK\x03\x04/, { is: 'binary', what: 'a ZIP archive or an Office document' }],
  [/^\x1f\x8b/, { is: 'binary', what: 'a gzip archive' }],
  [/^(?:\x7fELF|MZ)/, { is: 'binary', what: 'a program' }],
  [/^....ftyp/s, { is: 'binary', what: 'a video or an audio file' }],
];

const HTML_TYPES = new Set(['text/html', 'application/xhtml+xml']);
const TEXT_TYPES =
  /^(?:text\/|application\/(?:json|ld\+json|xml|javascript|ecmascript|x-javascript|yaml|x-yaml|toml|x-ndjson|jsonl?|sql|graphql|x-sh|x-www-form-urlencoded)$|image\/svg\+xml$|message\/)|\+(?:json|xml|yaml)$/;
const UNSAID = new Set(['', 'application/octet-stream', 'binary/octet-stream', 'application/x-unknown', 'unknown/unknown']);

/** The charset that a server declares. */
export const charsetOf = (contentType: string | undefined): string | undefined =>
  /;\s*charset\s*=\s*["']?\s*([^\s;"']+)/i.exec(contentType ?? '')?.[1];

export function contentKind(bytes: Buffer, contentType: string | undefined): ContentKind {
  const type = (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const head = bytes.subarray(0, 1024);
  const latin = head.toString('latin1');
  const signed = SIGNATURES.find(([pattern]) => pattern.test(latin))?.[1];
  const textual = isTextual(head, { latin, charset: charsetOf(contentType) });
  // "MZ" and similar signatures can start a normal text.
  if (signed !== undefined && !(textual && TEXT_TYPES.test(type))) return signed;
  if (!textual) return { is: 'binary', what: describe(type) };
  if (HTML_TYPES.has(type)) return { is: 'html' };
  if (TEXT_TYPES.test(type)) return { is: 'text' };
  if (UNSAID.has(type)) return { is: /^(?:\xef\xbb\xbf)?\s*<(?:!doctype html|html|head|body)\b/i.test(latin) ? 'html' : 'text' };
  return { is: 'binary', what: describe(type) };
}

/** No NUL, unless the server or a byte order mark says UTF-16, and few other control bytes. */
function isTextual(
  head: Buffer,
  { latin, charset = '' }: { readonly latin: string; readonly charset?: string | undefined },
): boolean {
  if (/^(?:\xff\xfe|\xfe\xff)/.test(latin) || /^(?:utf-16|ucs-2|unicode)/i.test(charset)) return true;
  if (head.includes(0)) return false;
  const controls = latin.match(/[\x01-\x08\x0e-\x1a\x1c-\x1f]/g)?.length ?? 0;
  return controls * 20 <= head.length;
}

const describe = (type: string) =>
  /^[\w.+-]+\/[\w.+-]+$/.test(type) && !UNSAID.has(type) ? `of the type ${type}` : 'binary data';
