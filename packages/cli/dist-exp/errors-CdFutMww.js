import { defineErrors } from "@loadout/core";

// packages/cli/src/http-errors.ts
/** The errors of the HTTP server: refused requests and failed starts. They are rows of the command's table. */
const httpErrors = {
	HTTP_NO_TOKEN: {
		message: (p) => `loadout serve http requires a token from every client, but ${p.variable} is not set.`,
		fix: () => "Set it to at least 16 characters, for example the output of `openssl rand -hex 32`. Or pass --no-auth to serve programs on this machine only."
	},
	HTTP_NO_AUTH: {
		message: (p) => `--no-auth would let everyone who can reach ${p.host} start runs.`,
		fix: () => "Remove --host, or set a token and remove --no-auth."
	},
	LOG_NOT_OPEN: {
		message: (p) => `The log ${p.file} cannot be opened: ${p.problem}.`,
		fix: () => "Name a file in a folder that exists and that this user may write to, or - for standard error."
	},
	HTTP_PORT: {
		message: (p) => `Cannot listen on ${p.host}:${p.port}: ${p.problem}.`,
		fix: () => "Choose another port with --port, or omit --port to use any free port."
	},
	HTTP_HOST: {
		message: (p) => `The ${p.what} ${JSON.stringify(p.found)} is not served here.`,
		fix: () => "Use localhost, the address of the server, or a name given with --allowed-host."
	},
	HTTP_TOKEN: {
		message: () => "The token is missing or wrong.",
		fix: () => "Send the header Authorization: Bearer <token>."
	},
	HTTP_ROUTE: {
		message: (p) => `There is nothing at ${p.path}.`,
		fix: () => "Use /runs, /runs/ID, /runs/ID/events or /health."
	},
	HTTP_METHOD: {
		message: (p) => `${p.path} does not support ${p.method}.`,
		fix: (p) => `Use ${p.methods.join(" or ")}.`
	},
	HTTP_NOT_JSON: {
		message: (p) => `The body must be application/json, but is ${p.found}.`,
		fix: () => "Send the header content-type: application/json."
	},
	HTTP_TOO_LARGE: { message: (p) => `The request is too large; the limit is ${p.most} bytes.` },
	HTTP_BODY: {
		message: (p) => `The request cannot be read: ${p.problem}.`,
		fix: () => "Send {\"prompt\": \"…\"}, with \"agent\" and \"resume\" if you need them."
	},
	HTTP_BUSY: {
		message: (p) => `${p.most} runs are active, which is the limit.`,
		fix: () => "Try again when a run has ended, or raise --max-runs."
	},
	HTTP_ENDING: {
		message: () => "The server is shutting down and accepts no new runs.",
		fix: () => "Send the request to its replacement."
	},
	HTTP_NOBODY_ASKED: {
		message: () => "Runs of this server ask nobody: a call that needs an approval is denied.",
		fix: () => "Serve runs of an engine with loadout serve http --engine, or allow the call with a rule."
	},
	HTTP_RUN_UNKNOWN: {
		message: (p) => `There is no run ${p.id}.`,
		fix: () => "List the runs with GET /runs. The server keeps the newest 200 ended runs."
	}
};

// packages/cli/src/plugin-errors.ts
/** The errors of the commands that write, add and examine plugins. */
const pluginErrors = {
	NPM_FAILED: {
		message: (p) => `npm ${p.args.join(" ")} failed: ${p.problem}.`,
		fix: () => "See npm's output above."
	},
	ADD_MISSPELT: {
		message: (p) => p.problem,
		fix: () => "Correct the name. Nothing was installed, because whoever publishes a package under that name owns what it does."
	},
	ADD_NO_PLUGIN: {
		message: (p) => `${p.use} is not a plugin: its package.json has no "loadout" field. Nothing was installed.`,
		fix: () => "Use a package whose keywords contain loadout-plugin, or ask its author to build it with a manifest."
	},
	ADD_MOUNT_TAKEN: {
		message: (p) => `The mount name ${p.mount} is taken by ${p.use}.`,
		fix: () => "Choose another name with --as NAME."
	},
	ADD_OPTION_FORM: {
		message: (p) => `--option ${p.key}… is not of the form KEY=VALUE.`,
		fix: () => "Write --option url=https://crm.example, or --option token='${env:CRM_TOKEN}'."
	},
	ADD_OPTIONS: {
		message: (p) => `${p.use} was not added: ${p.problems.join("; ")}.\n${p.rows.length === 0 ? "It has no options." : `Its options:\n${p.rows.map((row) => `  ${row}`).join("\n")}`}`,
		fix: (p) => p.command
	},
	ADD_NOT_YAML: {
		message: (p) => `${p.file} is not YAML, so this command cannot change its plugins.`,
		fix: () => "Install the package with npm, and change the file by hand."
	},
	PLUGIN_DOCTOR_NO_PACKAGE: {
		message: (p) => `There is no package.json in ${p.dir}.`,
		fix: () => "Name the folder of the plugin package: loadout plugin doctor DIR."
	},
	NEW_NAME: {
		message: (p) => `${JSON.stringify(p.name)} is not a valid plugin name.`,
		fix: () => "Use lowercase letters, digits and single hyphens, such as crm or wiki-search."
	},
	NEW_EXISTS: {
		message: (p) => `${p.file} already exists; nothing was written.`,
		fix: () => "Choose another folder with --dir."
	}
};

// packages/cli/src/test-errors.ts
const EXAMPLE = `tests:
  - name: answers in one sentence
    prompt: Hello
    model: { script: [{ text: Hi. }] }
    expect: { outcome: done, text: Hi }`;
/** The errors of `loadout test`. */
const testErrors = {
	TEST_NONE: {
		message: (p) => `There is no test in ${p.file}, and no *.test.yaml beside or below it.`,
		fix: () => `Add one, for example:\n\n${EXAMPLE}`
	},
	TEST_NOT_FOUND: {
		message: (p) => `No test matches ${p.filter}. The tests are: ${p.names.slice(0, 20).join(", ")}${p.names.length > 20 ? ", …" : ""}.`,
		fix: () => "Write a part of the name of a test or of its file."
	},
	TEST_ONLY_IN_CI: {
		message: (p) => `The test ${JSON.stringify(p.name)} has only: true, so CI would not run the other tests.`,
		fix: () => "Remove the key only."
	},
	TEST_WORKSPACE: {
		message: (p) => `The file ${JSON.stringify(p.path)} of the workspace ${p.problem}.`,
		fix: () => "Name a path inside the workspace."
	},
	TEST_PATH: {
		message: (p) => `The path ${JSON.stringify(p.path)} of the test ${p.problem}.`,
		fix: () => "Name a path relative to the file of the test, inside the folder of the configuration."
	},
	TEST_SCRIPT_MISSING: {
		message: (p) => p.purpose === "turn" ? `The agent ${p.name} asks its model, and the test has no script for it. Scripts: ${p.known.join(", ") || "none"}.` : `A request for ${p.purpose} has no script. Scripts: ${p.known.join(", ") || "none"}.`,
		fix: (p) => `Add the answers under model.agents.${p.name}.`
	},
	TEST_NOT_MADE: {
		message: (p) => `No test can be made of this session: ${p.problem}`,
		fix: () => "Write the test by hand, beginning with a script of two turns."
	},
	TEST_NOT_APPENDED: {
		message: (p) => `The tests in ${p.file} are no list at the end of the file, so none is appended.`,
		fix: () => "Print the test without --write, and copy it to its place."
	},
	TEST_CI: {
		message: (p) => `${p.flag} writes files that are tested, which CI must not do.`,
		fix: (p) => `Run it where you commit${p.flag.startsWith("--record") ? ", or add --allow-record" : ""}. CI is told by the variable CI.`
	},
	CASSETTE_MISSING: {
		message: (p) => `The cassette ${p.file} does not exist.`,
		fix: (p) => `Record it, which asks the real model: ${p.again}.`
	},
	TEST_INTERRUPTED: { message: (p) => `The tests were interrupted; ${p.left} did not end.` },
	REPORT_NOT_WRITTEN: {
		message: (p) => `The report ${p.file} could not be written: ${p.problem}.`,
		fix: () => "Name a file in a folder that you may write: --reporter junit=FILE"
	}
};

// packages/cli/src/errors.ts
const hint = (p) => p.nearest === void 0 ? "" : ` Did you mean ${p.nearest}?`;
/** Every error of the command itself. The packages that it calls have tables of their own. */
const table = {
	...httpErrors,
	...testErrors,
	USAGE_COMMAND_UNKNOWN: {
		message: (p) => `There is no command ${JSON.stringify(p.name)}.${hint(p)}`,
		fix: () => "List the commands with loadout --help. Run an agent with: loadout run [agent] \"prompt\"."
	},
	USAGE_FLAG_UNKNOWN: {
		message: (p) => `loadout ${p.command} has no flag ${p.flag}.${hint(p)}`,
		fix: (p) => `List the flags with loadout ${p.command} --help. Put -- before a prompt that starts with a dash.`
	},
	USAGE_FLAG_VALUE: {
		message: (p) => `The flag ${p.label} needs a value${p.found === void 0 ? "" : `, but ${p.found} follows`}.`,
		fix: () => "Write the value after the flag. If the value starts with a dash, write --flag=value."
	},
	USAGE_FLAG_NO_VALUE: {
		message: (p) => `The flag ${p.flag} takes no value, but has ${JSON.stringify(p.value)}.`,
		fix: (p) => `Write ${p.flag} alone.`
	},
	USAGE_FLAG_CHOICE: {
		message: (p) => `${p.flag} cannot be ${JSON.stringify(p.value)}.${hint(p)}`,
		fix: (p) => `Use one of: ${p.choices.join(", ")}.`
	},
	APPROVER_KEY: {
		message: (p) => `The key ${p.file} cannot be read: ${p.problem}.`,
		fix: () => "Name the file of your private key with --key or LOADOUT_APPROVER_KEY."
	},
	USAGE_FLAG_NUMBER: { message: (p) => `${p.flag} must be a whole number greater than 0, but is ${JSON.stringify(p.value)}.` },
	USAGE_FLAG_AMOUNT: { message: (p) => `${p.flag} must be a number, but is ${JSON.stringify(p.value)}.` },
	USAGE_FLAG_CONTENT: {
		message: (p) => `The value of ${p.flag} cannot be used: ${p.problem}.`,
		fix: (p) => `Give ${p.expected}.`
	},
	ENGINE_INPUT: {
		message: (p) => `Error parsing streaming input line: ${p.problem}: ${p.line}`,
		fix: () => "Write one JSON object to a line: a user message, a control_request or a control_response."
	},
	USAGE_FLAGS_TOGETHER: {
		message: (p) => `${p.flags.join(" and ")} cannot be used together.`,
		fix: () => "Use only one of them."
	},
	USAGE_FLAG_ALONE: {
		message: (p) => `${p.flag} has no effect without ${p.needs}.`,
		fix: (p) => `Add ${p.needs}, or remove ${p.flag}.`
	},
	USAGE_PARAM: {
		message: (p) => `--param takes key=value, but is ${JSON.stringify(p.value)}.`,
		fix: () => "Write --param name=value, once for each param."
	},
	USAGE_AGENT_OR_PROMPT: {
		message: (p) => `There is no agent ${JSON.stringify(p.word)}, and a single word like this is not sent as a prompt.${hint(p)}`,
		fix: (p) => `Name an agent (${p.available.join(", ")}). To send the word as the prompt: loadout run ${p.available.length === 1 ? "--" : "<agent>"} ${JSON.stringify(p.word)}.`
	},
	USAGE_SHELL: {
		message: (p) => `There is no completion for the shell ${JSON.stringify(p.shell)}.`,
		fix: (p) => `Use one of: ${p.known.join(", ")}.`
	},
	USAGE_ARGUMENT_MISSING: {
		message: (p) => `The argument <${p.name}> is missing.`,
		fix: (p) => `Write: ${p.usage}`
	},
	USAGE_ARGUMENT_EXTRA: {
		message: (p) => `${JSON.stringify(p.extra)} is one argument too many: this command takes ${p.count === 0 ? "none" : `at most ${p.count}`}.`,
		fix: (p) => `Write: ${p.usage}${/\b(?:prompt|call)\b/.test(p.usage) ? ". Put a prompt of several words in quotes." : ""}`
	},
	CHAT_NO_TERMINAL: {
		message: () => "loadout chat needs a terminal for input and output, but one of them is not a terminal.",
		fix: () => "In a pipe, a script or CI, use: loadout run [agent] \"prompt\". Continue with --resume ID."
	},
	CHAT_COMMAND: {
		message: (p) => `There is no command or skill ${p.name}.${hint(p)}`,
		fix: () => "List them with /help. To send the line to the model, start it with a space."
	},
	CHAT_MODE: {
		message: (p) => `${JSON.stringify(p.value)} is not a permission mode.${hint(p)}`,
		fix: (p) => `Use one of: ${p.choices.join(", ")}.`
	},
	CHAT_CHECKPOINTS: {
		message: () => "Checkpoints are off, so there are no earlier versions of files to restore.",
		fix: () => "Add sessions: { checkpoints: true } to the configuration, and start a new session."
	},
	CHAT_REWIND: {
		message: (p) => `There is no prompt ${JSON.stringify(p.value)}; this conversation has ${p.count}.`,
		fix: () => "List the prompts with their numbers: /rewind"
	},
	LIST_KIND: {
		message: (p) => `${JSON.stringify(p.value)} cannot be listed.${hint(p)}`,
		fix: (p) => `Name one of: ${p.choices.join(", ")}.`
	},
	REPLAY_MISSING: {
		message: (p) => `${JSON.stringify(p.given)} is not a file, not a folder with a trace.jsonl, and not a session in ${p.dir}.`,
		fix: () => "Name a trace.jsonl, its folder, or a session. List the sessions of this folder with: loadout sessions"
	},
	VIEW_UNREAD: {
		message: (p) => `${p.file} cannot be read: ${p.problem}.`,
		fix: () => "Name a file that this user may read."
	},
	STEP_NEEDS_TERMINAL: {
		message: () => "--step waits for a person after each step, and there is no terminal.",
		fix: () => "Run the command at a terminal, or remove --step."
	},
	REPLAY_FORMAT: {
		message: (p) => `${p.path}, line ${p.line}, is not a line of a trace or a session: ${p.problem}.`,
		fix: () => "Name a file that Loadout wrote: a trace.jsonl, or the transcript of a session."
	},
	USAGE_CALL: {
		message: (p) => `The call ${JSON.stringify(p.text)} cannot be read: ${p.problem}.`,
		fix: () => "Write \"Bash(npm test)\", \"Read(src/x.ts)\" or 'Tool({\"key\": \"value\"})'."
	},
	...pluginErrors,
	REPORT_NOT_WRITTEN: {
		message: (p) => `The report ${p.file} could not be written: ${p.problem}.`,
		fix: () => "Name a file in a folder that you may write: --reporter junit=FILE"
	},
	REMOVE_UNKNOWN: { message: (p) => `No mounted plugin has the name or package ${p.name}.${hint(p)}` },
	TRUST_HASH: {
		message: (p) => `${p.from} is ${JSON.stringify(p.found)}, which is not a SHA-256 hash.`,
		fix: () => "Use the 64 hexadecimal digits that loadout trust --show prints."
	},
	TRUST_OTHER: {
		message: (p) => `The content of ${p.config} that needs trust has the hash ${p.hash}, not the one given.${p.changes === void 0 ? "" : ` Since you trusted it:\n${p.changes}`}`,
		fix: () => "Show the content with: loadout trust --show"
	},
	TRUST_UNANSWERED: {
		message: (p) => `${p.config} is not trusted, and nobody can be asked.`,
		fix: (p) => `Review the content, then run: loadout trust --hash ${p.hash}`
	},
	USAGE_EVENT: {
		message: (p) => `There is no hook event ${JSON.stringify(p.event)}.${hint(p)}`,
		fix: (p) => `Use one of: ${p.available.join(", ")}.`
	},
	USAGE_EVENT_FIELD: {
		message: (p) => `${p.flag} cannot be ${JSON.stringify(p.value)}: ${p.problem}.`,
		fix: () => "Write --tool Bash --input '{\"command\": \"ls\"}', and other fields as --field prompt=Go."
	},
	SERVE_PLUGIN_UNKNOWN: {
		message: (p) => `No mounted plugin has the name or package ${p.name}.${hint(p)}`,
		fix: (p) => `Name one of: ${p.available.join(", ") || "(no plugin is mounted)"}.`
	},
	MCP_KEY_UNKNOWN: {
		message: (p) => `The configuration has no MCP server ${JSON.stringify(p.key)}.${hint(p)}`,
		fix: (p) => `Name one of: ${p.available.join(", ") || "(there is none)"}.`
	},
	SERVE_TOKEN: {
		message: (p) => p.length === 0 ? `--token-env names ${p.variable}, which is not set.` : `The token in ${p.variable} has only ${p.length} characters, which is too easy to guess.`,
		fix: () => "Set it to at least 16 characters without spaces, for example the output of `openssl rand -hex 32`."
	},
	SERVE_PORT: { message: (p) => `--port must be a number from 1 to 65535, but is ${JSON.stringify(p.value)}.` },
	FOLDER_MISSING: { message: (p) => `${p.flag} names ${p.dir}, which is not a folder.` },
	INIT_EXISTS: {
		message: (p) => `${p.file} already exists and was not changed.`,
		fix: () => "Choose another folder with --dir, or remove the file first."
	},
	INIT_PROVIDER: {
		message: (p) => `--provider ${p.provider === void 0 ? "is missing" : `names ${JSON.stringify(p.provider)}`}; init knows ${p.known.join(", ")}.`,
		fix: () => "Name one of these, or write the provider into agent.config.yaml by hand."
	},
	INIT_MODEL: {
		message: (p) => `The provider ${p.provider} has many models, and none was named.`,
		fix: () => "Name one with --model ID."
	},
	IMPORT_EXISTS: {
		message: (p) => `${p.file} already exists and was not changed.`,
		fix: () => "Omit --write to print the text, or remove the file first."
	},
	FILE_NOT_WRITTEN: { message: (p) => `${p.file} cannot be written: ${p.problem}.` },
	OUTPUT_LOST: {
		message: (p) => `Standard output cannot be written: ${p.problem}. The output is incomplete.`,
		fix: () => "Free space where the output is redirected to, or redirect it elsewhere. Continue the run with `loadout resume latest`."
	},
	ENDED_EARLY: {
		message: (p) => p.waits ? "The command waits for a tool, a hook or a plugin that never finishes: nothing in the process can complete it." : "The process ended before the command did: a tool, a hook or a plugin called process.exit.",
		fix: () => "Find what ran last and correct it. Continue the run with `loadout resume latest`."
	},
	TOOLS_FLAG_UNKNOWN: {
		message: (p) => `--tools names ${p.names.join(", ")}, which no plugin of this agent offers.${hint(p)}`,
		fix: (p) => `Offered: ${p.available.join(", ") || "(none)"}.`
	},
	PACKAGE_MISSING: {
		message: (p) => `${p.needs} needs ${p.use}, which is not installed.`,
		fix: (p) => `npm install ${p.use}`
	},
	SANDBOX_PACKAGE_MISSING: {
		message: (p) => `The agent ${p.agent} has a sandbox, but ${p.use} is not installed: ${p.required ? "all its commands will fail" : "its commands will run without a sandbox"}.`,
		fix: (p) => `npm install ${p.use}`
	},
	PACKAGE_OLD: {
		message: (p) => `${p.needs} needs a newer version of ${p.use} than the installed one.`,
		fix: (p) => `npm install ${p.use}@latest`
	}
};
const errors = defineErrors(table);

export { table as n, errors as t };