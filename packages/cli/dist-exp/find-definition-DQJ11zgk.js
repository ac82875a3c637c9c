import { t as definitions } from "./definitions-BseV1kN_.js";

// packages/cli/src/arguments/find-definition.ts
/**
* Finds the command that the arguments begin with, and the arguments behind it. A command of two words wins over a command of
* one.
*/
function findDefinition(argv) {
	const wordsOf = (definition) => definition.name.split(" ");
	const [definition] = definitions.filter((one) => wordsOf(one).every((word, index) => argv[index] === word)).sort((a, b) => wordsOf(b).length - wordsOf(a).length);
	return definition === void 0 ? void 0 : {
		definition,
		rest: argv.slice(wordsOf(definition).length)
	};
}

export { findDefinition as t };