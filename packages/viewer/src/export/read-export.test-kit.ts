import { gunzipSync } from 'node:zlib';
import type { PageData } from '../model/page-data.js';

/** The data of an exported page, read as its script reads it. */
export function dataIn(html: string): PageData {
  const packed = /<script type="application\/octet-stream" id="data">([A-Za-z0-9+/=]+)<\/script>/.exec(html)?.[1] ?? '';
  return JSON.parse(gunzipSync(Buffer.from(packed, 'base64')).toString('utf8')) as PageData;
}
