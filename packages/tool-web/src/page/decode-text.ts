import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';

interface Bytes {
  readonly contentType: string | undefined;
  readonly bytes: Buffer;
}

/**
 * Text by the order of the HTML standard: byte order mark, then what the server says, then, in HTML, what the page says.
 * Where nobody says anything it is UTF-8 if it can be, else windows-1252. Bytes that do not fit become U+FFFD.
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

/** The standard has two encodings that no decoder is made for. */
function decoderOf(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding);
  } catch {
    return new TextDecoder('windows-1252');
  }
}
