import { grouped } from '../../configs/grouped.js';

/** A run imports the package as one file: what loads later shares code with it. */
export default grouped({ input: { index: 'src/index.ts' }, chunks: { run: /src\/index\.ts$/ } });
