/** A note about withheld files, so that an incomplete search does not look complete. */
export const withheldNote = (files: number): string =>
  `(${files} ${files === 1 ? 'file is' : 'files are'} left out: a permission rule keeps ${files === 1 ? 'it' : 'them'} from being read.)`;
