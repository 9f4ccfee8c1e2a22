/**
 * Prints what a client can still do after each ending, here and on Better Auth: at the guarded server,
 * at introspection, and with its refresh token. Every cell is measured; exits with 1 when something
 * goes on here.
 *
 *     deno run -A tests/tools/oauth_endings.ts
 *
 * @module
 */

import { MemoryAdapter } from "../../adapters/memory.ts";
import { createEndingsRig, ENDINGS, give } from "../conformance/oauth_server/_endings.ts";
import { refreshFields, WEB } from "../conformance/oauth_server/_tokens.ts";
import { type Reach, startPeerServer } from "./_oauth_better_auth.ts";
import { versionOf } from "./_versions.ts";

/** Endings that both can have, and how people call them. */
const ROWS: Readonly<Record<string, string>> = {
  "suspension": "the user is banned",
  "deletion": "the user is deleted",
  "sign-out everywhere": "the user signs out everywhere",
  "consent removed": "the user removes the consent",
  "refresh token revoked": "the client revokes the refresh token",
  "access token revoked": "the client revokes the access token",
  "client removed": "the client is removed",
  "password change that ends everything": "the password is changed, and everything ended",
  "emergency rotation of keys": "the signing key was stolen and is replaced",
};

/** After these the refresh token goes on: only the access token was in question. */
const KEEPS_REFRESH: readonly string[] = ["emergency rotation of keys"];

async function measureOwn(name: string): Promise<Reach> {
  const adapter = MemoryAdapter();
  const ending = ENDINGS[name]!;
  const first = createEndingsRig("jwt", adapter);
  const given = await give(first, false);
  await ending.run(first, given);
  const rig = ending.after?.("jwt", adapter) ?? first;
  const asked = await rig.ask(given.tokens.access_token);
  await asked.body?.cancel();
  const introspected = await rig.post("oauth/introspect", {
    ...WEB,
    token: given.tokens.access_token,
  });
  const { active } = await introspected.json();
  const refreshed = await rig.post(
    "oauth/token",
    refreshFields(given.tokens.refresh_token, WEB),
  );
  const { error, access_token } = await refreshed.json();
  return {
    status: asked.status,
    active: introspected.ok ? active === true : null,
    refresh: access_token ? "tokens" : error,
  };
}

/** Returns `true` when nothing goes on. */
function isOver({ status, active, refresh }: Reach, ending: string): boolean {
  return status !== 200 && !active && (refresh !== "tokens" || KEEPS_REFRESH.includes(ending));
}

function cellsOf(reach: Reach | null, ending: string): string[] {
  if (!reach) return ["-", "-", "-"];
  const mark = (text: string, goesOn: boolean) => goesOn ? `**${text}**` : text;
  const { status, strictStatus, active, refresh } = reach;
  const strict = strictStatus === undefined || strictStatus === status ? "" : ` (${strictStatus})`;
  return [
    mark(String(status), status === 200) + strict,
    active === null ? "no client" : mark(active ? "active" : "inactive", active),
    mark(refresh, refresh === "tokens" && !KEEPS_REFRESH.includes(ending)),
  ];
}

if (import.meta.main) {
  const peer = `@better-auth/oauth-provider ${await versionOf("@better-auth/oauth-provider")}`;
  await using server = await startPeerServer();
  console.log(
    `| After | AttemptLimit server | Introspection | Refresh | ${peer}: guarded server | ` +
      "Introspection | Refresh |",
  );
  console.log("| --- | --- | --- | --- | --- | --- | --- |");
  const score = { own: 0, peer: 0, compared: 0 };
  for (const [ending, words] of Object.entries(ROWS)) {
    const [own, theirs] = [await measureOwn(ending), await server.measure(ending)];
    if (isOver(own, ending)) score.own++;
    if (theirs) score.compared++;
    if (theirs && isOver(theirs, ending)) score.peer++;
    console.log(`| ${[words, ...cellsOf(own, ending), ...cellsOf(theirs, ending)].join(" | ")} |`);
  }
  console.log(
    "\nBold: it goes on. In parentheses: with `remoteVerify: { force: true }`, by which the",
  );
  console.log(
    "guarded server asks at introspection for each request. `-`: there is no such function.",
  );
  const all = Object.keys(ROWS).length;
  console.log(`\n@x/auth: over after ${score.own} of ${all}`);
  console.log(`${peer}: over after ${score.peer} of ${score.compared}`);
  if (score.own < all) Deno.exit(1);
}
