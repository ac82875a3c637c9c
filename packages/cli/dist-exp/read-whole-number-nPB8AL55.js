import { t as errors } from "./errors-CdFutMww.js";

// packages/cli/src/run/read-whole-number.ts
/** Reads a whole number from 1 to 99,999. Throws USAGE_FLAG_NUMBER. */
function readWholeNumber(flag, value) {
	if (!/^[1-9]\d{0,4}$/.test(value)) throw errors.USAGE_FLAG_NUMBER({
		flag,
		value
	});
	return Number(value);
}

export { readWholeNumber as t };