// packages/cli/src/render/numbers.ts
/** A number as `1,234,567`, without loading the tables of a locale. */
const count = (value) => String(value).replace(/\B(?=(\d{3})+$)/g, ",");
const plural = (value, noun) => `${count(value)} ${noun}${value === 1 ? "" : "s"}`;
function duration(ms) {
	if (ms < 1e3) return `${Math.round(ms)} ms`;
	if (ms < 59950) return `${(ms / 1e3).toFixed(1)} s`;
	const seconds = Math.round(ms / 1e3);
	return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
/** A cost. `null`: a price is unknown, which is different from zero (COST-02). */
function cost(usd) {
	if (usd === null) return "cost unknown";
	return `cost $${usd === 0 || usd >= 1 ? usd.toFixed(2) : usd.toFixed(4)}`;
}
function size(bytes) {
	if (bytes < 1024) return `${bytes} B`;
	return bytes < 1048576 ? `${Math.round(bytes / 1024)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

export { size as a, plural as i, count as n, duration as r, cost as t };