/** Asks `decide` about commands of Bash as a run does: with the tool's own access and flags, and rules as a user writes them. */
export async function createDecider({ core, shell, cwd, home = '/home/nobody', mode = 'default' }) {
  const parts = await shell.default.setup({ options: {}, mount: 'shell', configDir: cwd, stateDir: cwd });
  const tool = parts.tools.find((one) => one.name === 'Bash');
  // Parsing an input loads the analyser.
  await tool.inputSchema.parse({ command: 'true' });
  const context = contextOf(cwd, home);
  const call = { tool: { name: 'Bash', aliases: tool.aliases ?? [] }, openWorld: true };
  return {
    dispose: () => parts.dispose?.(),
    parseRules: (texts, behavior) =>
      texts.map((text) => core.parsePermissionRule(text, { behavior, layer: 'project', position: undefined })),
    decide(command, rules) {
      const input = { command };
      const layers = { mode, rules, roots: [cwd], workspace: cwd, home, artifactDir: `${cwd}/.artifacts` };
      let accesses = [];
      let unclear;
      try {
        const mayRead = (path) => !core.standsAgainst({ kind: 'read', path }, { tool: call.tool, input }, layers);
        accesses = tool.access(input, { ...context, mayRead });
      } catch (error) {
        unclear = error.message;
      }
      return core.decide({ ...call, input, readOnly: tool.isReadOnly(input), accesses, unclear }, layers);
    },
  };
}

const contextOf = (cwd, home) => ({
  cwd,
  roots: [cwd],
  toolUseId: 'u',
  sessionId: 's',
  agentId: 'main',
  signal: new AbortController().signal,
  env: { HOME: home, PATH: process.env.PATH ?? '' },
  artifactDir: `${cwd}/.artifacts`,
  permitted: [],
  get: (service) => {
    throw new Error(`no ${service.key}`);
  },
  find: () => undefined,
  progress: () => {},
  emit: () => {},
});
