import { library } from '../../configs/tsup.js';

export default library();
