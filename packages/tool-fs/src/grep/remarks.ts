/** The remark about files that were not searched, or only in part. */
export const unreadableRemark = (count: number): string =>
  `${count === 1 ? '1 file or folder' : `${count} files or folders`} could not be read`;

export const binaryRemark = (count: number): string =>
  `${count === 1 ? '1 binary file was' : `${count} binary files were`} searched only up to a null byte`;
