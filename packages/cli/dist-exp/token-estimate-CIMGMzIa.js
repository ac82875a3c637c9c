// packages/cli/src/render/token-estimate.ts
/** The estimate asks no provider, so it is not a count. */
const ESTIMATE = "tokens = characters / 4";
const tokensOf = (text) => Math.ceil(text.length / 4);

export { tokensOf as n, ESTIMATE as t };