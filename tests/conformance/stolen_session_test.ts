/**
 * What a stolen or stale session is worth: every change of the account, tried with every kind
 * of cookie that a thief may have, by real requests.
 *
 * The known limit is a row of the matrix, and is allowed there: a cookie that was copied within the
 * minutes after a sign-in.
 *
 * @module
 */

import { assert, assertEquals, assertMatch } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { Totp } from "../../src/capabilities/factors/mod.ts";
import Passkey from "../../src/capabilities/passkeys/passkey_provider.ts";
import type { AuthConfig } from "../../src/types/config.ts";
import { isChosen } from "../_stride.ts";
import { formOf } from "../flows/_email.ts";
import { codeOf, secretOn } from "../flows/_factors.ts";
import { PASSWORD } from "../flows/_passwords.ts";
import {
  type Answer,
  attempt,
  type Change,
  CHANGES,
  enterWith,
  enterWithKey,
  expected,
  get,
  isFresh,
  isRefusal,
  MODES,
  proofUrlIn,
  type Row,
  ROWS,
  type Scene,
  scenesOf,
  send,
  steal,
  THEFT,
  tryToEnter,
  tryToPass,
} from "./_stolen_session.ts";
import { AccountPage } from "../../src/capabilities/account/mod.ts";

const STRATEGIES = ["jwt", "database"] as const;

function rowOf(cookie: string): Row {
  return ROWS.find((row) => row.cookie === cookie)!;
}

function changeOf(name: string): Change {
  return CHANGES.find((change) => change.name === name)!;
}

const STALE = rowOf("no second factor, 11 minutes old");
const OLD = rowOf("no second factor, 20 days old");
const TRUSTED = rowOf("one factor, on a trusted device, fresh");
const OLD_TRUSTED = rowOf("one factor, on a trusted device, 20 days old");
const BEFORE = rowOf("from before the second factor was enrolled");
const BOTH = rowOf("two factors, 11 minutes old");

/** A refusal that leads to the step-up. */
function assertLeadsToProof(answer: Answer, what?: string): string {
  const url = proofUrlIn(answer);
  assert(url, `${what}: ${answer.status} ${answer.location} ${answer.text}`);
  return url;
}

for (const [number, row] of ROWS.entries()) {
  for (const [shift, mode] of MODES.entries()) {
    if (!isChosen(number + shift, MODES.length)) continue;
    Deno.test(`stolen session: ${row.cookie} (${mode})`, async () => {
      using time = new FakeTime();
      const scenes = scenesOf(row, mode, time);
      for (const [index, change] of CHANGES.entries()) {
        const must = expected(change, row, mode);
        if (must === "–") continue;
        const scene = await scenes.of(change);
        scene.reset();
        assertEquals((await scene.thief.session())?.user?.name, "Ada", "the cookie is valid");
        const { outcome, answer, before, after, subjects } = await attempt(scene, change);
        const what = `${change.name}: ${answer.status} ${answer.location} ${
          scene.app.errors.at(-1)
        }`;
        assertEquals(outcome, must, what);
        if (outcome === "allowed") {
          assertEquals(
            subjects.some((subject) => change.tells?.test(subject)),
            !!change.tells,
            what,
          );
          // Shows that the check below finds what a thief has added.
          if (change.addsWay && change.tells) assert((await tryToEnter(scene)).length > 0, what);
          scenes.spoil();
          continue;
        }
        assert(isRefusal(answer), what);
        assertEquals(after, before, what);
        assertEquals(subjects, [], what);
        const url = proofUrlIn(answer);
        // By default after every third change, in each row after others.
        if (url && (isChosen(1, 2) || (number + index) % 3 === 0)) {
          for (const tried of await tryToPass(scene, url)) {
            assert(!tried.location.endsWith("/after"), `${what}: passed by ${tried.location}`);
          }
          assertEquals((await attempt(scene, change)).outcome, "refused", what);
        }
        if (change.addsWay) assertEquals(await tryToEnter(scene), [], what);
        assertEquals(await scene.dump(), before, what);
      }
    });
  }
}

Deno.test("stolen session: only the known limits are fresh", () => {
  const fresh = MODES.flatMap((mode) =>
    ROWS.filter(isFresh).map(({ cookie }) => `${cookie} (${mode})`)
  );
  assertEquals(fresh.sort(), [
    "no second factor, 5 minutes old (database)",
    "no second factor, 5 minutes old (jwt without records)",
    "no second factor, 5 minutes old (jwt)",
    "two factors, 5 minutes old (database)",
    "two factors, 5 minutes old (jwt without records)",
    "two factors, 5 minutes old (jwt)",
  ]);
});

/** Posts changes of the account page; each must lead to the step-up. */
async function assertAllRefused(scene: Scene, steps: Record<string, Record<string, string>>) {
  for (const [step, fields] of Object.entries(steps)) {
    const answer = await send(scene.thief, "/auth/account", { step, ...fields });
    assertLeadsToProof(answer, step);
  }
}

for (const strategy of STRATEGIES) {
  Deno.test(`stolen session: a passkey of the thief removes no second factor and deletes nothing (${strategy})`, async () => {
    using time = new FakeTime();
    const overrides: Partial<AuthConfig> = {
      factors: [Totp()],
      factorPolicy: { required: () => true, trustedDevice: { maxAge: 30 * 24 * 60 * 60 } },
      account: AccountPage(),
    };
    const scene = await steal(OLD_TRUSTED, strategy, time, { overrides });
    const { app, thief, key } = scene;
    const before = await scene.dump();
    // Stores a passkey …
    const asked = await get(thief, "/auth/webauthn-options/passkey?action=register");
    assertEquals([asked.status, JSON.parse(asked.text).code], [400, "proof_required"]);
    await attempt(
      scene,
      changeOf("add a passkey: a ceremony that the owner began, or a forged one"),
    );
    assertEquals((await app.adapter.listAuthenticatorsByUserId("ada")).length, 1);
    // … signs in elsewhere with it …
    const elsewhere = scene.openClean();
    assertMatch((await enterWithKey(elsewhere, key))!.location, /error=/);
    assertEquals(await elsewhere.session(), null);
    // … removes the app, exports and deletes, here as there.
    for (const browser of [thief, elsewhere]) {
      const posts: [path: string, fields: Record<string, string>][] = [
        ["factors", { step: "remove", id: scene.ids.factor }],
        ["account", { step: "export" }],
        ["account", { step: "delete", confirm: "ada@example.com" }],
      ];
      for (const [path, fields] of posts) {
        const { location } = await send(browser, `/auth/${path}`, fields);
        // The thief elsewhere has no session at all.
        assertMatch(
          location,
          browser === thief ? /signin\?stepUp=/ : /signin\?error=SessionRequired&callbackUrl=/,
        );
      }
    }
    assertEquals(await scene.dump(), before);
    assertEquals(app.mails, []);
  });

  Deno.test(`stolen session: an account of the thief sets no password (${strategy})`, async () => {
    using time = new FakeTime();
    const overrides = { factors: undefined, factorPolicy: undefined, account: AccountPage() };
    for (const hasPassword of [true, false]) {
      const scene = await steal(OLD, strategy, time, { overrides, hasPassword });
      const { app, thief } = scene;
      const before = await scene.dump();
      // Links an account, by the form and by the callback alone …
      for (const way of ["POST signin", "the callback, begun without the session"]) {
        const { answer, outcome } = await attempt(scene, changeOf(`link an account: ${way}`));
        assertEquals(outcome, "refused");
        assertLeadsToProof(answer, way);
      }
      // … signs in elsewhere with it, and sets a password, here as there.
      const elsewhere = scene.openClean();
      assertEquals(await tryToEnter(scene), []);
      for (const browser of [thief, elsewhere]) {
        const fields = { password: THEFT, repeat: THEFT };
        const { location } = await send(browser, "/auth/password", fields);
        assertMatch(location, /error=(expired|wrong-password)/);
        assertMatch((await enterWith(scene.openClean(), THEFT)).location, /error=/);
      }
      assertEquals(await scene.dump(), before);
      assertEquals(app.mails, []);
    }
  });

  Deno.test(`stolen session: POST password on a trusted device sets and changes nothing (${strategy})`, async () => {
    using time = new FakeTime();
    for (const row of [TRUSTED, OLD_TRUSTED]) {
      for (const hasPassword of [true, false]) {
        const scene = await steal(row, strategy, time, { hasPassword });
        const before = await scene.dump();
        for (const current of [undefined, PASSWORD]) {
          const fields = { ...(current ? { current } : {}), password: THEFT, repeat: THEFT };
          assertLeadsToProof(await send(scene.thief, "/auth/password", fields));
        }
        assertLeadsToProof(await get(scene.thief, "/auth/password"));
        assertEquals(await scene.dump(), before);
        assertEquals(await tryToEnter(scene), []);
        assertEquals(scene.app.mails, []);
      }
    }
  });

  Deno.test(`stolen session: the owner's step-up, copied, proves nothing (${strategy})`, async () => {
    using time = new FakeTime();
    for (const row of [STALE, BOTH]) {
      const scene = await steal(row, strategy, time);
      const { owner, thief } = scene;
      const before = await scene.dump();
      const url = assertLeadsToProof(await send(owner, "/auth/account", { step: "export" }));
      await (await owner.visit(url)).response.body?.cancel();
      // Every cookie of the owner, the step-up's included, and the link.
      const lines = owner.cookies.list("app.example")
        .map(({ name, value }) => `${name}=${value}; Path=/; Secure; HttpOnly`);
      thief.cookies.store(new URL("https://app.example"), lines);
      await tryToPass(scene, url);
      await assertAllRefused(scene, { "export": {}, "delete": { confirm: "ada@example.com" } });
      assertEquals(await scene.dump(), before);
    }
  });

  Deno.test(`stolen session: a step-up from before the second factor ends in no change (${strategy})`, async () => {
    using time = new FakeTime();
    const scene = await steal(STALE, strategy, time);
    const { app, owner, thief } = scene;
    const asked = await send(thief, "/auth/account", { step: "export" });
    await (await thief.visit(assertLeadsToProof(asked))).response.body?.cancel();
    // The owner proves who it is, in a session of their own, and enrols an authenticator app.
    const other = app.open();
    await enterWith(other, PASSWORD);
    const begun = await send(other, "/auth/factors", { step: "enrol", factor: "totp" });
    const page = await get(other, begun.location);
    const answer = await codeOf(secretOn(page.text));
    await send(other, "/auth/factors", { ...formOf(page.text).fields, answer });
    const before = await scene.dump();
    // The thief has found the password meanwhile: that step-up asks for nothing else.
    const proven = await enterWith(thief, PASSWORD);
    assertMatch(proven.location, /\/after$/);
    await assertAllRefused(scene, {
      "delete": { confirm: "ada@example.com" },
      "export": {},
      "name": { name: "Eve" },
    });
    for (const name of ["options", "options, without a dialog"]) {
      const change = changeOf(`add a passkey: ${name}`);
      assertLeadsToProof(await change.run(scene), name);
    }
    assertLeadsToProof(await send(thief, "/auth/password", { password: THEFT, repeat: THEFT }));
    // The proof of a database session is in its record.
    const withoutProofs = (dump: string) =>
      JSON.parse(dump, (name, value) => name === "proof" || name === "moved" ? undefined : value);
    assertEquals(withoutProofs(await scene.dump()), withoutProofs(before));
    assert(await owner.session());
  });

  Deno.test(`stolen session: a provider does not vouch for the thief (${strategy})`, async () => {
    using time = new FakeTime();
    // The session began at the provider, so that its step-up offers it.
    const scene = await steal(STALE, strategy, time, { hasPassword: false });
    const before = await scene.dump();
    const change = changeOf("rename the user");
    const { answer } = await attempt(scene, change);
    const tries = await tryToPass(scene, assertLeadsToProof(answer));
    assertEquals(tries.filter(({ location }) => location.endsWith("/after")), []);
    assertEquals((await attempt(scene, change)).outcome, "refused");
    assertEquals(await tryToEnter(scene), []);
    assertEquals(await scene.dump(), before);
  });

  Deno.test(`stolen session: several tabs open no way that one does not (${strategy})`, async () => {
    using time = new FakeTime();
    const scene = await steal(BOTH, strategy, time);
    const before = await scene.dump();
    const { thief } = scene;
    const urls: string[] = [];
    for (const step of ["export", "password-remove", "name", "sessions-end"]) {
      urls.push(assertLeadsToProof(await send(thief, "/auth/account", { step, name: "Eve" })));
    }
    // Each tab has its page open before any of them is used.
    for (const url of urls) await (await thief.visit(url)).response.body?.cancel();
    for (const url of urls) await tryToPass(scene, url);
    for (const url of urls) {
      const back = new URL(url).searchParams.get("callbackUrl")!;
      await (await thief.visit(back)).response.body?.cancel();
    }
    await assertAllRefused(scene, { "export": {}, "password-remove": {}, "sessions-end": {} });
    assertEquals(await scene.dump(), before);
  });

  Deno.test(`stolen session: fifty posts at once change nothing (${strategy})`, async () => {
    using time = new FakeTime();
    for (const row of [OLD, TRUSTED, BEFORE, BOTH]) {
      const scene = await steal(row, strategy, time);
      const { thief, ids } = scene;
      const csrfToken = await thief.csrf();
      const posts: [path: string, fields: Record<string, string>][] = [
        ["account", { step: "delete", confirm: "ada@example.com" }],
        ["account", { step: "export" }],
        ["account", { step: "name", name: "Eve" }],
        ["account", { step: "passkey-remove", id: ids.passkey }],
        ["account", { step: "password-remove" }],
        ["account", { step: "unlink", provider: "one", id: "1" }],
        ["address", { step: "request", email: "thief@example.com" }],
        ["factors", { step: "enrol", factor: "totp" }],
        ["factors", { step: "remove", id: ids.factor }],
        ["password", { current: "x", password: THEFT, repeat: THEFT }],
        ["signin/two", { callbackUrl: "/after" }],
      ];
      const before = await scene.dump();
      const answers = await Promise.all(Array.from({ length: 50 }, async (_, index) => {
        const [path, fields] = posts[index % posts.length]!;
        const body = new URLSearchParams({ csrfToken, ...fields });
        const response = await thief.fetch(`/auth/${path}`, { method: "POST", body });
        await response.body?.cancel();
        return response.headers.get("location") ?? `${response.status}`;
      }));
      for (const location of answers) assertMatch(location, /[?&](stepUp|error)=/);
      assertEquals(await scene.dump(), before);
    }
  });

  Deno.test(`stolen session: fifty codes at once prove nothing (${strategy})`, async () => {
    using time = new FakeTime();
    const scene = await steal(BOTH, strategy, time);
    const { thief } = scene;
    const url = assertLeadsToProof(await send(thief, "/auth/account", { step: "export" }));
    await (await thief.visit(url)).response.body?.cancel();
    const csrfToken = await thief.csrf();
    const before = await scene.dump();
    let isOver = false;
    const guesses = Promise.all(Array.from({ length: 50 }, async (_, index) => {
      const code = String(index).padStart(6, "0");
      const body = new URLSearchParams({ csrfToken, factor: "totp", answer: code });
      const init = { method: "POST", body };
      await (await thief.fetch("/auth/factor?for=session", init)).body?.cancel();
    })).finally(() => isOver = true);
    // They wait for each other's locks.
    while (!isOver) await time.tickAsync(10);
    await guesses;
    await assertAllRefused(scene, { "export": {}, "delete": { confirm: "ada@example.com" } });
    assertEquals(await scene.dump(), before);
  });

  // A config of Auth.js as it is has no step-up: its session adds what it adds there.
  Deno.test(`stolen session: a bare config keeps the behavior of Auth.js (${strategy})`, async () => {
    using time = new FakeTime();
    const bare: Partial<AuthConfig> = {
      account: undefined,
      factors: undefined,
      factorPolicy: undefined,
      keys: undefined,
      native: undefined,
      oauthServer: undefined,
      providers: [Passkey],
    };
    const scene = await steal(OLD, strategy, time, { hasPassword: false, overrides: bare });
    for (const name of ["add a passkey: options", "link an account: POST signin"]) {
      assertEquals((await attempt(scene, changeOf(name))).outcome, "allowed", name);
    }
  });
}
