// Scenarios about session files, permissions and files in prompts (W7 to W28): the model's answers and the options of the query.

const uses = (name, input, id = 'toolu_1') => ({ tools: [{ name, input, id }] });
const bash = (command) => uses('Bash', { command });
const done = { text: 'Done.' };
const refusing = { canUseTool: async () => ({ behavior: 'deny', message: 'no' }) };
const asked = (reply, more = {}) => ({ replies: [reply, done], options: { ...refusing, ...more } });

export const worldScenarios = {
  'asked-write': asked(uses('Write', { file_path: 'new.txt', content: 'x\n' })),
  'asked-read': asked(uses('Read', { file_path: '/etc/hostname' })),
  'asked-command': asked(bash('npm run build')),
  'asked-plan': asked(uses('Write', { file_path: 'new.txt', content: 'x\n' }), { permissionMode: 'plan' }),
  'git-status': { replies: [bash('git status'), done] },
  'task-ids': {
    replies: [uses('TaskCreate', { subject: 'a', description: 'b' }), uses('TaskGet', { taskId: '1' }, 'toolu_2'), done],
  },
  variables: { replies: [bash('echo "$CLAUDECODE $CLAUDE_CODE_SESSION_ID"'), done], options: { allowedTools: ['Bash'] } },
};
