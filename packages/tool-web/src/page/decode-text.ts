import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';

interface Bytes {
  readonly contentType: string | undefined;
  readonly bytes: Buffer;
}

/**
 * Decodes text in the order of the HTML standard: the byte order mark, the server's charset and, in HTML, the page's charset.
 * Without any of them, the text is UTF-8 if it is valid UTF-8, else windows-1252. Invalid bytes become U+FFFD.
 */
export async function decodeText({ bytes, contentType }: Bytes, { html }: { html: boolean }): Promise<string> {
  const { default: sniff } = await import('html-encoding-sniffer');
  const label = /;\s*charset\s*=\s*"?\s*([^\s;"]+)/i.exec(contentType ?? '')?.[1];
  const encoding = sniff(bytes, {
    // No page but HTML has its encoding in a meta element.
    xml: !html,
    ...(label === undefined ? {} : { transportLayerEncodingLabel: label }),
    defaultEncoding: isUtf8(bytes) ? 'UTF-8' : 'windows-1252',
  });
  return decoderOf(encoding).decode(bytes);
}

/** Returns the decoder. The standard has two encodings without a decoder. */
function decoderOf(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding);
  } catch {
    return new TextDecoder('windows-1252');
  }
}
