import { ownPlugin } from '@loadout/core';
import { agentTool } from './agent/agent-tool.js';
import { saveSkillTool } from './skill/save-skill-tool.js';
import { skillTool } from './skill/skill-tool.js';
import { sendMessageTool } from './team/send-message-tool.js';
import { teamCreateTool, teamDeleteTool } from './team/team-tools.js';
import { teamsOffer } from './team/teams.js';

export { errors, table as errorTable } from './errors.js';

export default ownPlugin({
  name: 'agents',
  setup: () => ({
    tools: [agentTool(), skillTool(), saveSkillTool(), sendMessageTool(), teamCreateTool(), teamDeleteTool()],
    services: [teamsOffer()],
  }),
});
