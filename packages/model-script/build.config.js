/** Bundled because each is loaded when first used, and one file loads several times as fast as a package's many. */
export default { bundled: ['diff', 'yaml'] };
