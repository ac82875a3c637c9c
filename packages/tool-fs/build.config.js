/** Bundled because each is loaded at the first call of a tool, and one file loads three times as fast as many. */
export default { bundled: ['diff', 'picomatch'] };
