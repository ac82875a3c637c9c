// packages/cli/src/run/read-prompt.ts
/**
* Reads the prompt. `-` means standard input. A missing prompt does too, unless the agent has its own prompt or a person is at
* the terminal.
*/
async function readPrompt(prompt, { io, hasOwn }) {
	if (!(prompt === "-" || prompt === void 0 && !hasOwn && io.stdin.isTTY !== true)) return prompt?.trim() === "" ? void 0 : prompt;
	const chunks = [];
	for await (const chunk of io.stdin) chunks.push(Buffer.from(chunk));
	const text = Buffer.concat(chunks).toString("utf8").trim();
	return text === "" ? void 0 : text;
}

export { readPrompt as t };