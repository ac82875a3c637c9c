import { gunzipSync } from 'node:zlib';
import type { Column } from '../model/columns.js';
import type { PageData } from '../model/page-data.js';
import { unpackColumn } from '../page/data/unpack-column.js';

/** The data of an exported page, read as its script reads it. */
export function dataIn(html: string): PageData {
  const packed = /<script type="application\/octet-stream" id="data">([A-Za-z0-9+/=]+)<\/script>/.exec(html)?.[1] ?? '';
  const [data] = unpackColumn(JSON.parse(gunzipSync(Buffer.from(packed, 'base64')).toString('utf8')) as Column);
  return data as PageData;
}
