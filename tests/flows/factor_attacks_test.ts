/**
 * Attacks on a sign-in that waits for a second factor.
 *
 * @module
 */

import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { Auth, encode, raw } from "../../mod.ts";
import { MailCode, RecoveryCodes, Totp } from "../../src/capabilities/factors/mod.ts";
import { decode } from "../../src/jwt.ts";
import {
  delete as deleteUser,
  resume as resumeUser,
  suspend as suspendUser,
} from "../../src/server/users.ts";
import { list as listAccounts } from "../../src/server/accounts.ts";
import {
  list as listSessions,
  revokeAll as revokeAllSessions,
  revokeOthers as revokeOtherSessions,
} from "../../src/server/sessions.ts";
import type { TestBrowser } from "../../src/tools/testing/mod.ts";
import type { Cookie } from "../../src/types/internal.ts";
import type { RecordEntry } from "../../src/types/records.ts";
import { httpWrappers } from "../frameworks/_table_http.ts";
import { portWrappers } from "../frameworks/_table_ports.ts";
import { CookieStore } from "../../src/tools/testing/cookie_store.ts";
import { formOf } from "./_email.ts";
import { READERS } from "./_factor_readers.ts";
import {
  ADA,
  APP,
  beginEnrolment,
  codeIn,
  createFactorRig,
  enrol,
  enrolmentsIn,
  type FactorRig,
  ownConfig,
  pageOf,
  postFactor,
  targetOf,
  wait,
  WAYS,
} from "./_factor_rig.ts";
import { codeOf, PASSWORD, secretOn } from "./_factors.ts";
import { SECRET } from "./_rig.ts";
import { STRATEGIES } from "./_strategies.ts";

const PENDING = "__Host-authjs.factor";
const SESSION = "__Secure-authjs.session-token";

const valueOf = (browser: TestBrowser, cookie = PENDING) =>
  browser.cookies.list(new URL(APP).hostname).find(({ name }) => name === cookie)?.value;

const plant = (browser: TestBrowser, name: string, value: string) =>
  browser.cookies.plant(APP, `${name}=${value}; Path=/; Secure`);

/** Opens the page of the factor; returns where it leads. */
const visitFactor = async (browser: TestBrowser) => {
  const response = await browser.fetch("/auth/factor");
  await response.body?.cancel();
  return targetOf(response);
};

async function sessionsOf({ config, userId }: FactorRig): Promise<number> {
  return (await listSessions(config, userId)).length;
}

async function proveTotp(browser: TestBrowser, secret: string): Promise<string> {
  return targetOf(await postFactor(browser, { factor: "totp", answer: await codeOf(secret) }));
}

for (const strategy of STRATEGIES) {
  const create = (overrides: Parameters<typeof createFactorRig>[2] = {}, factors = [Totp()]) =>
    createFactorRig(strategy, factors, overrides);
  const title = (what: string) => `factor attacks (${strategy}): ${what}`;

  Deno.test(
    title("the cookie of a sign-in that ended begins no session in another browser"),
    async () => {
      const rig = await create({}, [Totp(), RecoveryCodes()]);
      const { secret, codes } = await enrol(rig, [Totp(), RecoveryCodes()]);
      const browser = rig.open();
      await wait(browser);
      const thief = rig.copy(browser);
      assertEquals(await proveTotp(browser, secret), "/");
      assertEquals(await visitFactor(thief), "/auth/signin");
      const stolen = { factor: "recovery", answer: codes[0]! };
      assertEquals(targetOf(await postFactor(thief, stolen)), "/auth/error Configuration");
      assertEquals([await thief.session(), await sessionsOf(rig)], [null, 1]);
    },
  );

  Deno.test(title("a waiting sign-in of Ada and a session of Bob stay apart"), async () => {
    const rig = await create();
    const { secret } = await enrol(rig, [Totp()]);
    const browser = rig.open();
    await browser.signIn("further");
    const bob = (await rig.adapter.getUserByEmail("further@example.com"))!;
    await wait(browser);
    assertEquals((await browser.session())?.user?.email, "further@example.com");
    // Bob's readers change nothing about Ada, and what Bob links is Bob's.
    assertEquals(await READERS["a further passkey"]!(rig, browser), false);
    const accounts = await listAccounts(rig.config, rig.userId);
    assertEquals(accounts.some(({ provider }) => provider === "further"), false);
    // Ada's accounts do not end in a session beside Bob's.
    const landing = await rig.copy(browser).signIn("oidc");
    assertEquals(landing.url.searchParams.get("error"), "OAuthAccountNotLinked");
    assertEquals(await proveTotp(browser, secret), "/");
    assertEquals((await browser.session())?.user?.email, ADA);
    assertEquals((await listSessions(rig.config, bob.id)).length, 0, "Bob's session was replaced");
  });

  Deno.test(title("nothing that was sealed for another purpose opens"), async () => {
    const rig = await create({}, [Totp(), MailCode()]);
    const { secret } = await enrol(rig, [Totp(), MailCode()]);
    const browser = rig.open();
    await wait(browser);
    const value = valueOf(browser)!;
    const { id } = (await decode<{ id: string }>({
      token: value,
      secret: SECRET,
      salt: "authjs.factor-attempt",
    }))!;
    const salts = [
      "authjs.factor-session",
      "authjs.factor",
      "authjs.known-device",
      "authjs.email-attempt",
      `authjs.pending-sign-in.${id}`,
      SESSION,
      PENDING,
      "",
    ];
    for (const salt of salts) {
      const thief = rig.open();
      const token = { id, userId: rig.userId, sub: rig.userId };
      plant(thief, PENDING, await encode({ token, secret: SECRET, salt, maxAge: 600 }));
      assertEquals(await visitFactor(thief), "/auth/signin", salt);
      const answer = await codeOf(secret);
      const answered = targetOf(await postFactor(thief, { factor: "totp", answer }));
      assertEquals(answered, "/auth/error Configuration", salt);
    }
    // The cookie, and the sealed text of its record, as each other cookie of the library.
    const [entry] = await rig.adapter.records.list(rig.userId, "pending");
    const { text } = entry!.data as { text: string };
    const names = [
      SESSION,
      `${SESSION}.0`,
      "__Host-authjs.device",
      "__Host-authjs.email",
      "__Host-authjs.factor.session",
      "__Host-authjs.csrf-token",
      "__Host-authjs.state.x",
    ];
    for (const name of names) {
      for (const sealed of [value, text]) {
        const thief = rig.open();
        plant(thief, name, sealed);
        assertEquals(await thief.session(), null, name);
        assertEquals(await READERS["identifySession()"]!(rig, thief), false, name);
        assertEquals(await visitFactor(thief), "/auth/signin", name);
      }
    }
    const thief = rig.open();
    plant(thief, PENDING, text);
    assertEquals(await visitFactor(thief), "/auth/signin", "the record as the cookie");
    // A session as a sign-in that waits.
    assertEquals(await proveTotp(browser, secret), "/");
    const other = rig.open();
    plant(other, PENDING, valueOf(browser, SESSION)!);
    assertEquals(await visitFactor(other), "/auth/signin");
  });

  Deno.test(title("secrets of factors open for their own user and factor only"), async () => {
    const rig = await create({}, [Totp(), MailCode()]);
    const { secret } = await enrol(rig, [Totp()]);
    const [stored] = await rig.adapter.records.list(rig.userId, "factor");
    const { data } = stored as unknown as { data: { data: { secret: string } } };
    for (const salt of [`authjs.factor.totp.eve`, `authjs.factor.mail.${rig.userId}`]) {
      const opened = await decode({ token: data.data.secret, secret: SECRET, salt })
        .catch(() => null);
      assertEquals(opened, null, salt);
    }
    const salt = `authjs.factor.totp.${rig.userId}`;
    const opened = await decode<{ text: string }>({
      token: data.data.secret,
      secret: SECRET,
      salt,
    });
    assertEquals(opened?.text, secret, "the control");
  });

  Deno.test(
    title("a user who is suspended or deleted while the sign-in waits gets no session"),
    async () => {
      for (const act of [suspendUser, deleteUser, revokeAllSessions]) {
        const rig = await create();
        const { secret } = await enrol(rig, [Totp()]);
        for (const way of ["credentials", "OIDC", "passkey"]) {
          if (!await rig.adapter.getUser(rig.userId)) break;
          const browser = rig.open();
          await WAYS[way]!(rig, browser);
          assertEquals(await visitFactor(browser), "200");
          await act(rig.config, rig.userId);
          const target = await proveTotp(browser, secret);
          assertEquals(target, "/auth/error Configuration", `${act.name} ${way}`);
          // What waited from before does not go on after the suspension either.
          if (act === suspendUser) await resumeUser(rig.config, rig.userId);
          assertEquals(await visitFactor(browser), "/auth/signin");
          assertEquals(await browser.session(), null);
        }
      }
    },
  );

  Deno.test(title("the end of the other sessions ends the sign-ins that wait"), async () => {
    const rig = await create({}, [Totp(), RecoveryCodes()]);
    const { secret, codes } = await enrol(rig, [Totp(), RecoveryCodes()]);
    const owner = rig.open();
    await wait(owner);
    await proveTotp(owner, secret);
    const thief = rig.open();
    await wait(thief);
    const [session] = await listSessions(rig.config, rig.userId);
    await revokeOtherSessions(rig.config, rig.userId, session!.id);
    const stolen = { factor: "recovery", answer: codes[0]! };
    assertEquals(targetOf(await postFactor(thief, stolen)), "/auth/error Configuration");
    assert(await owner.session());
  });

  Deno.test(title("a user who is deleted during a confirmation leaves no enrolment"), async () => {
    let deletes = false;
    const rig = await create({ factorPolicy: { required: () => true } });
    const { records } = rig.adapter;
    rig.config.records = {
      ...records,
      async put(entry: RecordEntry, expected: number | null) {
        if (deletes && entry.kind === "factor") {
          deletes = false;
          await deleteUser(rig.config, rig.userId);
        }
        return await records.put(entry, expected);
      },
    };
    const browser = rig.open();
    await wait(browser);
    const html = await beginEnrolment(browser, "totp");
    const { fields: { state } } = formOf(html);
    const answer = await codeOf(secretOn(html));
    deletes = true;
    const fields = { step: "confirm", factor: "totp", state: state!, answer };
    assertEquals(targetOf(await postFactor(browser, fields)), "/auth/error Configuration");
    assertEquals([deletes, await enrolmentsIn(rig)], [false, []]);
    assertEquals(await browser.session(), null);
  });

  Deno.test(
    title("two tabs with two waiting sign-ins: the later one counts, and its forms only"),
    async () => {
      const rig = await create({ factorPolicy: { required: () => true } }, [
        Totp(),
        RecoveryCodes(),
      ]);
      const browser = rig.open();
      await browser.signIn("further");
      const enrolling = await beginEnrolment(browser, "totp");
      const { fields: { state } } = formOf(enrolling);
      const answer = await codeOf(secretOn(enrolling));
      const { secret } = await enrol(rig, [Totp()]);
      await wait(browser);
      // The form of the first tab enrols nothing for the user of the second.
      const fields = { step: "confirm", factor: "totp", state: state!, answer };
      assertEquals(targetOf(await postFactor(browser, fields)), "/auth/error Configuration");
      assertEquals((await enrolmentsIn(rig)).length, 1);
      assertEquals(
        targetOf(await postFactor(browser, { factor: "totp", answer })),
        "/auth/factor InvalidCode",
      );
      assertEquals(await proveTotp(browser, secret), "/");
      assertEquals((await browser.session())?.user?.email, ADA);
    },
  );

  Deno.test(
    title("a form for enrolment is refused while a factor is enrolled, and in another sign-in"),
    async () => {
      const rig = await create({ factorPolicy: { required: () => true } });
      const thief = rig.open();
      await wait(thief);
      const html = await beginEnrolment(thief, "totp");
      const { fields: { state } } = formOf(html);
      const fields = async () => ({
        step: "confirm",
        factor: "totp",
        state: state!,
        answer: await codeOf(secretOn(html)),
      });
      const other = rig.open();
      await wait(other);
      const refused = "/auth/error Configuration";
      assertEquals(targetOf(await postFactor(other, await fields())), refused, "another sign-in");
      await enrol(rig, [Totp()]);
      assertEquals(
        targetOf(await postFactor(thief, await fields())),
        refused,
        "enrolled meanwhile",
      );
      const again = await postFactor(thief, { step: "enrol", factor: "totp" });
      assertEquals(targetOf(again), refused, "no second one at the gate");
      assertEquals([(await enrolmentsIn(rig)).length, await sessionsOf(rig)], [1, 0]);
    },
  );

  Deno.test(title("fields that are no text are wrong ones, and no failure"), async () => {
    const rig = await create({ factorPolicy: { required: () => true } });
    const browser = rig.open();
    await wait(browser);
    await postFactor(browser, { step: "enrol", factor: "totp" });
    const csrfToken = await browser.csrf();
    for (const value of [{ toString: 1 }, null, 7, ["x"], {}]) {
      const response = await browser.fetch("/auth/factor", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          csrfToken,
          step: "confirm",
          factor: "totp",
          state: value,
          answer: value,
        }),
      });
      await response.body?.cancel();
      const { searchParams } = new URL(response.headers.get("location")!);
      assertEquals(searchParams.get("code"), "InvalidCheck", JSON.stringify(value));
    }
    assertEquals(await browser.session(), null);
  });

  Deno.test(title("a session that ends while an account is linked stays ended"), async () => {
    const rig = await create();
    const { secret } = await enrol(rig, [Totp()]);
    const thief = rig.open();
    await wait(thief);
    await proveTotp(thief, secret);
    const { linkAccount } = rig.adapter;
    rig.config.adapter = {
      ...rig.adapter,
      async linkAccount(account) {
        await revokeAllSessions({ ...rig.config, adapter: rig.adapter }, rig.userId);
        return await linkAccount(account);
      },
    };
    await thief.signIn("further");
    assertEquals([await thief.session(), await sessionsOf(rig)], [null, 0]);
  });

  Deno.test(
    title("a signIn callback that redirects or refuses leaves no sign-in that waits"),
    async () => {
      for (const answer of ["/blocked", false]) {
        const rig = await create();
        await enrol(rig, [Totp()]);
        rig.config.callbacks = { signIn: () => answer };
        for (const way of Object.keys(WAYS).filter((way) => !way.includes("mail"))) {
          const browser = rig.open();
          const { url } = await WAYS[way]!(rig, browser);
          assertEquals(url.pathname, answer || "/auth/error", way);
          assertEquals([valueOf(browser), await browser.session()], [undefined, null], way);
          assertEquals(await rig.adapter.records.list(rig.userId, "pending"), [], way);
        }
      }
    },
  );

  Deno.test(title("`raw`, and answers as JSON, hold no session"), async () => {
    const rig = await create();
    const { secret } = await enrol(rig, [Totp()]);
    const browser = rig.open();
    const csrfToken = await browser.csrf();
    const cookie = browser.cookies.header(new URL(APP));
    const request = () =>
      new Request(`${APP}/auth/callback/credentials`, {
        method: "POST",
        headers: { cookie, "x-auth-return-redirect": "1" },
        body: new URLSearchParams({ csrfToken, ...PASSWORD }),
      });
    const written = await Auth(request(), { ...rig.config, raw }) as unknown as {
      redirect: string;
      cookies: Cookie[];
    };
    assertEquals(new URL(written.redirect).pathname, "/auth/factor");
    assertEquals(written.cookies.map(({ name }) => name).includes(SESSION), false);
    const response = await Auth(request(), rig.config);
    assertEquals(new URL((await response.json()).url).pathname, "/auth/factor");
    assertEquals(response.headers.getSetCookie().some((line) => line.startsWith(SESSION)), false);
    browser.cookies.store(new URL(APP), response.headers.getSetCookie());
    const proven = await browser.fetch("/auth/factor", {
      method: "POST",
      headers: { "x-auth-return-redirect": "1" },
      body: new URLSearchParams({ csrfToken, factor: "totp", answer: await codeOf(secret) }),
    });
    assertEquals(new URL((await proven.json()).url).href, `${APP}/`);
    assert(await browser.session());
  });

  Deno.test(title("GET, HEAD and prefetches use nothing up and send nothing"), async () => {
    const rig = await create({}, [Totp(), RecoveryCodes(), MailCode()]);
    const { secret } = await enrol(rig, [Totp(), RecoveryCodes(), MailCode()]);
    rig.mails.length = 0;
    const browser = rig.open();
    await wait(browser);
    const answer = await codeOf(secret);
    for (const method of ["GET", "HEAD"]) {
      for (const query of [`factor=totp&answer=${answer}`, "factor=mail&step=send"]) {
        const response = await browser.fetch(`/auth/factor?${query}`, {
          method,
          headers: { "sec-purpose": "prefetch", purpose: "prefetch" },
        });
        assertEquals(response.status, method === "GET" ? 200 : 400);
        await response.body?.cancel();
      }
    }
    assertEquals([rig.mails.length, await sessionsOf(rig)], [0, 0]);
    assertEquals(await proveTotp(browser, secret), "/");
  });

  Deno.test(title("a post without this browser's CSRF token proves nothing"), async () => {
    const rig = await create({}, [Totp(), MailCode()]);
    const { secret } = await enrol(rig, [Totp(), MailCode()]);
    rig.mails.length = 0;
    const browser = rig.open();
    await wait(browser);
    const answer = await codeOf(secret);
    for (const csrfToken of [undefined, "", "x", "0".repeat(64)]) {
      for (const fields of [{ factor: "totp", answer }, { factor: "mail", step: "send" }]) {
        const body = new URLSearchParams(Object.entries(fields));
        if (csrfToken !== undefined) body.set("csrfToken", csrfToken);
        const response = await browser.fetch("/auth/factor", {
          method: "POST",
          headers: { origin: "https://evil.example" },
          body,
        });
        await response.body?.cancel();
        assertNotEquals(targetOf(response), "/", csrfToken);
      }
    }
    assertEquals([rig.mails.length, await sessionsOf(rig)], [0, 0]);
    assertEquals(await proveTotp(browser, secret), "/", "nothing was used up");
  });

  Deno.test(
    title("after a change of the secret, factors go on with the old one in the list"),
    async () => {
      const rig = await create({}, [Totp(), RecoveryCodes()]);
      const { secret, codes } = await enrol(rig, [Totp(), RecoveryCodes()]);
      const browser = rig.open();
      await wait(browser);
      const next = "another-secret-of-at-least-32-characters";
      rig.config.secret = [next, SECRET];
      assertEquals(await proveTotp(browser, secret), "/");
      // Without the old one: no session, and recovery codes, which are hashes, still work.
      rig.config.secret = next;
      const later = rig.open();
      await wait(later);
      const wrong = await postFactor(later, { factor: "totp", answer: await codeOf(secret) });
      assertEquals(targetOf(wrong), "/auth/factor InvalidCode");
      const fields = { factor: "recovery", answer: codes[0]! };
      assertEquals(targetOf(await postFactor(later, fields)), "/");
    },
  );

  Deno.test(
    title("a session cookie of the other strategy is none, also beside a waiting sign-in"),
    async () => {
      const rig = await create();
      const { secret } = await enrol(rig, [Totp()]);
      const browser = rig.open();
      await wait(browser);
      await proveTotp(browser, secret);
      assert(await browser.session());
      const other = strategy === "jwt" ? "database" : "jwt";
      rig.config.session = { strategy: other, revocation: {} };
      await wait(browser);
      assertEquals(await browser.session(), null);
      const { url } = await WAYS["OIDC"]!(rig, browser);
      assertEquals(url.pathname, "/auth/factor", "it is no session that could be kept");
    },
  );

  Deno.test(title("a factor that proves nothing new is refused"), async () => {
    const nothing = { ...Totp(), verify: () => Promise.resolve([]) };
    const again = { ...Totp(), verify: () => Promise.resolve(["pwd"] as const) };
    for (const factor of [nothing, again]) {
      const rig = await create({}, [factor]);
      await enrol(rig, [Totp()]);
      const browser = rig.open();
      await wait(browser);
      const fields = { factor: "totp", answer: "000000" };
      assertEquals(targetOf(await postFactor(browser, fields)), "/auth/factor InvalidCode");
      assertEquals([await browser.session(), await sessionsOf(rig)], [null, 0]);
    }
  });

  Deno.test(
    title("a user with bigints and dates, and a profile of many records, waits too"),
    async () => {
      const rig = await create();
      const { secret } = await enrol(rig, [Totp()]);
      const { getUserByAccount } = rig.adapter;
      const seen: unknown[] = [];
      rig.config.adapter = {
        ...rig.adapter,
        getUserByAccount: async (account) => {
          const user = await getUserByAccount(account);
          return user && { ...user, credits: 5n, since: new Date(0) };
        },
      };
      rig.config.events = { signIn: ({ profile }) => void seen.push(profile?.padding) };
      const provider = rig.config.providers.find((one) => "id" in one && one.id === "oauth2");
      Object.assign(provider!, {
        userinfo: {
          url: "https://op.example/userinfo",
          request: () => ({ sub: "idp-ada", padding: "x".repeat(90_000) }),
        },
      });
      rig.config.providers = [...rig.config.providers];
      const browser = rig.open();
      const { url } = await WAYS["OAuth 2"]!(rig, browser);
      assertEquals(url.pathname, "/auth/factor", `${rig.errors}`);
      assertEquals((await rig.adapter.records.list(rig.userId, "pending")).length > 3, true);
      assertEquals(await proveTotp(browser, secret), "/");
      assertEquals([seen, (await browser.session())?.user?.email], [["x".repeat(90_000)], ADA]);
    },
  );

  Deno.test(title("a mail code of one waiting sign-in proves no other"), async () => {
    const rig = await create({}, [MailCode()]);
    await enrol(rig, [MailCode()]);
    const [owner, thief] = [rig.open(), rig.open()];
    await wait(owner);
    await wait(thief);
    await postFactor(owner, { step: "send", factor: "mail" });
    const fields = { factor: "mail", answer: codeIn(rig.mails) };
    assertEquals(targetOf(await postFactor(thief, fields)), "/auth/factor InvalidCode");
    assertEquals(targetOf(await postFactor(owner, fields)), "/");
    assertEquals((await pageOf(owner, "mail")).includes(ADA), false);
  });

  for (const wrapper of [...httpWrappers, ...portWrappers]) {
    Deno.test(
      title(`signIn() of ${wrapper.name} waits, and its factor action ends in a session`),
      async () => {
        const rig = await create({ useSecureCookies: false });
        const { secret } = await enrol(rig, [Totp()]);
        const app = await wrapper.start(ownConfig(rig));
        try {
          const url = new URL(app.origin);
          const jar = new CookieStore();
          const send = async (visit: Partial<Parameters<typeof app.visit>[0]>) => {
            const { method = "GET" } = visit;
            const answer = await app.visit({
              ...visit,
              method,
              headers: {
                cookie: jar.header(url, { method }),
                origin: app.origin,
                ...method === "POST" ? { "content-type": "application/x-www-form-urlencoded" } : {},
              },
            });
            jar.store(url, answer.setCookies);
            return answer;
          };
          const names = () =>
            jar.names(url.hostname).filter((name) => name.includes("session-token"));
          const begun = await send({
            method: "POST",
            calls: [{ call: "signIn", provider: "credentials", fields: PASSWORD }, {
              call: "read",
            }],
          });
          assertEquals(new URL(begun.location!, url).pathname, `${app.basePath}/factor`);
          const waiting = await send({ calls: [{ call: "read" }, { call: "proof" }] });
          assertEquals([waiting.reads, waiting.proof, names()], [[null], null, []]);
          const page = await send({ action: "/factor" });
          assertEquals(page.status, 200);
          const { fields } = formOf(page.text!);
          const body = new URLSearchParams({ ...fields, answer: await codeOf(secret) }).toString();
          const done = await send({ method: "POST", action: "/factor", body });
          assertEquals(done.location?.includes("error"), false, done.location);
          const after = await send({ calls: [{ call: "read" }, { call: "proof" }] });
          assertEquals([after.reads[0]?.user?.name, after.proof?.methods], [
            "Ada",
            ["pwd", "otp", "mfa"],
          ]);
        } finally {
          await app.close?.();
        }
      },
    );
  }
}
