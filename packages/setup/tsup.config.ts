import { packageBuild } from '../../configs/tsup.base.js';
import { pluginTemplate } from './src/first/plugin-template.mjs';

export default packageBuild({ files: () => ({ 'first/plugin-template.json': pluginTemplate() }) });
