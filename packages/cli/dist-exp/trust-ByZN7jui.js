import { t as errors$1 } from "./errors-CdFutMww.js";
import { a as tellStanding, i as keepAnswer, r as canAsk, t as askExtent } from "./ask-trust-BIuKxCZi.js";
import { o as trustText, r as trustFile, t as readHash } from "./settle-trust-COPkQTMd.js";
import { t as workingFolder } from "./working-folder-D28K30SL.js";
import { n as printable, r as printableJson } from "./printable-BZRRzLGW.js";
import { isLoadoutError } from "@loadout/core";
import { findConfig, judgeConfig, judgeTests, revokeTrust } from "@loadout/config";

// packages/cli/src/load/judge-claude.ts
/**
* A program without a configuration file brings its own options and vouches for them. Only the files of the folder are judged.
*/
const OF_THE_PROGRAM = {
	providers: { anthropic: { use: "@loadout/model-anthropic" } },
	agents: { main: { tools: ["*"] } }
};
/** The active parts of Claude Code's files in a folder, as the engine of the Agent SDKs reads them. */
const judgeClaude = ({ cwd, file, io }) => judgeConfig({
	cwd,
	env: io.env,
	document: OF_THE_PROGRAM,
	claude: { sources: [
		"user",
		"project",
		"local"
	] },
	trust: { file }
});

// packages/cli/src/commands/trust.ts
const execute = async ({ flags }, io) => {
	const given = [
		"yes",
		"folder",
		"hash",
		"show",
		"revoke"
	].filter((flag) => flags[flag] === true || typeof flags[flag] === "string");
	if (given.length > 1) throw errors$1.USAGE_FLAGS_TOGETHER({ flags: given.map((flag) => `--${flag}`) });
	const file = trustFile(io.env);
	const cwd = workingFolder(io.cwd, {
		flag: "--cwd",
		dir: flags.cwd
	});
	if (flags.claude && flags.config !== void 0) throw errors$1.USAGE_FLAGS_TOGETHER({ flags: ["--claude", "--config"] });
	const verdict = await judged(flags, {
		cwd,
		file,
		io
	});
	if (flags.revoke) return revoke(verdict, {
		file,
		io
	});
	const tests = await judgedTests(flags, {
		cwd,
		file,
		io
	});
	if (flags.json) io.out(`${printableJson(tests === void 0 ? verdict : {
		...verdict,
		tests
	}, 2)}\n`);
	else {
		io.out(verdict.parts.length === 0 ? nothing(verdict) : trustText({
			...verdict,
			config: nameOf(verdict)
		}, io));
		if (tests !== void 0) io.out(`\n${trustText(tests, io)}`);
	}
	if (verdict.standing === true) await tellStanding(verdict, {
		file,
		io
	});
	const open = [verdict, ...tests === void 0 ? [] : [tests]].filter((one) => !one.trusted);
	if (open.length === 0 && !flags.folder) {
		if (verdict.parts.length > 0) io.tell("The configuration is trusted.\n");
		return 0;
	}
	if (flags.show) return 6;
	const extent = await wanted(open.length === 0 ? [verdict] : open, {
		flags,
		io
	});
	if (extent === void 0) {
		io.tell("Not trusted: these parts stay disabled.\n");
		return 6;
	}
	return record(extent, {
		verdict,
		tests,
		flags,
		file,
		io
	});
};
/** Records the answer for the configuration and for its tests. A folder that is trusted from now on covers its tests. */
async function record(extent, { verdict, tests, flags, file, io }) {
	const isNamed = ({ hash }) => flags.hash === void 0 || readHash(flags.hash, "--hash") === hash;
	if (isNamed(verdict) && (!verdict.trusted || extent === "folder")) await keepAnswer(verdict, {
		extent,
		file,
		io
	});
	if (tests !== void 0 && !tests.trusted && extent === "content" && isNamed(tests)) await keepAnswer(tests, {
		extent,
		file,
		io
	});
	return 0;
}
/** The tests that act, if there are any. */
async function judgedTests(flags, { cwd, file, io }) {
	const config = flags.claude ? void 0 : findConfig(cwd, flags.config ?? (io.env.LOADOUT_CONFIG || void 0));
	const verdict = config === void 0 ? void 0 : await judgeTests(config, { file });
	return verdict === void 0 || verdict.parts.length === 0 ? void 0 : verdict;
}
/** Without a configuration, the active parts of Claude Code's files are judged. */
async function judged(flags, { cwd, file, io }) {
	if (flags.claude) return judgeClaude({
		cwd,
		file,
		io
	});
	try {
		return await judgeConfig({
			cwd,
			file: flags.config,
			env: io.env,
			trust: { file }
		});
	} catch (error) {
		if (!isLoadoutError(error) || error.code !== "CONFIG_NOT_FOUND" || flags.config !== void 0) throw error;
		const verdict = await judgeClaude({
			cwd,
			file,
			io
		});
		if (verdict.parts.length === 0) throw error;
		return verdict;
	}
}
const nothing = (verdict) => `Nothing in ${printable(nameOf(verdict))} needs trust.\n`;
/** Options of a program have no file. */
const nameOf = ({ config }) => config.endsWith("(options)") ? "Claude Code files" : config;
async function revoke(verdict, { file, io }) {
	const was = await revokeTrust(file, verdict.root);
	io.out(`${printable(verdict.root)} ${was ? "is no longer trusted" : "was not trusted"}.\n`);
	return 0;
}
async function wanted(verdicts, { flags, io }) {
	const [{ config, hash } = {
		config: "",
		hash: ""
	}] = verdicts;
	if (flags.yes) return "content";
	if (flags.folder) return "folder";
	if (flags.hash !== void 0) {
		const given = readHash(flags.hash, "--hash");
		if (!verdicts.some((one) => one.hash === given)) throw errors$1.TRUST_OTHER({
			config,
			hash
		});
		return "content";
	}
	if (!canAsk(io)) throw errors$1.TRUST_UNANSWERED({
		config,
		hash
	});
	return askExtent(io);
}

export { execute };