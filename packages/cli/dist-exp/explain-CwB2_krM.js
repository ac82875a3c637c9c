import { t as errors } from "./errors-CdFutMww.js";
import { t as loadPlan } from "./load-plan-DoFHF-M1.js";
import { n as withAgent } from "./ready-agent-C32vbdcT.js";
import { t as decisionText } from "./decision-BnLJaKz7.js";
import { r as printableJson } from "./printable-BZRRzLGW.js";
import { n as permissionOverrides } from "./agent-overrides-Du9f4CUO.js";
import { t as readCall } from "./read-call-D9QP74k4.js";

// packages/cli/src/commands/explain.ts
const execute = async ({ positionals, flags }, io) => {
	const text = positionals.at(-1) ?? "";
	const name = positionals.length > 1 ? positionals[0] : void 0;
	const { via } = flags;
	if (via !== void 0 && name === void 0) throw errors.USAGE_FLAG_ALONE({
		flag: "--via",
		needs: "the name of an agent"
	});
	const { plan } = await loadPlan(flags, {
		io,
		wish: {
			agent: via ?? name,
			keepParams: true
		}
	});
	await withAgent(plan, {
		agent: via ?? name,
		env: io.env,
		permissions: permissionOverrides(flags),
		use: async (agent) => {
			const asked = via === void 0 ? agent : agent.subagent(name ?? "");
			const call = readCall(text, asked.pool);
			const decision = await asked.explain(call.tool, call.input);
			io.out(flags.json ? `${printableJson({
				agent: name ?? agent.name,
				via,
				...call,
				...decision
			}, 2)}\n` : decisionText(decision, {
				cwd: io.cwd,
				paint: io.paint
			}));
		}
	});
	return 0;
};

export { execute };