import { type CommandFlags, configFlags } from '@loadout/core/commands';

const [config, profile, param, cwd, trust] = configFlags;

export const definition = {
  name: 'test',
  group: 'run',
  summary: 'Run the tests of agent.config.yaml, and of *.test.yaml beside and below it.',
  positionals: [
    { name: 'filter', optional: true, help: 'A part of the name of a test or of its file. A whole name selects one test.' },
  ],
  flags: [
    config,
    profile,
    param,
    cwd,
    trust,
    { name: 'filter', value: 'TEXT', help: 'The same as the argument, also for a name that begins with a dash: --filter=-x.' },
    { name: 'tag', value: 'TAG', repeat: true, help: 'Run only tests with one of these tags.' },
    { name: 'shard', value: 'I/N', help: 'Run the I-th of N parts of the tests, such as 1/4.' },
    { name: 'jobs', value: 'N', form: 'count', help: 'The number of tests that run at once. Default: the number of processors.' },
    {
      name: 'reporter',
      value: 'NAME',
      repeat: true,
      help: 'pretty, json, github, junit=FILE or ctrf=FILE. Default: pretty.',
    },
    { name: 'coverage', help: 'List the rules, hooks, agents, tools and other parts that no test reached.' },
    {
      name: 'coverage-min',
      value: 'PERCENT',
      form: 'count',
      help: 'Fail if tests reach a smaller share of the parts. Implies --coverage.',
    },
    { name: 'live', help: 'Also run the tests with live: true, against the real model. Without a key, they are skipped.' },
    {
      name: 'record',
      value: 'WHAT',
      choices: ['none', 'missing', 'all'],
      help: 'Ask the real model and write the cassettes that are missing, or all. Default: none.',
    },
    {
      name: 'stale',
      help: 'List the cassettes whose system prompt, tools or model changed since. Exits with 1 if there is one.',
    },
    { name: 'update', help: 'Write the calls that happened into tests whose expected calls did not happen. Refused in CI.' },
    {
      name: 'from-session',
      value: 'ID',
      help: 'Print a test made from a session. latest is the newest session of this folder.',
    },
    {
      name: 'write',
      value: 'FILE',
      needs: 'from-session',
      help: 'With --from-session: append the test to this file instead of printing it.',
    },
    {
      name: 'watch',
      help: 'Run the tests again whenever the configuration, a test, a folder of a workspace or their trust changes, also while they run. It does not load changed code of plugins: loadout dev does.',
    },
    { name: 'allow-record', help: 'Allow --record in CI.' },
    { name: 'keep', help: 'Keep the temporary folders of the tests, and print where they are.' },
  ],
  details: [
    'Tests need no key and no network: the test contains the answers of the model. Each test runs in a temporary folder.',
    'Tests of a configuration that is not trusted do not run, because they would test only a part of it. Trust it with: loadout trust.',
    'The exit code is 0 if all tests passed, 1 if a test failed, 2 for an invalid file, and 6 without trust.',
  ],
  examples: ['"answers in one sentence"', '--reporter pretty --reporter junit=out/tests.xml'],
} as const;

export type TestFlags = CommandFlags<typeof definition>;

/** The flags that choose what is tested. */
export type ConfigFlags = Pick<TestFlags, 'config' | 'profile' | 'param' | 'cwd' | 'trust'>;
