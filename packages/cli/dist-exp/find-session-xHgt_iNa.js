import { existsSync } from "node:fs";
import { errors, listSessions, replaySession, sessionPlace } from "@loadout/runner";

// packages/cli/src/sessions/find-session.ts
/** Reads a session of this folder by its id, or the newest with `latest`. Throws SESSION_UNKNOWN, and SESSION_DAMAGED. */
function findSession(given, { sessions }) {
	const place = given === "latest" ? listSessions(sessions)[0] : /^[\w-]{1,64}$/.test(given) ? sessionPlace(sessions, given) : void 0;
	if (place === void 0 || !existsSync(place.file)) throw errors.SESSION_UNKNOWN({
		id: given,
		dir: sessions.dir
	});
	return {
		id: place.id,
		file: place.file,
		session: replaySession(place.file)
	};
}

export { findSession as t };