import { t as errors$1 } from "./errors-CdFutMww.js";
import { o as lineReader, r as canAsk } from "./ask-trust-BIuKxCZi.js";
import { n as printable } from "./printable-BZRRzLGW.js";
import { n as dependenciesOf, r as openPluginFile, t as runNpm } from "./run-npm-D4tueuti.js";
import { c as visibleValue, s as visible } from "./settle-trust-COPkQTMd.js";
import { existsSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fromJsonSchema, secretOptions } from "@loadout/core";
import { tmpdir } from "node:os";
import { LOCK_NAME, addPlugin, misspelt, readManifest } from "@loadout/config";

// packages/cli/src/load/option-values.ts
/** The options at the top of a schema, the required ones first. */
function optionRows(schema) {
	const required = namesIn(schema?.required);
	return Object.entries(asSchema(schema?.properties)).map(([name, property]) => ({
		name,
		types: typesOf(asSchema(property)).join(" or ") || "any value",
		isRequired: required.includes(name),
		isSecret: asSchema(property).secret === true,
		description: String(asSchema(property).description ?? "")
	})).sort((a, b) => Number(b.isRequired) - Number(a.isRequired));
}
/** Reads `key=value` texts. A dot leads into an object; the schema decides the type of the value. */
function readOptions(texts, schema) {
	return texts.reduce((options, text) => {
		const sign = text.indexOf("=");
		return placed(options, {
			keys: keysOf(text.slice(0, sign), asSchema(schema)),
			text: text.slice(sign + 1),
			schema: asSchema(schema)
		});
	}, {});
}
/** A name that contains dots itself is one key. */
const keysOf = (name, schema) => Object.hasOwn(asSchema(schema.properties), name) ? [name] : name.split(".");
function placed(options, { keys: [key = "", ...rest], text, schema }) {
	const below = asSchema(asSchema(schema.properties)[key] ?? schema.additionalProperties);
	const before = Object.hasOwn(options, key) ? options[key] : void 0;
	const value = rest.length === 0 ? joined(before, readValue(text, below)) : placed(asOptions(before), {
		keys: rest,
		text,
		schema: below
	});
	return Object.fromEntries([...Object.entries(options).filter(([name]) => name !== key), [key, value]]);
}
/** A list grows when its option is given again. */
const joined = (before, value) => Array.isArray(before) && Array.isArray(value) ? [...before, ...value] : value;
/** Reads one value. A reference such as `${env:NAME}` stays as it is, whatever its type will be. */
function readValue(text, schema) {
	const types = typesOf(schema);
	if (text.includes("${") || types.length === 1 && types[0] === "string") return text;
	const parsed = asJson(text);
	if (types.includes("array") && !Array.isArray(parsed)) return [readValue(text, asSchema(schema.items))];
	if (parsed === void 0 || types.includes("string") && !types.includes(typeName(parsed))) return text;
	return parsed;
}
/** The problems of options, as sentences. A value with a reference is checked when it is filled in. */
function optionProblems(options, schema) {
	if (schema === void 0) return Object.keys(options).map((name) => `${name} is not an option; the plugin takes none`);
	const secrets = new Set(secretOptions(schema, options).map(({ path }) => path));
	return issuesOf(schema, options).filter(({ path }) => !String(valueAt(options, path)).includes("${")).map(({ path, message }) => `${nameOf$1(path)} ${secrets.has(path) ? message.replace(/, is [\s\S]*$/, "") : message}`);
}
/** The required options at the top that have no value. */
const missingOptions = (options, schema) => optionRows(schema).filter(({ name, isRequired }) => isRequired && !Object.hasOwn(options, name));
/** The variables of this shell that values refer to and that have no value. */
function unsetVariables(options, env) {
	const names = [...JSON.stringify(options).matchAll(/\$\{(?:env:)?([A-Z_][\w]*)\}/gi)].map(([, name = ""]) => name);
	return [...new Set(names)].filter((name) => !["configDir", "workspace"].includes(name) && env[name] === void 0);
}
/** The secret options whose value is written out instead of referred to. */
const literalSecrets = (options, schema) => schema === void 0 ? [] : secretOptions(schema, options).filter(({ value }) => !value.includes("${")).map(({ path }) => nameOf$1(path));
function issuesOf(schema, options) {
	try {
		const parsed = fromJsonSchema(schema, "the options").parse(options);
		return parsed.ok ? [] : parsed.issues;
	} catch {
		return [];
	}
}
function typesOf(schema) {
	const forms = [schema.anyOf, schema.oneOf].flatMap((one) => Array.isArray(one) ? one : []);
	const values = Array.isArray(schema.enum) ? schema.enum.map(typeName) : [];
	const own = schema.type === void 0 ? values : namesIn([schema.type].flat());
	return [.../* @__PURE__ */ new Set([...own, ...forms.flatMap((form) => typesOf(asSchema(form)))])];
}
const typeName = (value) => value === null ? "null" : Array.isArray(value) ? "array" : Number.isInteger(value) ? "integer" : typeof value;
const nameOf$1 = (pointer) => pointer.split("/").slice(1).map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~")).join(".") || "options";
const valueAt = (options, pointer) => pointer.split("/").slice(1).reduce((value, key) => asOptions(value)[key], options);
const namesIn = (value) => Array.isArray(value) ? value.map(String) : [];
const asSchema = (value) => asOptions(value);
const asOptions = (value) => typeof value === "object" && value !== null ? value : {};
function asJson(text) {
	try {
		return JSON.parse(text);
	} catch {
		return;
	}
}

// packages/cli/src/load/ask-options.ts
/** Asks a person for the required options that have no value. An empty line ends the questions. */
async function askOptions(options, { schema, io }) {
	let filled = options;
	for (const row of missingOptions(options, schema)) {
		const answer = await askOne(row, {
			schema,
			io
		});
		if (answer === void 0) return filled;
		filled = {
			...filled,
			...answer
		};
	}
	return filled;
}
async function askOne(row, { schema, io }) {
	const hint = row.isSecret ? ", such as ${env:NAME}" : "";
	for (;;) {
		io.tell(`${printable(row.name)} (${row.types}${hint})${row.description === "" ? "" : `: ${printable(row.description)}`}\n> `);
		const line = await lineReader(io).next(new AbortController().signal);
		if (line === void 0 || line.trim() === "") return void 0;
		const given = readOptions([`${row.name}=${line.trim()}`], schema);
		const problem = optionProblems(given, schema).find((one) => one.startsWith(`${row.name} `) || one.startsWith(`${row.name}.`));
		if (problem === void 0) return given;
		io.tell(`${printable(problem)}.\n`);
	}
}

// packages/cli/src/load/wanted-package.ts
/**
* Looks at a package before it is installed: npm unpacks it into a temporary folder, where no code of it runs. Throws
* ADD_NO_PLUGIN for a package that is no plugin.
*/
async function lookAt(wanted, { configDir, io }) {
	const dir = realpathSync(mkdtempSync(join(tmpdir(), "loadout-look-")));
	try {
		writeFileSync(join(dir, "package.json"), "{ \"private\": true }\n");
		copyNpmrc(configDir, dir);
		const file = resolve(configDir, wanted);
		const args = [
			"install",
			"--save",
			"--legacy-peer-deps",
			"--omit=dev",
			"--no-package-lock",
			existsSync(file) ? file : wanted
		];
		await runNpm(args, {
			cwd: dir,
			io,
			isQuiet: true
		});
		const saved = JSON.parse(readFileSync(join(dir, "package.json"), "utf8"));
		const use = Object.keys(saved.dependencies ?? {})[0] ?? wanted;
		const found = readManifest(use, dir);
		if (found === void 0) throw errors$1.ADD_NO_PLUGIN({ use });
		return {
			use,
			version: found.version,
			manifest: found.manifest
		};
	} finally {
		rmSync(dir, {
			recursive: true,
			force: true
		});
	}
}
/** The project's own registry and scopes apply to the look, too. */
function copyNpmrc(from, to) {
	const project = projectOf(from);
	if (readdirSync(project).includes(".npmrc")) writeFileSync(join(to, ".npmrc"), readFileSync(join(project, ".npmrc")), { mode: 384 });
}
/** The folder into which npm installs from here: the nearest with a package.json or node_modules. */
function projectOf(folder) {
	for (let dir = folder;; dir = dirname(dir)) {
		if (existsSync(join(dir, "package.json")) || existsSync(join(dir, "node_modules"))) return dir;
		if (dir === dirname(dir)) return folder;
	}
}
/** The texts of the files that a change of dependencies and of the configuration touches. */
function keepFiles(files) {
	const kept = files.map((file) => ({
		file,
		text: existsSync(file) ? readFileSync(file) : void 0
	}));
	return () => {
		for (const { file, text } of kept) if (text === void 0) rmSync(file, { force: true });
		else writeFileSync(file, text);
	};
}

// packages/cli/src/commands/add.ts
/** Looks at the package and at the options first. What can fail after that leaves the project as it was. */
const execute = async ({ positionals: [wanted = ""], flags }, io) => {
	const wrong = flags.option.find((text) => text.indexOf("=") < 1);
	if (wrong !== void 0) throw errors$1.ADD_OPTION_FORM({ key: wrong.replace(/\W.*$/s, "") });
	const config = await openPluginFile(flags, io);
	const problem = misspelt(nameOf(wanted) ?? "");
	if (problem !== void 0) throw errors$1.ADD_MISSPELT({ problem });
	const found = await lookAt(wanted, {
		configDir: config.configDir,
		io
	});
	const mount = mountFor(found.use, {
		config,
		flags
	});
	const options = await completed(found, {
		flags,
		io,
		wanted
	});
	const text = Object.hasOwn(config.plugins, mount) ? config.text : await addPlugin(config.text, {
		mount,
		use: found.use,
		options
	});
	io.out(touched(found.manifest, found));
	await install(wanted, {
		config,
		text,
		use: found.use,
		io
	});
	for (const name of literalSecrets(options, found.manifest.options)) io.tell(`warning: ${printable(name)} is a secret and is now written into the file; write \${env:NAME} instead.\n`);
	io.out(`Mounted as ${printable(mount)} in ${printable(relative(io.cwd, config.file))} and updated the lock.\n`);
	if (!await config.isTrusted()) io.out("The plugin is disabled until you run: loadout trust\n");
	return 0;
};
function mountFor(use, { config, flags }) {
	const mount = flags.as ?? mountOf(use);
	const there = Object.hasOwn(config.plugins, mount) ? config.plugins[mount] : void 0;
	if (there !== void 0 && (there !== use || flags.option.length > 0)) throw errors$1.ADD_MOUNT_TAKEN({
		mount,
		use: there
	});
	return mount;
}
/** The options of the command line, and the answers of a person if required options are missing. Throws ADD_OPTIONS. */
async function completed({ use, manifest }, { flags, io, wanted }) {
	const schema = manifest.options;
	const given = readOptions(flags.option, schema);
	const options = canAsk(io) ? await askOptions(given, {
		schema,
		io
	}) : given;
	const problems = [...optionProblems(options, schema), ...unsetVariables(options, io.env).map((name) => `the environment variable ${name} is not set`)];
	if (problems.length === 0) return options;
	throw errors$1.ADD_OPTIONS({
		use,
		problems,
		rows: rowLines(schema),
		command: commandFor(wanted, {
			flags,
			schema,
			options
		})
	});
}
const rowLines = (schema) => optionRows(schema).map(({ name, types, isRequired, isSecret, description }) => `${name} (${[
	types,
	...isRequired ? ["required"] : [],
	...isSecret ? ["secret"] : []
].join(", ")})${description === "" ? "" : `: ${description}`}`);
/** The command with a place for each missing option. */
function commandFor(wanted, { flags, schema, options }) {
	const missing = missingOptions({ ...options }, schema).map(({ name, isSecret }) => `${name}=${isSecret ? "${env:NAME}" : "…"}`);
	const secrets = new Set(literalSecrets(readOptions(flags.option, schema), schema));
	return [
		"loadout add",
		wanted,
		...[...flags.option.map((text) => {
			const key = text.slice(0, text.indexOf("="));
			return secrets.has(key) ? `${key}=\${env:NAME}` : text;
		}), ...missing].map((text) => `--option '${text}'`)
	].join(" ");
}
/** Installs and mounts, or leaves the package files, the configuration and the lock as they were. */
async function install(wanted, { config, text, use, io }) {
	const { configDir, file } = config;
	const project = projectOf(configDir);
	const files = ["package.json", "package-lock.json"].map((name) => join(project, name));
	const restore = keepFiles([
		...files,
		file,
		join(configDir, LOCK_NAME)
	]);
	const wasThere = Object.hasOwn(dependenciesOf(configDir), use);
	try {
		await runNpm([
			"install",
			"--save",
			wanted
		], {
			cwd: configDir,
			io
		});
		await config.write(text);
	} catch (error) {
		restore();
		if (!wasThere) await runNpm([
			"uninstall",
			"--no-save",
			use
		], {
			cwd: configDir,
			io,
			isQuiet: true
		}).catch(() => {});
		restore();
		throw error;
	}
}
/** The name in `@scope/name@range`; `undefined` for a path, a file or an address, whose name npm finds. */
const nameOf = (wanted) => /^(?:@[\w.-]+\/)?[\w-][\w.-]*(?=@|$)/.exec(/\.t(?:ar\.)?gz$|:/.test(wanted) ? "" : wanted)?.[0];
/** `@acme/loadout-plugin-crm` is crm, `@loadout/tool-fs` is fs. */
const mountOf = (use) => use.replace(/^@[^/]+\//, "").replace(/^(?:loadout-plugin|tool)-/, "");
function touched(manifest, { use, version }) {
	const tools = (manifest.tools ?? []).map((tool) => tool.name).join(", ");
	return `${[
		`${visible(use)} ${visible(version)}`,
		`  tools: ${visible(tools) || "none"}`,
		...(manifest.hooks ?? []).length === 0 ? [] : [`  hooks: ${visible((manifest.hooks ?? []).join(", "))}`],
		...Object.entries(manifest.touches ?? {}).map(([what, value]) => `  ${visible(what)}: ${visibleValue(value).replace(/\s+/g, " ")}`)
	].join("\n")}\n  Declared by the author and not verified. A plugin runs with the permissions of this process.\n`;
}

export { execute };