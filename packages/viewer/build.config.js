import { buildPage } from '../../configs/build-page.js';

export default { more: buildPage };
