import { t as definitions } from "./definitions-BseV1kN_.js";
import { t as findDefinition } from "./find-definition-DQJ11zgk.js";

// packages/cli/src/arguments/wanted-at.ts
/** Returns what a shell may insert in place of the last word, which may be empty. Source: U5. */
function wantedAt(line) {
	const words = joined(line);
	const before = words.slice(0, -1);
	const typed = words.at(-1) ?? "";
	const found = findDefinition(before);
	if (found === void 0) return {
		candidates: commandsBehind(before),
		prefix: "",
		typed,
		place: {}
	};
	const { definition, rest } = found;
	const place = placeIn(rest, definition);
	if (rest.includes("--")) return {
		prefix: "",
		typed,
		place
	};
	const pending = flagOf(rest.at(-1) ?? "", definition);
	if (pending?.value !== void 0) return {
		...wantedBy(pending, typed),
		place
	};
	const [, name, value] = /^(--[\w-]+)=(.*)$/s.exec(typed) ?? [];
	const inline = name === void 0 ? void 0 : flagOf(name, definition);
	if (inline !== void 0 && value !== void 0) {
		const wanted = wantedBy(inline, value);
		return {
			...wanted,
			prefix: `${name}=${wanted.prefix}`,
			place
		};
	}
	if (typed.startsWith("-")) return {
		candidates: flagsLeft(definition, rest),
		prefix: "",
		typed,
		place
	};
	const positional = definition.positionals[positionalsIn(rest, definition)];
	const below = rest.length === 0 ? commandsBehind(before) : [];
	const wanted = positional === void 0 ? {} : namesFor(positional.name);
	return {
		...wanted,
		candidates: [...below, ...wanted.candidates ?? []],
		prefix: "",
		typed,
		place
	};
}
/** bash breaks a word at `=`: `--model = x` means `--model x`. */
function joined(line) {
	const words = line.filter((word, index) => word !== "=" || !line[index - 1]?.startsWith("--"));
	return line.at(-1) === "=" && words.length < line.length ? [...words, ""] : words;
}
/** The next words of the commands that begin with these. */
function commandsBehind(before) {
	const found = /* @__PURE__ */ new Map();
	for (const { name, summary } of definitions) {
		const words = name.split(" ");
		const next = words[before.length];
		if (next === void 0 || !before.every((word, index) => words[index] === word)) continue;
		const isWhole = words.length === before.length + 1;
		found.set(next, isWhole ? summary : found.get(next));
	}
	return [...found].map(([value, about]) => ({
		value,
		about
	}));
}
const flagOf = (word, { flags }) => flags.find(({ name, short }) => word === `--${name}` || short !== void 0 && word === `-${short}`);
const flagsLeft = (definition, rest) => [...definition.flags.filter((flag) => flag.repeat === true || !rest.some((word) => flagOf(word.split("=", 1)[0] ?? "", definition) === flag)).map(({ name, help }) => ({
	value: `--${name}`,
	about: help
})), {
	value: "--help",
	about: "Show the help of this command."
}];
function positionalsIn(rest, definition) {
	return rest.filter((word, index) => {
		const isValue = flagOf(rest[index - 1] ?? "", definition)?.value !== void 0;
		return !word.startsWith("-") && !isValue;
	}).length;
}
function placeIn(rest, definition) {
	const given = rest.flatMap((word, index) => {
		const [name = "", ...value] = word.split("=");
		const flag = flagOf(name, definition);
		const text = word.includes("=") ? value.join("=") : rest[index + 1];
		return flag !== void 0 && PLACE.has(flag.name) && text !== void 0 ? [[flag.name, text]] : [];
	});
	return Object.fromEntries(given);
}
const PLACE = /* @__PURE__ */ new Set([
	"config",
	"cwd",
	"profile"
]);
function wantedBy({ name, value = "", choices }, typed) {
	if (choices !== void 0) return {
		candidates: choices.map((choice) => ({ value: choice })),
		prefix: "",
		typed
	};
	const cut = name === "tools" ? typed.lastIndexOf(",") + 1 : 0;
	const kind = BY_FLAG[name] ?? BY_VALUE[value];
	return {
		...kind === void 0 ? {} : { kind },
		prefix: typed.slice(0, cut),
		typed: typed.slice(cut)
	};
}
function namesFor(positional) {
	if (positional.includes("|")) return { candidates: positional.split("|").map((value) => ({ value })) };
	const kind = BY_POSITIONAL[positional];
	return kind === void 0 ? {} : { kind };
}
const BY_FLAG = {
	agent: "agents",
	model: "models",
	resume: "sessions",
	tool: "tools",
	tools: "tools",
	plugin: "plugins"
};
const BY_VALUE = {
	AGENT: "agents",
	FILE: "files",
	DIR: "folders",
	RULE: "tools"
};
const BY_POSITIONAL = {
	agent: "agents",
	session: "sessions",
	run: "sessions",
	server: "servers",
	plugin: "plugins",
	event: "events",
	file: "files",
	package: "files"
};

export { wantedAt };