// packages/cli/src/is-ci.ts
/** Whether the command runs in CI, which the variable CI tells. */
const isCi = ({ CI = "" }) => ![
	"",
	"false",
	"0"
].includes(CI);

export { isCi as t };