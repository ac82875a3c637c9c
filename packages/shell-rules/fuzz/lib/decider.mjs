/** Asks `decide` about commands as a run does: with the accesses that the analysis tells, and rules as a user writes them. */
export function createDecider({
  core,
  shell,
  cwd,
  home = '/home/nobody',
  mode = 'default',
  env = { PATH: process.env.PATH ?? '' },
}) {
  const layersOf = (rules) => ({ mode, rules, roots: [cwd], workspace: cwd, home, artifactDir: `${cwd}/.artifacts` });
  const call = { tool: { name: 'Bash', aliases: ['bash'] }, openWorld: true };
  const place = { cwd, home, roots: [cwd], env: shell.commandEnv({ HOME: home, ...env }) };
  return {
    parseRules: (texts, behavior) =>
      texts.map((text) => core.parsePermissionRule(text, { behavior, layer: 'project', position: undefined })),
    decide(command, rules) {
      const layers = layersOf(rules);
      const input = { command };
      let accesses = [];
      let unclear;
      let readOnly = false;
      try {
        const analysis = shell.analyse(command);
        readOnly = analysis.readOnly;
        const mayRead = (path) => !core.standsAgainst({ kind: 'read', path }, { ...call, input }, layers);
        accesses = shell.accessesOf(command, { ...place, analysis, mayRead });
      } catch (error) {
        unclear = error.message;
      }
      return core.decide({ ...call, input, readOnly, accesses, unclear }, layers);
    },
  };
}
