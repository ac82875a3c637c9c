import { t as errors$1 } from "./errors-CdFutMww.js";
import { t as writeFile } from "./write-file-CKscHw_V.js";
import { i as plural } from "./numbers-Bo0ha32z.js";
import { n as printable } from "./printable-BZRRzLGW.js";
import { join, resolve } from "node:path";
import { importConfig } from "@loadout/config";

// packages/cli/src/commands/import.ts
const FILE = "agent.config.yaml";
const execute = async ({ positionals: [named = ""], flags }, io) => {
	const from = flags.from;
	const { text, losses } = await importConfig({
		file: resolve(io.cwd, named),
		shown: named,
		from
	});
	if (flags.write) {
		if (!writeFile(join(io.cwd, FILE), {
			text,
			exclusive: true
		})) throw errors$1.IMPORT_EXISTS({ file: FILE });
		io.out(`Wrote ${FILE}. Next: loadout check\n`);
	} else io.out(text);
	if (losses.length > 0) {
		io.tell(`${plural(losses.length, "setting")} of ${printable(named)} not imported:\n`);
		for (const loss of losses) io.tell(`  ${printable(loss)}\n`);
	}
	return 0;
};

export { execute };