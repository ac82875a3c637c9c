/** The public names, listed by hand. */
export { type DownloadOptions, download, isLoopback } from './download.js';
export { type FileWish, fileInZip } from './file-in-zip.js';
export { moveInto } from './move-into.js';
export { unpackArchive } from './unpack-archive.js';
