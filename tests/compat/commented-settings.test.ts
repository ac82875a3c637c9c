import { describe, expect, it } from 'vitest';
import { loadout, project } from '../lib/loadout.js';

const CONFIG = `compat: true
plugins: { fs: "@loadout/tool-fs", shell: "@loadout/tool-shell" }
agents: { helper: { tools: ['*'] } }
`;
const SETTINGS = `{
  // team rules
  "permissions": {
    "deny": [
      // keys
      "Read(secret.txt)",
    ],
    "allow": ["Bash(npm test:*)"], /* tests */
  },
} // end
`;
const MCP = '/* servers */ { // one\n "mcpServers": { "on": { "command": "node", "args": ["x.mjs"], }, } }\n';
const files = { 'agent.config.yaml': CONFIG, 'secret.txt': 'x', '.claude/settings.json': SETTINGS, '.mcp.json': MCP };

describe('settings of another program with comments and trailing commas (GAP-A1)', () => {
  it('deny, declare servers, and wait for trust as without', async () => {
    const cwd = project(files);
    const { stdout, stderr } = await loadout(['explain', 'helper', 'Read(secret.txt)'], { cwd });
    expect(stdout).toMatch(/deny[\s\S]*Read\(secret\.txt\)/);
    expect(stderr).not.toContain('ignored');
    expect((await loadout(['mcp', 'list'], { cwd })).stdout).toContain('on');
    const shown = await loadout(['trust', '--claude', '--show'], { cwd, trust: false });
    expect(shown.stdout).toContain('Bash(npm test:*)');
  });
});
