/** The disk of the playground: a tree in memory. */
export * from 'memfs';
export { fs as default } from 'memfs';

import { fs, vol } from 'memfs';

// The names that the bundle imports, as functions of their own: memfs offers them on one object.
export const {
  accessSync,
  appendFileSync,
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  createReadStream,
  createWriteStream,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  opendirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  readSync,
  renameSync,
  rmdirSync,
  rmSync,
  statfsSync,
  statSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  unwatchFile,
  utimesSync,
  watch,
  watchFile,
  writeFileSync,
  writeSync,
  promises,
} = fs;
export const { readdir, readFile, stat, lstat, access, open, mkdir, rm, writeFile, unlink, rename } = fs;
export const realpathSync = Object.assign((path) => fs.realpathSync(path), { native: (path) => fs.realpathSync(path) });
/** Puts files of text on the disk, and nothing else. */
export function fill(files) {
  vol.reset();
  vol.fromJSON(files);
}
