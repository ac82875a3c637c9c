/** Whether a path is the folder itself or lies below it. Compares the texts of the two paths. */
export const isWithin = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
