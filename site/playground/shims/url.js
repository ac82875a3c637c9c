export const pathToFileURL = (path) => new URL(`file://${encodeURI(path).replaceAll('#', '%23').replaceAll('?', '%3F')}`);
export const fileURLToPath = (url) => decodeURIComponent(new URL(url).pathname);
export const { URL, URLSearchParams } = globalThis;

import * as all from './url.js';

export default all;
