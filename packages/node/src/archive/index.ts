/** The public names, listed by hand. */
export { download, isLoopback } from './download.js';
export { fileInZip } from './file-in-zip.js';
export { moveInto } from './move-into.js';
export { unpackArchive } from './unpack-archive.js';
