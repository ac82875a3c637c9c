import { t as errors } from "./errors-CdFutMww.js";
import { r as loadEnginePackage, t as engineAddress } from "./engine-package-DsDP48O0.js";
import { n as printable } from "./printable-BZRRzLGW.js";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { messageOf } from "@loadout/core";
import { userInfo } from "node:os";

// packages/cli/src/commands/answer-run.ts
const approve = ({ positionals, flags }, io) => give(positionals, io, {
	command: "approve",
	answer: { behavior: "allow" },
	keyFile: flags.key
});
const deny = ({ positionals, flags }, io) => give(positionals, io, {
	command: "deny",
	answer: {
		behavior: "deny",
		message: flags.message
	},
	keyFile: flags.key
});
const answer = ({ positionals, flags }, io) => give(positionals, io, {
	command: "answer",
	answer: {
		behavior: "allow",
		texts: flags.text
	}
});
const DID = {
	approve: "Allowed",
	deny: "Denied",
	answer: "Answered"
};
async function give([run = "", call], io, { command, answer: given, keyFile = io.env.LOADOUT_APPROVER_KEY }) {
	const { EngineClient } = await loadEnginePackage(io.cwd, `loadout ${command}`);
	const key = keyFile ? readKey(resolve(io.cwd, keyFile)) : void 0;
	const by = userInfo().username;
	const asked = await new EngineClient(engineAddress(io.env)).answer(run, call, {
		...given,
		by,
		key
	});
	io.out(printable(`${DID[command]} ${asked.tool} (${asked.call}) of ${run}\n`));
	return 0;
}
function readKey(file) {
	try {
		return readFileSync(file, "utf8");
	} catch (error) {
		throw errors.APPROVER_KEY({
			file,
			problem: messageOf(error)
		}, { cause: error });
	}
}

export { answer, approve, deny };