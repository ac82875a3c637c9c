/** The estimate asks no provider, so it is not a count. */
export const ESTIMATE = 'tokens = characters / 4';
export const tokensOf = (text: string) => Math.ceil(text.length / 4);
