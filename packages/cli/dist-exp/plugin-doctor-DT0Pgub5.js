import { t as errors } from "./errors-CdFutMww.js";
import { n as printable, r as printableJson } from "./printable-BZRRzLGW.js";
import { createRequire } from "node:module";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";
import { compileSchema, messageOf } from "@loadout/core";
import { tmpdir } from "node:os";
import { execFile } from "node:child_process";
import { pathToFileURL } from "node:url";

// packages/cli/src/doctor/plugin/finding.ts
/** Makes the findings of one area. */
const findingsOf = (area) => (level, text) => ({
	area,
	level,
	text
});

// packages/cli/src/doctor/plugin/node-findings.ts
const found$2 = findingsOf("node");
/** Calls that Node 20.19 does not have. */
const TOO_NEW = [
	[/\bPromise\.withResolvers\b/, "22"],
	[/\bPromise\.try\b/, "24"],
	[/\bArray\.fromAsync\b/, "22"],
	[/\bObject\.groupBy\b|\bMap\.groupBy\b/, "21"],
	[/\bIterator\.from\b/, "22"],
	[/\bRegExp\.escape\b/, "24"],
	[/\bError\.isError\b/, "24"],
	[/\bFloat16Array\b/, "24"],
	[/\bnew WebSocket\(/, "22"],
	[/['"]node:sqlite['"]/, "22.5"],
	[/\bstripTypeScriptTypes\b/, "22.13"],
	[/^\s*(?:await\s+)?using\s+\w+\s*=/m, "24"]
];
/** Calls that Node 22 to 24 no longer has. */
const GONE = [
	[/\bimport\b[^;\n]*\bassert\s*\{\s*type\b/, "22"],
	[/\bprocess\.binding\(/, "24"],
	[/\bnew SlowBuffer\(|\bSlowBuffer\(/, "24"],
	[/\butil\.is(?:Array|Boolean|Date|Error|Function|String|Undefined)\(/, "23"]
];
/** Tells what Node 20 to 24 will say: the versions that the package claims, and what its code calls. */
function nodeFindings({ dir, json, packed }) {
	const range = json.engines?.node;
	const floor = Number(/>=\s*(\d+)/.exec(range ?? "")?.[1]);
	const files = packed.filter((path) => /\.[cm]?js$/.test(path) && existsSync(join(dir, path)));
	const code = files.flatMap((path) => [...callsIn(readFileSync(join(dir, path), "utf8"), path)]);
	return [
		...range === void 0 ? [found$2("warning", "there is no \"engines\".\"node\"; Loadout runs on Node >=20.19")] : [],
		...floor > 20 ? [found$2("warning", `"engines" asks for Node ${range}, and users of Loadout may have 20.19`)] : [],
		.../<\s*2[0-4]\b|^[~^]?\d+(?:\.\d+)*$/.test(range ?? "") ? [found$2("warning", `"engines" ${range} leaves out newer versions of Node`)] : [],
		...code.length === 0 ? [found$2("ok", `nothing in ${files.length} files is missing in Node 20.19 or gone from Node 24; checked by name, not by running it`)] : code
	];
}
function* callsIn(text, path) {
	for (const [pattern, since] of TOO_NEW) {
		const [call] = pattern.exec(text) ?? [];
		if (call !== void 0) yield found$2("error", `${path}: ${call.trim()} needs Node ${since}, and Loadout runs on 20.19`);
	}
	for (const [pattern, until] of GONE) {
		const [call] = pattern.exec(text) ?? [];
		if (call !== void 0) yield found$2("error", `${path}: ${call.trim()} is gone from Node ${until}`);
	}
}

// packages/cli/src/doctor/plugin/run-program.ts
const TIMEOUT_MS = 3e5;
const MAX_BYTES = 16777216;
/** Runs a program to its end. Never throws: a program that cannot be started has the code 127. */
function runProgram([program = "", ...args], { cwd, env }) {
	return new Promise((resolve) => {
		const limits = {
			timeout: TIMEOUT_MS,
			maxBuffer: MAX_BYTES
		};
		execFile(program, args, {
			cwd,
			env: { ...env },
			...limits
		}, (error, stdout, stderr) => {
			resolve({
				code: error === null ? 0 : typeof error.code === "number" ? error.code : 127,
				stdout,
				output: `${stdout}${stderr}`
			});
		});
	});
}
/** The program of a package that the author installed: in this folder's node_modules, or in one above it. */
function installedProgram(name, { dir, program = name.replace(/^.*\//, "") }) {
	for (let at = dir;; at = dirname(at)) {
		const folder = join(at, "node_modules", name);
		if (existsSync(join(folder, "package.json"))) {
			const { version, bin } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
			const path = typeof bin === "string" ? bin : bin?.[program];
			return path === void 0 ? void 0 : {
				version,
				file: join(folder, path)
			};
		}
		if (at === dirname(at)) return void 0;
	}
}

// packages/cli/src/doctor/plugin/npm-findings.ts
const found$1 = findingsOf("npm");
/** Tells what npm, publint and "are the types wrong" will say about the package. */
async function npmFindings(subject) {
	const own = [...fieldFindings(subject), ...fileFindings(subject)];
	const linted = [await lint("publint", ["--strict"], subject), await lint("@arethetypeswrong/cli", ["--profile", "esm-only"], subject)];
	return [
		...own.some(({ level }) => level === "error") ? [] : [found$1("ok", `${subject.packed.length} files are packed`)],
		...own,
		...linted
	];
}
function fieldFindings({ json }) {
	const { name = "", keywords = [], dependencies = {}, peerDependencies = {}, scripts = {}, loadout } = json;
	return [
		[json.private === true, found$1("error", "\"private\": true: npm refuses to publish it")],
		[!/^(?:@[a-z0-9][\w.-]*\/)?[a-z0-9][a-z0-9._-]{0,213}$/.test(name), found$1("error", `npm refuses the name ${JSON.stringify(name)}`)],
		[json.version === void 0, found$1("error", "there is no \"version\"")],
		[json.description === void 0, found$1("warning", "there is no \"description\", which the search shows")],
		[json.license === void 0, found$1("warning", "there is no \"license\"; many companies may not install it")],
		[json.repository === void 0, found$1("warning", "there is no \"repository\"; npm links to nothing and provenance is refused")],
		[!keywords.includes("loadout-plugin"), found$1("warning", "\"keywords\" lacks loadout-plugin, by which users find plugins")],
		[json.type !== "module", found$1("error", "\"type\" is not \"module\", and a plugin is an ES module")],
		["@loadout/core" in dependencies, found$1("error", "@loadout/core is in \"dependencies\": users get a second copy; move it to \"peerDependencies\"")],
		[!("@loadout/core" in peerDependencies), found$1("warning", "@loadout/core is not in \"peerDependencies\"")],
		[[
			"preinstall",
			"install",
			"postinstall"
		].some((key) => key in scripts), found$1("error", "it has an install script: loadout add does not run it, nor does npm 12")],
		[loadout?.api === void 0, found$1("error", "there is no manifest (\"loadout\"); write it with: npx loadout-manifest")],
		[loadout?.api !== void 0 && loadout.touches === void 0, found$1("warning", "\"loadout\" declares no \"touches\"; users see nothing of what it accesses")]
	].flatMap(([applies, finding]) => applies ? [finding] : []);
}
function fileFindings({ packed, json }) {
	const has = (pattern) => packed.some((path) => pattern.test(path));
	const absent = [.../* @__PURE__ */ new Set([...pathsIn(json.exports), ...json.loadout?.plugin === void 0 ? [] : [json.loadout.plugin]])].map((path) => path.replace(/^\.\//, "")).filter((path) => !path.includes("*") && !packed.includes(path));
	const secret = packed.find((path) => /(?:^|\/)(?:\.env|\.npmrc|.*\.pem)$/.test(path));
	const surplus = packed.find((path) => /\.test\.|(?:^|\/)(?:tsconfig|vitest\.config|\.github)|\.tsbuildinfo$/.test(path));
	return [
		...absent.map((path) => found$1("error", `${path} is named in package.json and is not packed; build first, or correct "files"`)),
		...has(/^licen[cs]e/i) ? [] : [found$1("warning", "there is no LICENSE file in the tarball")],
		...has(/^readme/i) ? [] : [found$1("warning", "there is no README in the tarball")],
		...secret === void 0 ? [] : [found$1("error", `${secret} is packed, and may hold a secret`)],
		...surplus === void 0 ? [] : [found$1("warning", `${surplus} is packed, and nobody who installs it needs it`)]
	];
}
/** The paths that `exports` leads to. */
function pathsIn(exports) {
	if (typeof exports === "string") return [exports];
	return typeof exports === "object" && exports !== null ? Object.values(exports).flatMap(pathsIn) : [];
}
async function lint(name, args, { dir, env, tarball }) {
	const program = installedProgram(name, {
		dir,
		program: name === "@arethetypeswrong/cli" ? "attw" : name
	});
	if (program === void 0) return found$1("unchecked", `${name} is not installed here: npm install --save-dev ${name}`);
	const { code, output } = await runProgram([
		process.execPath,
		program.file,
		...args,
		tarball
	], {
		cwd: dir,
		env: {
			...env,
			NO_COLOR: "1"
		}
	});
	return code === 0 ? found$1("ok", `${name} ${program.version} has nothing to say`) : found$1("error", `${name} ${program.version}:\n${output.trim()}`);
}

// packages/cli/src/doctor/plugin/tool-findings.ts
const host = findingsOf("hosts");
const toolkit = findingsOf("toolkits");
/** The longest name of a tool that every host and every provider takes. */
const LONGEST = 64;
const LONGEST_DESCRIPTION = 1024;
const LARGEST_SCHEMA = 1e4;
/** Tells what MCP hosts and other toolkits will say about the tools. Runs `setup` with example options. */
async function toolFindings(subject) {
	const parts = await partsOf(subject);
	if ("area" in parts) return [parts];
	const tools = parts.tools ?? [];
	const findings = tools.flatMap((tool) => {
		const { json } = compileSchema(tool.inputSchema, `the tool ${tool.name}`);
		return [
			...nameFindings(tool.name, subject),
			...hostFindings(tool, json),
			...schemaFindings(tool.name, json)
		];
	});
	await parts.dispose?.();
	const isGood = (area) => !findings.some((one) => one.area === area && one.level !== "note");
	return [
		...isGood("hosts") ? [host("ok", `${tools.length} tools can be served over MCP`)] : [],
		...isGood("toolkits") ? [toolkit("ok", `${tools.length} tools have names and schemas that other toolkits take`)] : [],
		...findings
	];
}
/** The plugin's parts, made by its built code; or why there are none. */
async function partsOf({ dir, json }) {
	const entry = join(dir, json.loadout?.plugin ?? "./dist/index.js");
	if (!existsSync(entry)) return host("error", `${json.loadout?.plugin ?? "./dist/index.js"} is not built, so its tools are unknown`);
	try {
		const { default: plugin } = await import(pathToFileURL(entry).href);
		const options = await exampleFor(plugin, dir);
		return await plugin.setup({
			options,
			mount: "doctor",
			configDir: dir,
			stateDir: join(dir, ".loadout")
		});
	} catch (error) {
		return host("unchecked", `the plugin could not be set up with example options: ${messageOf(error)}`);
	}
}
/** Options that fit the schema. The author's own @loadout/testing makes them. */
async function exampleFor(plugin, dir) {
	if (plugin.options === void 0) return {};
	const schema = compileSchema(plugin.options, `the options of ${plugin.name}`);
	const empty = await schema.parse({});
	if (empty.ok) return empty.value;
	const file = createRequire(join(dir, "package.json")).resolve("@loadout/testing/package.json");
	const { exampleOptions } = await import(pathToFileURL(join(file, "../dist/index.js")).href);
	const parsed = await schema.parse(exampleOptions(schema.json));
	return parsed.ok ? parsed.value : {};
}
function nameFindings(name, { json }) {
	if (!/^[a-zA-Z0-9_-]{1,64}$/.test(name)) return [toolkit("error", `${name}: a name is 1 to 64 letters, digits, _ and -`)];
	const mount = (json.name ?? "").replace(/^.*\/|^loadout-plugin-/g, "").replaceAll("-", "_");
	const served = `mcp__${mount}__${mount}__${name}`;
	return served.length <= LONGEST ? [] : [host("warning", `${name}: some hosts call it ${served}, which is longer than ${LONGEST}`)];
}
function hostFindings({ name, description, annotations, isReadOnly }, schema) {
	const size = JSON.stringify(schema).length;
	return [
		...description.trim() === "" ? [host("error", `${name}: no description, so a model does not know when to call it`)] : [],
		...description.length > LONGEST_DESCRIPTION ? [toolkit("warning", `${name}: the description has ${description.length} characters; OpenAI takes ${LONGEST_DESCRIPTION}`)] : [],
		...annotations?.readOnlyHint === void 0 && typeof isReadOnly !== "boolean" ? [host("warning", `${name}: no readOnlyHint, so hosts treat each call as one that may destroy something`)] : [],
		...size > LARGEST_SCHEMA ? [host("warning", `${name}: the schema has ${size} characters in every request`)] : []
	];
}
const AT_THE_TOP = [
	"anyOf",
	"oneOf",
	"allOf",
	"not",
	"enum",
	"const",
	"$ref"
];
function schemaFindings(name, schema) {
	const form = AT_THE_TOP.find((one) => one in schema);
	const strict = strictProblem(schema, "");
	return [
		...schema.type === "object" ? [] : [toolkit("error", `${name}: the input schema is not of the type object`)],
		...form === void 0 ? [] : [toolkit("error", `${name}: "${form}" at the top of the schema is refused by Anthropic and OpenAI`)],
		...strict === void 0 ? [] : [toolkit("note", `${name}: OpenAI takes it, but not with strict: true, because ${strict}`)]
	];
}
/** The first thing that keeps a schema out of OpenAI's strict mode. */
function strictProblem(schema, path) {
	if (typeof schema !== "object" || schema === null) return void 0;
	const { type, properties, required = [], additionalProperties, items } = schema;
	if (type === "object" && additionalProperties !== false) return `${path || "the input"} may have other properties`;
	for (const [key, property] of Object.entries(properties ?? {})) {
		if (!required.includes(key)) return `${path}/${key} may be absent`;
		const problem = strictProblem(property, `${path}/${key}`);
		if (problem !== void 0) return problem;
	}
	return items === void 0 ? void 0 : strictProblem(items, `${path}/0`);
}

// packages/cli/src/doctor/plugin/type-findings.ts
const found = findingsOf("types");
/** The oldest and the newest compiler that users of the types have. */
const COMPILERS = ["5.0.4", "7"];
/** Compiles a program that imports the package, with the author's compiler and with the oldest and the newest one. */
async function typeFindings(subject) {
	if (!subject.packed.some((path) => path.endsWith(".d.ts"))) return [found("warning", "no types are packed")];
	const own = installedProgram("typescript", {
		dir: subject.dir,
		program: "tsc"
	});
	const findings = [];
	if (own !== void 0) findings.push(await compiled(subject, {
		version: own.version,
		command: [process.execPath, own.file]
	}));
	for (const version of COMPILERS) {
		if (own !== void 0 && own.version.split(".")[0] === version.split(".")[0]) continue;
		const command = [
			"npx",
			"--yes",
			"--package",
			`typescript@${version}`,
			"tsc"
		];
		if (subject.mayInstall) findings.push(await compiled(subject, {
			version,
			command
		}));
		else findings.push(found("unchecked", `TypeScript ${version} is not installed here; --install fetches it with npx`));
	}
	return findings;
}
async function compiled({ dir, json, env }, { version, command }) {
	const folder = realpathSync(mkdtempSync(join(tmpdir(), "loadout-types-")));
	try {
		const link = join(folder, "node_modules", json.name ?? "plugin");
		mkdirSync(dirname(link), { recursive: true });
		symlinkSync(dir, link, "dir");
		writeFileSync(join(folder, "use.mts"), `import plugin from '${json.name}';\nexport const name: string = plugin.name;\n`);
		writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(CONFIG));
		const { code, output } = await runProgram([
			...command,
			"-p",
			folder
		], {
			cwd: folder,
			env
		});
		if (code === 127) return found("unchecked", `TypeScript ${version} could not be started`);
		const [first] = output.split("\n").filter((line) => line.includes("error TS") && isOwn(line, dir, folder));
		return first === void 0 ? found("ok", `the types compile with TypeScript ${version}`) : found("error", `TypeScript ${version}: ${first.trim()}`);
	} finally {
		rmSync(folder, {
			recursive: true,
			force: true
		});
	}
}
const CONFIG = {
	compilerOptions: {
		module: "nodenext",
		moduleResolution: "nodenext",
		target: "es2022",
		strict: true,
		noEmit: true,
		skipLibCheck: false,
		types: []
	},
	files: ["use.mts"]
};
/** Whether an error is in the package or in the program, and not in a package that it depends on. */
function isOwn(line, dir, folder) {
	const file = line.split("(", 1)[0] ?? "";
	const path = file.startsWith(sep) ? file : join(folder, file);
	const inside = realPath(path).replace(realpathSync(dir) + sep, "");
	return file.includes("use.mts") || inside !== realPath(path) && !inside.includes(`node_modules${sep}`);
}
function realPath(path) {
	try {
		return realpathSync(path);
	} catch {
		return path;
	}
}

// packages/cli/src/doctor/plugin/examine-plugin.ts
/** Everything that others will say about the package in `dir`; `undefined` if the folder has no package. */
async function examinePlugin(dir, { env, mayInstall }) {
	const file = join(dir, "package.json");
	if (!existsSync(file)) return void 0;
	const json = JSON.parse(readFileSync(file, "utf8"));
	const folder = mkdtempSync(join(tmpdir(), "loadout-pack-"));
	try {
		const packed = await pack(dir, {
			env,
			folder
		});
		if (typeof packed === "string") return [{
			area: "npm",
			level: "error",
			text: `npm pack fails: ${packed}`
		}];
		const subject = {
			dir,
			json,
			...packed,
			env,
			mayInstall
		};
		return [
			...await npmFindings(subject),
			...await typeFindings(subject),
			...nodeFindings(subject),
			...await toolFindings(subject)
		];
	} finally {
		rmSync(folder, {
			recursive: true,
			force: true
		});
	}
}
/** Packs the package as it is now, without building again. Returns npm's first line if that fails. */
async function pack(dir, { env, folder }) {
	const { code, stdout, output } = await runProgram([
		"npm",
		"pack",
		"--json",
		"--ignore-scripts",
		"--pack-destination",
		folder
	], {
		cwd: dir,
		env
	});
	if (code !== 0) return output.trim().split("\n", 1)[0] ?? "";
	const [found] = JSON.parse(stdout);
	return {
		tarball: join(folder, found?.filename ?? ""),
		packed: (found?.files ?? []).map(({ path }) => path)
	};
}

// packages/cli/src/commands/plugin-doctor.ts
/** Says before publishing what others will say. The exit code is 1 if one of them will refuse the package. */
const execute = async ({ positionals: [folder = "."], flags }, io) => {
	const dir = resolve(io.cwd, folder);
	const findings = await examinePlugin(dir, {
		env: io.env,
		mayInstall: flags.install
	});
	if (findings === void 0) throw errors.PLUGIN_DOCTOR_NO_PACKAGE({ dir: folder });
	if (flags.json) io.out(`${printableJson(findings, 2)}\n`);
	else for (const { area, level, text } of findings) io.out(`${level.padEnd(9)}  ${area.padEnd(8)}  ${printable(text).replaceAll("\n", `\n${" ".repeat(21)}`)}\n`);
	return findings.some(({ level }) => level === "error") ? 1 : 0;
};

export { execute };