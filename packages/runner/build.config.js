/** A run imports the package as one file: what loads later shares code with it. */
export default { entry: { index: 'src/index.ts' }, chunks: { run: /src\/index\.ts$/ } };
