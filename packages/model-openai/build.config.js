/** Minified, because the package is promised to be small: at most 60 kB with types, text and licence. */
export default { minify: true };
