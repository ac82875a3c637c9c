/** A request to the API itself needs one file; each cloud is a file of its own. */
export default { entry: { index: 'src/index.ts' }, chunks: { api: /src\/(?:index|transport\/client)\.ts$/ } };
