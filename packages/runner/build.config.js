/** A run imports the package as one file. Chunks that load later share code with that file. */
export default { entry: { index: 'src/index.ts' }, chunks: { run: /src\/index\.ts$/ } };
