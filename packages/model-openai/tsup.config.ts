import { library } from '../../configs/tsup.js';

/** Minified, because the package is promised to be small: at most 60 kB with types, text and licence. */
export default library({ minify: true });
