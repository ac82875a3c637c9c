import { ownPlugin } from '@loadout/core';
import { askUserQuestionTool } from './ask/ask-user-question-tool.js';
import { pauseForHumanTool } from './ask/pause-for-human-tool.js';
import { configTool } from './config/config-tool.js';
import { optionsSchema } from './options.js';
import { enterPlanModeTool } from './plan-mode/enter-plan-mode-tool.js';
import { exitPlanModeTool } from './plan-mode/exit-plan-mode-tool.js';
import { toolSearchTool } from './tool-search/tool-search-tool.js';
import { writtenInputsOffer } from './written-inputs.js';

export { errors, table as errorTable } from './errors.js';

export default ownPlugin({
  name: 'session',
  options: optionsSchema,
  setup: ({ options }) => ({
    tools: [
      askUserQuestionTool(options),
      enterPlanModeTool(),
      exitPlanModeTool(),
      configTool(),
      toolSearchTool(),
      pauseForHumanTool(options),
    ],
    services: [writtenInputsOffer],
  }),
});
