// packages/cli/src/arguments/shared-flags.ts
/** The modes, written out because help loads nothing of core. A test compares them with core's own list. */
const MODES = [
	"default",
	"acceptEdits",
	"plan",
	"dontAsk",
	"bypassPermissions"
];
/** The flags that choose the configuration and the folder, for every command that reads a configuration. */
const configFlags = [
	{
		name: "config",
		short: "c",
		value: "FILE",
		help: "The configuration file. Default: agent.config.* in this folder or a folder above it."
	},
	{
		name: "profile",
		value: "NAME",
		help: "Apply profiles.NAME of the configuration."
	},
	{
		name: "param",
		value: "KEY=VALUE",
		repeat: true,
		help: "Set a param of the agent."
	},
	{
		name: "cwd",
		value: "DIR",
		help: "The folder to work in. Default: the current folder."
	},
	{
		name: "trust",
		value: "SHA256",
		help: "Trust the content with this hash for this run only. LOADOUT_TRUST does the same."
	},
	{
		name: "require-trust",
		help: "Exit with 6 instead of leaving out parts that are not trusted."
	}
];
/** The flags of one run, for `run` and `resume`. */
const runFlags = [
	{
		name: "model",
		value: "NAME",
		help: "An alias under models, or provider/id."
	},
	{
		name: "output",
		value: "FORMAT",
		choices: [
			"text",
			"json",
			"stream-json"
		],
		help: "text, json (one document at the end) or stream-json (one line per event). Default: text."
	},
	{
		name: "max-turns",
		value: "N",
		help: "The most turns that run tools."
	},
	{
		name: "permission-mode",
		value: "MODE",
		choices: MODES,
		help: "default, acceptEdits, plan, dontAsk or bypassPermissions."
	},
	{
		name: "allow",
		value: "RULE",
		repeat: true,
		help: "Add an allow rule, such as \"Bash(npm test:*)\"."
	},
	{
		name: "ask",
		value: "RULE",
		repeat: true,
		help: "Add an ask rule."
	},
	{
		name: "deny",
		value: "RULE",
		repeat: true,
		help: "Add a deny rule."
	},
	{
		name: "tools",
		value: "A,B",
		help: "Use these tools instead of the agent's: names and patterns, separated by commas."
	},
	{
		name: "fork",
		help: "Continue in a copy of the session."
	},
	{
		name: "record",
		value: "FILE",
		help: "Record the model's answers to a cassette."
	},
	{
		name: "replay",
		value: "FILE",
		help: "Answer from a cassette, without a key or network."
	},
	{
		name: "trace",
		value: "DIR",
		help: "Append each event as one line to DIR/<session>/trace.jsonl."
	},
	{
		name: "verbose",
		help: "Also show thinking, hooks, inputs and results."
	},
	{
		name: "no-color",
		help: "Print no colours. The environment variable NO_COLOR does the same."
	}
];
/** Reads sessions from an engine instead of this folder. */
const engineFlag = {
	name: "engine",
	help: "Read the sessions of the engine instead of those of this folder."
};
const jsonFlag = {
	name: "json",
	help: "Print one JSON document to standard output."
};
const agentArgument = {
	name: "agent",
	optional: true,
	help: "The agent. Optional if the configuration has one agent."
};
/** For commands that work for a long time without a person. */
const logFlag = {
	name: "log",
	value: "FILE",
	help: "Add a JSON line to this file for each run, call and refused request; - is standard error. No texts and no inputs."
};

// packages/cli/src/arguments/auth-definition.ts
const authStatus = {
	name: "auth status",
	summary: "Show which credential programs of the Agent SDKs would use here, without the credential itself.",
	positionals: [],
	flags: [jsonFlag],
	details: ["The exit code is 1 if there is none. Editors ask this before a session."]
};

// packages/cli/src/arguments/chat-definition.ts
const [model, _output, ...otherFlags] = runFlags;
const chat = {
	name: "chat",
	summary: "Start a conversation with an agent: one prompt after another, in one session.",
	positionals: [agentArgument],
	flags: [
		...configFlags,
		model,
		...otherFlags,
		{
			name: "resume",
			value: "ID",
			help: "Continue this session; latest is the newest session of this folder."
		},
		{
			name: "continue",
			help: "Same as --resume latest."
		}
	],
	details: [
		"You are asked about calls that no rule decides. A change to a file is shown as a diff first.",
		"Ctrl+C interrupts the current work but not the session. Ctrl+D, /exit, or Ctrl+C twice at an empty prompt ends the session.",
		"chat needs a terminal. In a pipe or in CI, use loadout run."
	]
};

// packages/cli/src/arguments/completion-definition.ts
const completion = {
	name: "completion",
	summary: "Print a script that completes commands, flags and names in your shell.",
	positionals: [{
		name: "bash|zsh|fish",
		help: "The shell."
	}],
	flags: [],
	details: [
		"bash: add to ~/.bashrc: source <(loadout completion bash)",
		"zsh: add to ~/.zshrc, behind compinit: source <(loadout completion zsh)",
		"fish: loadout completion fish > ~/.config/fish/completions/loadout.fish"
	]
};

// packages/cli/src/arguments/cost-definition.ts
const cost = {
	name: "cost",
	summary: "Show what requests to models have cost on this machine.",
	positionals: [],
	flags: [
		{
			name: "by",
			value: "WHAT",
			choices: [
				"day",
				"agent",
				"model",
				"session",
				"user"
			],
			help: "One line for each day, agent, model, session or user. Default: day."
		},
		{
			name: "since",
			value: "WHEN",
			help: "A time such as 7d or 12h, or a day such as 2026-11-01. Default: 30d."
		},
		jsonFlag
	],
	details: ["Days are those of UTC. A request whose price or usage is unknown is counted as unknown, not as zero.", "A request whose process was killed before the answer ended counts as the most that it could have cost."]
};

// packages/cli/src/arguments/engine-definitions.ts
const WHERE = "LOADOUT_ENGINE and LOADOUT_ENGINE_ADMIN are the addresses of the engine: http://127.0.0.1:8080 and http://127.0.0.1:9070 by default.";
const engineDev = {
	name: "engine dev",
	summary: "Start the engine on this machine, to try agents on several workers.",
	positionals: [],
	flags: [
		{
			name: "port",
			value: "PORT",
			help: "The port for runs. Default: 8080."
		},
		{
			name: "admin-port",
			value: "PORT",
			help: "The port of the administration. Default: 9070."
		},
		{
			name: "node-port",
			value: "PORT",
			help: "The port between servers. Default: 5122."
		},
		{
			name: "dir",
			value: "DIR",
			help: "The folder of its data. Default: a folder of the state of Loadout."
		}
	],
	details: ["The server is Restate, which npm ships as @restatedev/restate-server. It listens at 127.0.0.1 only."]
};
const worker = {
	name: "worker",
	summary: "Run the agents of the configuration for the engine, until Ctrl+C.",
	positionals: [],
	flags: [
		...configFlags,
		{
			name: "concurrency",
			value: "N",
			help: "The most runs at once. Default: 5."
		},
		{
			name: "label",
			value: "LABEL",
			repeat: true,
			help: "A label of this worker. It also takes runs that ask for the label."
		},
		{
			name: "port",
			value: "PORT",
			help: "The port for the engine. Default: 9180."
		},
		{
			name: "host",
			value: "HOST",
			help: "The host to listen at. Default: 127.0.0.1."
		},
		{
			name: "advertise",
			value: "URL",
			help: "The address at which the engine reaches the worker. Default: its host and port."
		},
		{
			name: "identity-key",
			value: "KEY",
			repeat: true,
			help: "The public key of the engine. Required for a host other than 127.0.0.1."
		},
		{
			name: "fence",
			value: "SECONDS",
			help: "Kill the worker and its child processes when it was stopped for so long. Default: 10."
		}
	],
	details: [
		"A worker takes a run only if it has the configuration and the lock with which the run was submitted.",
		"Workers share the runs. Each needs a port of its own, and takes runs that wait whenever it has a place.",
		"When the worker ends, its runs end with their child processes. Another worker continues them.",
		"The fence must be shorter than the time after which the engine gives up a silent worker: 20 seconds, unless you configured it.",
		WHERE
	]
};
const submit = {
	name: "submit",
	summary: "Submit a run to the engine.",
	positionals: [agentArgument, {
		name: "prompt",
		optional: true,
		help: "The prompt; - reads it from standard input. Default: the agent's own prompt."
	}],
	flags: [
		...configFlags,
		{
			name: "session",
			value: "RUN",
			help: "Continue the session of this run. Prompts of a session run in turn."
		},
		{
			name: "label",
			value: "LABEL",
			help: "Give the run only to workers with this label."
		},
		{
			name: "at",
			value: "TIME",
			help: "Start later: \"in 2h\", or a time such as 2026-11-24T08:30."
		},
		{
			name: "wait",
			help: "Wait for the end, and print the answer."
		},
		jsonFlag
	],
	details: ["Prints the id of the run.", WHERE]
};
const runs = {
	name: "runs",
	summary: "List the runs of the engine, the newest first, and the approvals they wait for.",
	positionals: [],
	flags: [{
		name: "limit",
		value: "N",
		help: "The most runs. Default: 100. Runs that have not ended come first."
	}, jsonFlag],
	details: [WHERE]
};
const call = {
	name: "call",
	optional: true,
	help: "The id of the call. Optional if the run waits for one answer."
};
const run$1 = {
	name: "run",
	help: "The id of the run."
};
const key = {
	name: "key",
	value: "FILE",
	help: "Your private key, if permissions.approvals.from says who may answer. Default: LOADOUT_APPROVER_KEY."
};
const approve = {
	name: "approve",
	summary: "Allow a call that a run on the engine asks about.",
	positionals: [run$1, call],
	flags: [key],
	details: ["An approval is given once. It holds for this call, its final input, the rule that asks and the plan of the run. It is void if one of them changes.", WHERE]
};
const deny = {
	name: "deny",
	summary: "Deny a call that a run on the engine asks about.",
	positionals: [run$1, call],
	flags: [{
		name: "message",
		value: "TEXT",
		help: "The reason that the model reads."
	}, key],
	details: [WHERE]
};
const answer = {
	name: "answer",
	summary: "Answer a question that the model of a run on the engine asks.",
	positionals: [run$1, call],
	flags: [{
		name: "text",
		value: "TEXT",
		repeat: true,
		help: "The answer, in any words. One for each question, in order."
	}],
	details: ["An answer is given once. To decline, use loadout deny.", WHERE]
};
const cancel = {
	name: "cancel",
	summary: "Cancel a run on the engine.",
	positionals: [run$1],
	flags: [],
	details: ["The worker interrupts the run and ends its child processes. The session can be continued with another prompt.", WHERE]
};
const engineDefinitions = [
	engineDev,
	worker,
	submit,
	runs,
	approve,
	deny,
	answer,
	cancel
];

// packages/cli/src/arguments/inspect-definitions.ts
const [, output] = runFlags;
const list = {
	name: "list",
	summary: "List what a configuration declares, with file and line.",
	positionals: [{
		name: "agents|tools|hooks|mcp|plugins|skills",
		help: "What to list."
	}],
	flags: [...configFlags, jsonFlag],
	details: ["Nothing is started. Listing tools loads the plugins."]
};
const models = {
	name: "models",
	summary: "Show what is known about the models of a configuration: window, prices, effort.",
	positionals: [],
	flags: [
		...configFlags,
		{
			name: "provider",
			value: "NAME",
			help: "Show the table of this provider instead, such as openai."
		},
		jsonFlag
	],
	details: ["No model is called and nothing is fetched. A question mark is an unknown value."]
};
const doctor = {
	name: "doctor",
	summary: "Find problems that would stop a run on this machine, and show how to fix them.",
	positionals: [],
	flags: [
		...configFlags,
		{
			name: "servers",
			help: "Also start each MCP server and check it."
		},
		jsonFlag
	],
	details: ["No model is called and no key is sent. The exit code is 1 if there is a problem."]
};
const replay = {
	name: "replay",
	summary: "Show a recorded run again as it was shown. No model is called and nothing runs.",
	positionals: [{
		name: "run",
		help: "A trace.jsonl, the folder that contains it, a session file, a session id, or latest."
	}],
	flags: [
		...configFlags,
		output,
		engineFlag,
		{
			name: "verbose",
			help: "Also show inputs, results and hooks."
		},
		{
			name: "step",
			help: "Wait for Enter after each answer and each call; q ends. Needs a terminal."
		}
	]
};
const sessionArgument = {
	name: "session",
	optional: true,
	help: "A session id, or latest (default)."
};
const diff = {
	name: "diff",
	summary: "Show the files that a session changed.",
	positionals: [sessionArgument],
	flags: [...configFlags, jsonFlag],
	details: ["With checkpoints, the files are compared with their state before the session. Without, the changes are those that the calls of the session asked for."]
};
const sessionsExport = {
	name: "sessions export",
	summary: "Print a session as a page of Markdown, or as its events.",
	positionals: [sessionArgument],
	flags: [
		...configFlags,
		engineFlag,
		{
			name: "format",
			value: "FORMAT",
			choices: ["md", "jsonl"],
			help: "md (default) or jsonl."
		}
	],
	details: ["Declared secrets are hidden. Everything else that the agent read or wrote is in the page: look before you share it."]
};

// packages/cli/src/arguments/mcp-definitions.ts
const mcpList = {
	name: "mcp list",
	summary: "List the MCP servers of the configuration without starting them.",
	positionals: [],
	flags: [...configFlags, jsonFlag]
};
const serverArgument = {
	name: "server",
	help: "The key of the server in mcpServers."
};
const mcpDoctor = {
	name: "mcp doctor",
	summary: "Start an MCP server and show its handshake, its tools with their cost in tokens, and its problems.",
	positionals: [serverArgument],
	flags: [...configFlags, jsonFlag],
	details: ["The exit code is 1 if the server has a problem."]
};
const mcpLogin = {
	name: "mcp login",
	summary: "Log in to an MCP server that uses OAuth over HTTP: prints the page to open and waits until you finish.",
	positionals: [serverArgument],
	flags: configFlags
};
const mcpLogout = {
	name: "mcp logout",
	summary: "Delete the stored login of an MCP server.",
	positionals: [serverArgument],
	flags: configFlags
};

// packages/cli/src/arguments/schedule-definitions.ts
const scheduleRun = {
	name: "schedule run",
	summary: "Run the durable jobs of this workspace when they are due, until Ctrl+C.",
	positionals: [agentArgument],
	flags: [
		...configFlags,
		{
			name: "permission-mode",
			value: "MODE",
			choices: runFlags[3].choices,
			help: runFlags[3].help
		},
		{
			name: "allow",
			value: "RULE",
			repeat: true,
			help: runFlags[4].help
		},
		{
			name: "ask",
			value: "RULE",
			repeat: true,
			help: runFlags[5].help
		},
		{
			name: "deny",
			value: "RULE",
			repeat: true,
			help: runFlags[6].help
		},
		{
			name: "once",
			help: "Run only the jobs that are due now. The exit code is 1 if one of them fails."
		},
		logFlag
	],
	details: ["Durable jobs are created by CronCreate with durable: true. Nobody can be asked, so a call that needs approval is denied.", "If the command ends during a job, for any reason, the next start continues that job in its own session."]
};
const scheduleList = {
	name: "schedule list",
	summary: "List the durable jobs of this workspace and when each runs next.",
	positionals: [],
	flags: [...configFlags, jsonFlag]
};

// packages/cli/src/arguments/serve-http-definition.ts
const serveHttp = {
	name: "serve http",
	summary: "Serve agent runs over HTTP: start runs, inspect them, read their events, interrupt them.",
	positionals: [{
		...agentArgument,
		help: "Serve only this agent. Default: all agents of the configuration; each request names one."
	}],
	flags: [
		...configFlags,
		{
			name: "permission-mode",
			value: "MODE",
			choices: runFlags[3].choices,
			help: runFlags[3].help
		},
		{
			name: "allow",
			value: "RULE",
			repeat: true,
			help: runFlags[4].help
		},
		{
			name: "ask",
			value: "RULE",
			repeat: true,
			help: runFlags[5].help
		},
		{
			name: "deny",
			value: "RULE",
			repeat: true,
			help: runFlags[6].help
		},
		{
			name: "host",
			value: "ADDRESS",
			help: "The address to listen on. Default: 127.0.0.1."
		},
		{
			name: "port",
			value: "PORT",
			help: "The port to listen on. Default: any free port."
		},
		{
			name: "allowed-host",
			value: "NAME",
			repeat: true,
			help: "A host name that clients use, as in their Host header."
		},
		{
			name: "token-env",
			value: "NAME",
			help: "The variable that holds the token. Default: LOADOUT_HTTP_TOKEN."
		},
		{
			name: "no-auth",
			help: "Accept requests without a token. Allowed only on a loopback address."
		},
		logFlag,
		{
			name: "engine",
			help: "Serve the runs of the engine. Workers run them, and POST /runs/ID/answers approves or denies a call, or answers a question."
		},
		{
			name: "max-runs",
			value: "N",
			help: "The most runs at once; further requests get 429. Default: 5."
		}
	],
	details: [
		"POST /runs {\"agent\", \"prompt\"} starts a run; GET /runs lists runs; GET /runs/ID shows one; GET /runs/ID/events streams its events (server-sent events; Last-Event-ID continues); DELETE /runs/ID interrupts it; GET /health and GET /ready need no token; GET /metrics is for Prometheus.",
		"Nobody can be asked, so a call that needs approval is denied with the reason. With --engine, the run waits: GET /runs/ID has the questions as asks, and POST /runs/ID/answers {\"behavior\": \"allow\" or \"deny\", \"call\", \"message\", \"texts\", \"by\"} answers.",
		"On the first SIGTERM, SIGHUP or Ctrl+C the server accepts no new runs and waits for the current ones; on the second it interrupts them."
	]
};

// packages/cli/src/arguments/start-definitions.ts
const init = {
	name: "init",
	summary: "Write a small agent.config.yaml that runs without an API key.",
	positionals: [],
	flags: [
		{
			name: "dir",
			value: "DIR",
			help: "The folder to write to. Default: the current folder."
		},
		{
			name: "provider",
			value: "NAME",
			help: "The server of the model: ollama, llamacpp, lmstudio, vllm, openai, azure, openrouter, groq, deepseek, xai, mistral or gemini."
		},
		{
			name: "model",
			value: "ID",
			help: "The id of the model. Default: qwen3:8b for ollama, the loaded model for llamacpp."
		},
		{
			name: "base-url",
			value: "URL",
			help: "The address of the server, if it is not the usual one."
		}
	]
};
const newPlugin = {
	name: "new plugin",
	summary: "Write a plugin package with a build, a test, and an example that runs without an API key.",
	positionals: [{
		name: "name",
		help: "Lowercase letters, digits and hyphens: crm creates loadout-plugin-crm."
	}],
	flags: [{
		name: "dir",
		value: "DIR",
		help: "The folder to write to. Default: a new folder named after the package."
	}]
};
const pluginDoctor = {
	name: "plugin doctor",
	summary: "Say before publishing what npm, TypeScript, Node, MCP hosts and other toolkits will say about a plugin package.",
	positionals: [{
		name: "dir",
		optional: true,
		help: "The folder of the package. Default: the current folder."
	}],
	flags: [{
		name: "install",
		help: "Fetch the oldest and the newest TypeScript with npx, if they are not installed."
	}, {
		name: "json",
		help: "Print JSON."
	}],
	details: ["Build first: the package is examined as npm would pack it now. setup of the plugin runs once, with example options.", "The exit code is 1 if there is an error. What could not be checked is listed as unchecked."]
};
const importFile = {
	name: "import",
	summary: "Convert a docker-agent (cagent), goose or continue file to an agent.config.yaml, and print it.",
	positionals: [{
		name: "file",
		help: "The YAML or JSON file to convert."
	}],
	flags: [{
		name: "from",
		value: "FORMAT",
		choices: [
			"docker-agent",
			"goose",
			"continue"
		],
		help: "The format of the file. Default: detected from its content."
	}, {
		name: "write",
		help: "Write agent.config.yaml in this folder instead of printing. Fails if the file exists."
	}],
	details: ["Settings without a counterpart are left out, and listed with file and line in comments and on standard error.", "To use .claude, .mcp.json and AGENTS.md of a repository, no import is needed: the compat key reads them in place."]
};

// packages/cli/src/arguments/test-definition.ts
const [config, profile, param, cwd, trust$1] = configFlags;
const test = {
	name: "test",
	summary: "Run the tests of agent.config.yaml and of the *.test.yaml files beside and below it.",
	positionals: [{
		name: "filter",
		optional: true,
		help: "A part of the name of a test or of its file. A whole name selects one test."
	}],
	flags: [
		config,
		profile,
		param,
		cwd,
		trust$1,
		{
			name: "filter",
			value: "TEXT",
			help: "The same as the argument, also for a name that begins with a dash: --filter=-x."
		},
		{
			name: "tag",
			value: "TAG",
			repeat: true,
			help: "Run only tests with one of these tags."
		},
		{
			name: "shard",
			value: "I/N",
			help: "Run the I-th of N parts of the tests, such as 1/4."
		},
		{
			name: "jobs",
			value: "N",
			help: "The number of tests that run at once. Default: the number of processors."
		},
		{
			name: "reporter",
			value: "NAME",
			repeat: true,
			help: "pretty, json, github, junit=FILE or ctrf=FILE. May be given several times. Default: pretty."
		},
		{
			name: "coverage",
			help: "List the rules, hooks, agents, tools and other parts that no test reached."
		},
		{
			name: "coverage-min",
			value: "PERCENT",
			help: "Fail if tests reach a smaller share of the parts. Implies --coverage."
		},
		{
			name: "live",
			help: "Also run the tests with live: true, against the real model. Without a key, they are skipped."
		},
		{
			name: "record",
			value: "WHAT",
			choices: [
				"none",
				"missing",
				"all"
			],
			help: "Ask the real model and write the cassettes that are missing, or all. Default: none."
		},
		{
			name: "stale",
			help: "List the cassettes whose system prompt, tools or model changed since. Exits with 1 if there is one."
		},
		{
			name: "update",
			help: "Write the calls that happened into tests whose expected calls did not happen. Refused in CI."
		},
		{
			name: "from-session",
			value: "ID",
			help: "Print a test of what happened in a session; latest is the newest of this folder."
		},
		{
			name: "write",
			value: "FILE",
			help: "With --from-session: append the test to this file instead of printing it."
		},
		{
			name: "watch",
			help: "Run the tests again whenever the configuration, a test or a folder of a workspace changes."
		},
		{
			name: "allow-record",
			help: "Allow --record in CI."
		},
		{
			name: "keep",
			help: "Keep the temporary folders of the tests, and print where they are."
		}
	],
	details: [
		"Tests need no key and no network: the answers of the model stand in the test. Each test runs in a temporary folder.",
		"Tests of a configuration that is not trusted do not run, because they would test only a part of it. Trust it with: loadout trust.",
		"The exit code is 0 if all tests passed, 1 if a test failed, 2 for a wrong file, and 6 without trust."
	]
};

// packages/cli/src/arguments/trust-definitions.ts
/** The flags that find a configuration, for commands that change what it may load. */
const placeFlags = [{
	name: "config",
	short: "c",
	value: "FILE",
	help: "The configuration file. Default: agent.config.* in this folder or a folder above it."
}, {
	name: "cwd",
	value: "DIR",
	help: "The folder to work in. Default: the current folder."
}];
const trust = {
	name: "trust",
	summary: "Show the hooks, servers, plugins, allow rules and other active parts of a configuration, and trust them.",
	positionals: [],
	flags: [
		...placeFlags,
		{
			name: "yes",
			help: "Trust the current content without asking."
		},
		{
			name: "folder",
			help: "Trust this folder from now on, including later changes, without asking. For your own work."
		},
		{
			name: "hash",
			value: "SHA256",
			help: "Trust the content without asking if it has this hash."
		},
		{
			name: "show",
			help: "Only show the parts. The exit code is 6 if they are not trusted."
		},
		{
			name: "revoke",
			help: "Remove the trust for this folder."
		},
		{
			name: "claude",
			help: "Judge .claude and .mcp.json, as an Agent SDK program reads them. Default if there is no configuration."
		},
		jsonFlag
	],
	details: ["The answer applies to the current content, or to this folder from now on. When the content changes, the question shows the differences.", "Until you trust these parts, runs leave them out. Deny and ask rules, prompts, models and limits apply at once."]
};
const lock = {
	name: "lock",
	summary: "Write loadout.lock, which records the plugins, hooks, scripts and MCP tools in use. Commit it.",
	positionals: [],
	flags: configFlags,
	details: [
		"With a lock beside the configuration, a run loads only what matches the lock. On a mismatch, the exit code is 6.",
		"Trusted MCP servers are started, and the lock records a fingerprint of each tool: its description and its schema.",
		"Packages are recorded with their version and the integrity from package-lock.json, or a hash of their files if there is none."
	]
};
const lockVerify = {
	name: "lock verify",
	summary: "Compare loadout.lock with the installed parts, and show the differences. The exit code is 6 if there are any.",
	positionals: [],
	flags: [...configFlags, jsonFlag]
};
const add = {
	name: "add",
	summary: "Install a plugin with npm, show what it accesses, mount it in the configuration, and lock it.",
	positionals: [{
		name: "package",
		help: "A package as npm accepts it: a name, name@range, or a packed file."
	}],
	flags: [
		...placeFlags,
		{
			name: "as",
			value: "NAME",
			help: "The mount name, which prefixes the names of its tools."
		},
		{
			name: "option",
			value: "KEY=VALUE",
			repeat: true,
			help: "An option of the plugin, such as url=https://crm.example or token=${env:CRM_TOKEN}. A dot leads into an object."
		}
	],
	details: [
		"The package and its options are checked before anything changes. A required option without a value is asked on a terminal.",
		"If the installation or the configuration fails, package.json, the configuration and the lock stay as they were.",
		"Install scripts of packages do not run. A plugin that is not part of Loadout is disabled until you run loadout trust."
	]
};
const remove = {
	name: "remove",
	summary: "Remove a plugin from the configuration and the lock, and uninstall its package with npm.",
	positionals: [{
		name: "plugin",
		help: "The mount name or the package of the plugin."
	}],
	flags: placeFlags
};

// packages/cli/src/arguments/view-definition.ts
const recording = {
	optional: true,
	help: "A session id, latest, or a file: a session, a trace.jsonl, the output of --output stream-json, a transcript of Claude Code, or OTLP spans as lines of JSON."
};
const view = {
	name: "view",
	summary: "Show a run as a page in your browser: each step, the rule that decided it, its cost and its time.",
	positionals: [{
		name: "session",
		...recording,
		help: `${recording.help} Default: latest.`
	}, {
		name: "other",
		optional: true,
		help: "A second recording, to compare the two."
	}],
	flags: [
		...configFlags,
		{
			name: "export",
			value: "FILE",
			help: "Write one HTML file that opens without a server, instead of serving the page."
		},
		{
			name: "whole",
			help: "With --export: keep long results, large files, pictures and the raw records."
		},
		{
			name: "no-results",
			help: "With --export: leave out the results of calls."
		},
		{
			name: "no-open",
			help: "Print the address and do not open a browser."
		},
		engineFlag,
		{
			name: "port",
			value: "PORT",
			help: "The port on 127.0.0.1. Default: any free port."
		},
		jsonFlag
	],
	details: ["The page follows a session that is still running. The address holds a token that opens the page once. Nothing can be changed through the page, and nothing leaves this machine. Ctrl+C ends the server.", "An export has no declared secrets, no keys of a known form and no path of your home folder. Everything else that the agent read or wrote may be in it: look before you share it."]
};
const viewFlag = {
	name: "view",
	value: "FILE",
	help: "Write the run as one HTML file when it has ended, also when it fails. The same as loadout view --export."
};

// packages/cli/src/arguments/definitions.ts
/** All commands, in the order of the help. The definitions are plain data, so `--help` loads nothing else. */
const run = {
	name: "run",
	summary: "Run an agent once.",
	positionals: [{
		...agentArgument,
		help: "The agent to run. If the only argument is not the name of an agent, it is the prompt."
	}, {
		name: "prompt",
		optional: true,
		help: "The prompt; - reads it from standard input. Default: the agent's own prompt, else standard input."
	}],
	flags: [
		...configFlags,
		...runFlags,
		viewFlag,
		{
			name: "resume",
			value: "ID",
			help: "Continue this session; latest is the newest session of this folder."
		},
		{
			name: "continue",
			help: "Same as --resume latest."
		}
	],
	details: [
		"On a terminal, the answer and the progress are both shown. In a pipe, standard output carries only the answer, and standard error the progress.",
		"On a terminal, you are asked about calls that no rule decides. In a pipe, such a call is denied, and the reason names the rule that would allow it.",
		"A single word that is nearly the name of an agent is not sent as a prompt. Write a prompt of one word behind --, or behind the agent.",
		"Ctrl+C interrupts the run so that it can be resumed; a second Ctrl+C ends the process at once."
	]
};
const resume = {
	name: "resume",
	summary: "Continue a session.",
	positionals: [{
		name: "session",
		help: "The id of the session, or latest."
	}, {
		name: "prompt",
		optional: true,
		help: "The next prompt. Default: continue the interrupted work."
	}],
	flags: [
		...configFlags,
		...runFlags,
		viewFlag,
		{
			name: "engine",
			help: "Continue a session of the engine, and wait for its answer. A prompt is required."
		}
	]
};
const check = {
	name: "check",
	summary: "Check the configuration and everything it refers to, without calling a model.",
	positionals: [],
	flags: [
		...configFlags,
		jsonFlag,
		{
			name: "strict",
			help: "Treat warnings as errors."
		}
	]
};
const tools = {
	name: "tools",
	summary: "Show the tools that the model sees, and which tools are left out and why.",
	positionals: [agentArgument],
	flags: [...configFlags, jsonFlag]
};
const explain = {
	name: "explain",
	summary: "Show whether a call would be allowed, and which permission rule decides.",
	positionals: [agentArgument, {
		name: "call",
		help: "Bash(npm test), Read(src/x.ts), or Tool({\"key\":\"value\"})."
	}],
	flags: [
		...configFlags,
		{
			name: "via",
			value: "AGENT",
			help: "Decide as if AGENT had started the agent as a subagent."
		},
		{
			name: "permission-mode",
			value: "MODE",
			choices: runFlags[3].choices,
			help: "Decide as if this mode were set."
		},
		{
			name: "allow",
			value: "RULE",
			repeat: true,
			help: "Decide as if this allow rule existed."
		},
		{
			name: "ask",
			value: "RULE",
			repeat: true,
			help: "Decide as if this ask rule existed."
		},
		{
			name: "deny",
			value: "RULE",
			repeat: true,
			help: "Decide as if this deny rule existed."
		},
		jsonFlag
	],
	details: ["The exit code is 0 for every decision. Hooks do not run, and a hook may decide differently in a run."]
};
const context = {
	name: "context",
	summary: "Show how many tokens an agent uses before the first prompt.",
	positionals: [agentArgument],
	flags: [...configFlags, jsonFlag]
};
const sessions = {
	name: "sessions",
	summary: "List the sessions of this folder, newest first.",
	positionals: [],
	flags: [
		...configFlags,
		engineFlag,
		{
			name: "all",
			help: "List all sessions, not only the newest 20."
		},
		jsonFlag
	]
};
const schema = {
	name: "schema",
	summary: "Write a JSON Schema of the configuration for your editor, including the options of the installed plugins.",
	positionals: [],
	flags: [
		{
			name: "out",
			value: "FILE",
			help: "The file to write. Default: .loadout/schema.json."
		},
		{
			name: "print",
			help: "Print the schema instead of writing a file."
		},
		{
			name: "cwd",
			value: "DIR",
			help: "The folder whose plugins are included. Default: the current folder."
		}
	]
};
const configPrint = {
	name: "config print",
	summary: "Print the configuration as Loadout reads it, with all its files merged.",
	positionals: [],
	flags: [
		...configFlags,
		{
			name: "resolved",
			help: "Fill in presets, profiles and variables, and print JSON."
		},
		{
			name: "origins",
			help: "Print one line per value, with the place where it is set."
		}
	]
};
const hooksTest = {
	name: "hooks test",
	summary: "Run the hooks of an event with a sample input, and show what each hook answers.",
	positionals: [{
		name: "event",
		help: "PreToolUse, PostToolUse, UserPromptSubmit, Stop, …"
	}],
	flags: [
		...configFlags,
		{
			name: "agent",
			value: "NAME",
			help: "The agent whose hooks run. Optional if the configuration has one agent."
		},
		{
			name: "tool",
			value: "NAME",
			help: "The tool that would be called, for events about a tool call."
		},
		{
			name: "input",
			value: "JSON",
			help: "The input of the call. Default: {}."
		},
		{
			name: "field",
			value: "KEY=VALUE",
			repeat: true,
			help: "Another field of the event, such as prompt=Go or source=resume. The value is parsed as JSON, else taken as text."
		},
		jsonFlag
	],
	details: ["The hooks really run, with every program they start. Nothing else happens: no session, no tool call, no model request.", "The exit code is 0 for every answer."]
};
const serveMcp = {
	name: "serve mcp",
	summary: "Serve an agent's tools, and the agent itself as agent_prompt, to MCP clients.",
	positionals: [agentArgument],
	flags: [
		...configFlags,
		{
			name: "plugin",
			value: "NAME",
			help: "Serve only the tools of this plugin, given by its mount name or package."
		},
		{
			name: "permission-mode",
			value: "MODE",
			choices: runFlags[3].choices,
			help: runFlags[3].help
		},
		{
			name: "allow",
			value: "RULE",
			repeat: true,
			help: runFlags[4].help
		},
		{
			name: "ask",
			value: "RULE",
			repeat: true,
			help: runFlags[5].help
		},
		{
			name: "deny",
			value: "RULE",
			repeat: true,
			help: runFlags[6].help
		},
		{
			name: "http",
			help: "Serve over HTTP on 127.0.0.1 instead of standard input and output."
		},
		{
			name: "port",
			value: "PORT",
			help: "The port for --http. Default: any free port."
		},
		{
			name: "token-env",
			value: "NAME",
			help: "The variable that holds the token for --http. Default: a new token, printed once."
		},
		logFlag
	],
	details: ["Calls run under the agent's own rules and hooks. Nobody can be asked, so a call that needs approval is denied with the reason.", "Standard output carries only the protocol. The server ends when its client disconnects, or on Ctrl+C."]
};
const definitions = [
	run,
	chat,
	resume,
	check,
	test,
	tools,
	explain,
	context,
	list,
	models,
	doctor,
	sessions,
	sessionsExport,
	diff,
	cost,
	replay,
	view,
	schema,
	init,
	newPlugin,
	pluginDoctor,
	importFile,
	configPrint,
	hooksTest,
	trust,
	lock,
	lockVerify,
	add,
	remove,
	mcpList,
	mcpDoctor,
	mcpLogin,
	mcpLogout,
	authStatus,
	serveMcp,
	serveHttp,
	scheduleRun,
	scheduleList,
	...engineDefinitions,
	completion
];

export { definitions as t };