/** No provider is asked, so this is no count. */
export const ESTIMATE = 'tokens = characters / 4';
export const tokensOf = (text: string) => Math.ceil(text.length / 4);
