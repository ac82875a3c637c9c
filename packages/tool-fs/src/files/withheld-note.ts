/** Said so that a search that found less than there is does not look like one that found all. */
export const withheldNote = (files: number): string =>
  `(${files} ${files === 1 ? 'file is' : 'files are'} left out: a permission rule stands against reading ${files === 1 ? 'it' : 'them'}.)`;
