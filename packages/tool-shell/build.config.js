/** Bundled because it is loaded at the first call of the tool, and one file loads three times as fast as seventeen. */
export default { bundled: ['unbash'] };
