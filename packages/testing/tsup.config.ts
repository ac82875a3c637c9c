import { library } from '../../configs/tsup.js';

export default library({ entry: ['src/index.ts', 'src/vitest.ts', 'src/jest.ts'] });
