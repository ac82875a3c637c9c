import { t as errors$1 } from "./errors-CdFutMww.js";
import { t as writeFile } from "./write-file-CKscHw_V.js";
import { existsSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { resolvePlugin } from "@loadout/runner";

// packages/cli/src/commands/first-config.ts
const hosted = (variable) => ({
	use: "@loadout/model-openai",
	steps: () => [`export ${variable}=…`]
});
const local = (steps, model) => ({
	use: "@loadout/model-openai",
	...model === void 0 ? {} : { model },
	contextWindow: 32768,
	steps
});
/** Names of models grow old, so only a server with one usual model has a default. */
const PROVIDERS = {
	ollama: local((model) => [`ollama pull ${model}`, "OLLAMA_CONTEXT_LENGTH=32768 ollama serve"], "qwen3:8b"),
	llamacpp: local(() => ["llama-server --jinja -c 32768 -m MODEL.gguf"], "default"),
	lmstudio: local((model) => [`lms load ${model} --context-length 32768`, "lms server start"]),
	vllm: local((model) => [`vllm serve ${model} --max-model-len 32768 --enable-auto-tool-choice --tool-call-parser PARSER`]),
	openai: hosted("OPENAI_API_KEY"),
	azure: hosted("AZURE_OPENAI_API_KEY"),
	openrouter: hosted("OPENROUTER_API_KEY"),
	groq: hosted("GROQ_API_KEY"),
	deepseek: hosted("DEEPSEEK_API_KEY"),
	xai: hosted("XAI_API_KEY"),
	mistral: hosted("MISTRAL_API_KEY"),
	gemini: hosted("GEMINI_API_KEY")
};
/** The lines of a configuration that choose a model, and the commands to run before it answers. Throws INIT_MODEL. */
function modelLines({ provider, model, baseUrl }) {
	const known = provider === void 0 ? void 0 : PROVIDERS[provider];
	if (provider === void 0 || known === void 0) throw errors$1.INIT_PROVIDER({
		...provider === void 0 ? {} : { provider },
		known: Object.keys(PROVIDERS)
	});
	const id = model ?? known.model;
	if (id === void 0) throw errors$1.INIT_MODEL({ provider });
	const options = baseUrl === void 0 ? "" : `, options: { preset: ${provider}, baseUrl: ${JSON.stringify(baseUrl)} }`;
	const window = known.contextWindow === void 0 ? "" : `, contextWindow: ${known.contextWindow}`;
	return {
		lines: [
			"providers:",
			`  ${provider}: ${options === "" ? JSON.stringify(known.use) : `{ use: ${JSON.stringify(known.use)}${options} }`}`,
			"",
			"models:",
			`  main: { provider: ${provider}, id: ${JSON.stringify(id)}${window} }`,
			""
		],
		steps: [`npm install ${known.use}`, ...known.steps(id)]
	};
}
/** The first configuration. It mounts only installed packages, so that it works unchanged. */
function firstConfig({ hasFiles, lines = [] }) {
	const plugins = hasFiles ? ["plugins:", "  fs: \"@loadout/tool-fs\""] : [
		"# npm install @loadout/tool-fs, then:",
		"# plugins:",
		"#   fs: \"@loadout/tool-fs\""
	];
	return [
		...lines,
		...plugins,
		"",
		"agents:",
		"  helper:",
		"    description: Answers questions about this folder.",
		"    instructions: Answer in one sentence.",
		...lines.length === 0 ? [] : ["    model: main"],
		...hasFiles ? ["    tools: [Read, Glob, Grep]"] : [],
		"    limits: { turns: 50 }",
		""
	].join("\n");
}

// packages/cli/src/commands/init.ts
const execute = async ({ flags }, io) => {
	const dir = resolve(io.cwd, flags.dir ?? ".");
	const file = join(dir, "agent.config.yaml");
	const shown = relative(io.cwd, file);
	const { provider, model, "base-url": baseUrl } = flags;
	const chosen = (provider ?? model ?? baseUrl) === void 0 ? void 0 : modelLines({
		provider,
		model,
		baseUrl
	});
	const text = firstConfig({
		hasFiles: resolvePlugin("@loadout/tool-fs", dir) !== void 0,
		lines: chosen?.lines
	});
	if (existsSync(file) || !writeFile(file, {
		text,
		exclusive: true
	})) throw errors$1.INIT_EXISTS({ file: shown });
	const there = flags.dir === void 0 ? "" : `cd ${relative(io.cwd, dir) || "."} && `;
	const steps = (chosen?.steps ?? []).map((step) => `  ${step}\n`).join("");
	const loadout = `${there}${ownName(io.env)}`;
	const check = chosen === void 0 ? "" : `  ${loadout} doctor\n`;
	io.out(`Wrote ${shown}. Next:\n${steps}${check}  ${loadout} run "What is in this folder?"\n`);
	if (chosen === void 0) io.out("If ANTHROPIC_API_KEY is set, Claude answers; otherwise a scripted model does.\n");
	const told = compatHint(dir);
	if (told !== void 0) io.out(told);
	return 0;
};
/** The command as the person typed it: npx puts it on no path. Source: U1. */
const ownName = (env) => env.npm_command === "exec" ? "npx @loadout/cli" : "loadout";
/** Other tools' files in the folder, each with the entry of `compat` that reads it in place. Source: U13. */
const READABLE = [
	[".claude/agents", "agents"],
	[".claude/skills", "skills"],
	[".claude/commands", "commands"],
	[".claude/settings.json", "settings"],
	[".mcp.json", "mcp"]
];
function compatHint(dir) {
	const found = READABLE.filter(([path]) => existsSync(join(dir, path)));
	if (found.length === 0) return void 0;
	const [paths, names] = [found.map(([path]) => path), found.map(([, name]) => name)];
	return `To use ${paths.join(", ")} in place, add this line to the file:\n  compat: [${names.join(", ")}]\n`;
}

export { execute };