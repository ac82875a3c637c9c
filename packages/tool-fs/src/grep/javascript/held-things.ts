import { closeSync, constants, fstatSync } from 'node:fs';
import type { HeldFolder } from '../../files/held-folder.js';

/** Open resources of a search, so that all of them can be closed wherever the search stops. */
export class HeldThings {
  private readonly folders = new Set<HeldFolder>();
  private readonly files = new Set<number>();

  add(folder: HeldFolder): HeldFolder {
    this.folders.add(folder);
    return folder;
  }

  release(folder: HeldFolder): void {
    if (this.folders.delete(folder)) folder.close();
  }

  /** Opens a regular file; `undefined` for any other kind. Opening a FIFO does not block. */
  openFile(folder: HeldFolder, name: string): number | undefined {
    const fd = folder.open(name, { flags: constants.O_RDONLY | constants.O_NONBLOCK });
    this.files.add(fd);
    if (fstatSync(fd).isFile()) return fd;
    this.closeFile(fd);
    return undefined;
  }

  closeFile(fd: number): void {
    if (this.files.delete(fd)) closeSync(fd);
  }

  close(): void {
    for (const fd of this.files) closeSync(fd);
    for (const folder of this.folders) folder.close();
    this.files.clear();
    this.folders.clear();
  }
}
