/**
 * Everything that changes an account asks before: a stale session is led to a proof, and a person
 * who acts for the user is refused. `../unit/changes_test.ts` finds in the sources what is to be
 * tried.
 *
 * @module
 */

import { assert, assertEquals, assertRejects } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { AccessDenied, ProofRequired } from "../../src/errors.ts";
import * as addresses from "../../src/capabilities/address/functions.ts";
import * as factors from "../../src/capabilities/factors/functions.ts";
import * as keys from "../../src/capabilities/keys/functions.ts";
import * as server from "../../src/frameworks/server.ts";
import { APP } from "../flows/_accounts.ts";
import { codeOf } from "../flows/_factors.ts";
import { changesIn, readCode } from "../unit/_changes.ts";
import { namesOf, type Post, posts } from "../unit/_change_lists.ts";
import {
  attempt,
  CHANGES,
  NEW,
  proofUrlIn,
  type Row,
  ROWS,
  type Scene,
  steal,
} from "./_stolen_session.ts";

const rowOf = (cookie: string): Row => {
  const found = ROWS.find((row) => row.cookie === cookie);
  assert(found, `There is no row "${cookie}" in tests/conformance/_stolen_session.ts`);
  return found;
};

const STALE = rowOf("two factors, 11 minutes old");
const BARE = rowOf("no second factor, 11 minutes old");
const ACTING = ROWS.find(({ began }) => began === "acting")!;

const table = changesIn((await readCode()).find(({ path }) => path === "src/session/visitor.ts")!);

Deno.test("changes: every row of the matrix of stolen sessions is of an action or a step", () => {
  const tried = new Set(posts.map(([, post]) => post.tried));
  const others = CHANGES.map(({ name }) => name).filter((name) => !tried.has(name));
  assertEquals(others, [
    // The same posts with other fields.
    "change the password, with a wrong present one",
    "change the address: give up the old one",
    "make recovery codes",
  ]);
});

const changeOf = ({ tried }: Post) => {
  const found = CHANGES.find(({ name }) => name === tried);
  assert(found, `There is no row "${tried}" in tests/conformance/_stolen_session.ts`);
  return found;
};

/** Tries a post in a new scene; nothing may be changed. */
async function tryPost(post: Post, row: Row) {
  using time = new FakeTime();
  const change = changeOf(post);
  const scene = await steal(row, "jwt", time, { hasPassword: !change.ofNoPassword });
  return { ...await attempt(scene, change), errors: scene.app.errors };
}

for (const [name, post] of posts) {
  const [words, need] = table.get(post.change)!;
  const title = `changes: ${name} asks for "${post.change}": ${post.tried}`;

  if (need !== "session") {
    Deno.test(`${title}: a stale session is led to a proof`, async () => {
      const { answer, before, after } = await tryPost(post, post.stale ? rowOf(post.stale) : STALE);
      assert(proofUrlIn(answer), `${answer.status} ${answer.location} ${answer.text}`);
      assertEquals(after, before);
    });
  }

  Deno.test(`${title}: another person who acts for the user is refused`, async () => {
    const { outcome, before, after, errors } = await tryPost(post, ACTING);
    assertEquals(outcome, "refused");
    assertEquals(after, before);
    if (post.refusesActing) return;
    // The words are those of this change: it is asked for, and no other.
    assertEquals(errors.at(-1)?.message, `Cannot ${words}: another person acts for the user`);
  });
}

/** A request with the thief's cookies, as a form of the app itself would post it. */
function requestOf({ thief }: Scene): Request {
  const cookie = thief.cookies.header(new URL(APP));
  return new Request(`${APP}/settings`, { method: "POST", headers: { cookie, origin: APP } });
}

type Call = (scene: Scene, request: Request) => Promise<unknown>;

/** Calls of the functions that ask. */
const CALLS: Record<string, Call> = {
  "addresses.beginChange": ({ app }, request) =>
    addresses.beginChange(app.config, request, NEW, new Headers()),
  "addresses.cancelUndo": ({ app }, request) =>
    addresses.cancelUndo(app.config, request, new Headers()),
  "factors.begin": ({ app }, request) => factors.begin(app.config, request, "totp", new Headers()),
  "addresses.confirmChange": ({ app, loot }, request) =>
    addresses.confirmChange(app.config, request, loot.code, new Headers()),
  "factors.confirm": async ({ app, loot: { enrolment } }, request) => {
    const { state, secret } = enrolment ?? { state: "x", secret: "AAAAAAAAAAAAAAAA" };
    const answer = { factor: "totp", state, answer: await codeOf(secret) };
    return await factors.confirm(app.config, request, answer, new Headers());
  },
  "keys.create": async ({ app }, request) => {
    const made = await keys.create(app.config, request, { name: "CI", scopes: ["read"] });
    if (made.ok) return made;
    if (made.reason === "proof-too-weak") throw new ProofRequired(made.location!, {});
    throw new AccessDenied(made.reason);
  },
  signIn: async ({ app }, request) => {
    const response = await server.signIn(request, app.config, "two", { redirectTo: "/after" });
    const location = response.headers.get("location") ?? "";
    if (/\/auth\/signin\?stepUp=/.test(location)) throw new AccessDenied("led to a proof");
    if (/error=AccessDenied/.test(location)) throw new AccessDenied("refused");
    return location;
  },
};

Deno.test("changes: every function that asks is called below", () => {
  assertEquals(Object.keys(CALLS).sort(), namesOf("asks"));
});

for (const [name, call] of Object.entries(CALLS)) {
  for (const strategy of ["jwt", "database"] as const) {
    Deno.test(`changes: ${name}() asks (${strategy})`, async () => {
      for (const row of [STALE, BARE, ACTING]) {
        // The code was sent for a fresh proof; see the table of changes.
        if (name === "addresses.confirmChange" && row !== ACTING) continue;
        using time = new FakeTime();
        const scene = await steal(row, strategy, time);
        const before = await scene.dump();
        const error = await assertRejects(() => call(scene, requestOf(scene)), AccessDenied);
        if (name !== "signIn" && row !== ACTING) assert(error instanceof ProofRequired, row.cookie);
        assertEquals(await scene.dump(), before, row.cookie);
      }
    });
  }
}
