/**
 * Security event tokens that a provider pushes (RFC 8935), with the event `session-revoked`
 * of CAEP.
 *
 * @module
 */

import { assertEquals, assertMatch } from "@std/assert";
import type { Idp, StatementOptions } from "../../src/tools/testing/mod.ts";
import { assertIn, createBackChannel } from "../flows/_back_channel.ts";
import { STRATEGIES } from "../flows/_strategies.ts";

type Claims = Record<string, unknown>;
type Subject = Record<string, unknown>;

const EVENT = "https://schemas.openid.net/secevent/caep/event-type/session-revoked";
const now = () => Math.floor(Date.now() / 1000);
const changed = (claims: (claims: Claims) => unknown): StatementOptions => ({
  claims: (all) => void claims(all),
});
const session = (id: string): Subject => ({ format: "opaque", id });
const account = (idp: Idp, sub: string): Subject => ({ format: "iss_sub", iss: idp.issuer, sub });

const subjects: [
  name: string,
  subject: (idp: Idp) => Subject,
  left: [adaOne: boolean, adaTwo: boolean, grace: boolean],
][] = [
  ["a session", () => session("s1"), [false, true, true]],
  ["an account", (idp) => account(idp, "ada"), [false, false, true]],
  ["a session of an account", (idp) => ({
    format: "complex",
    session: session("s2"),
    user: account(idp, "ada"),
  }), [true, false, true]],
  ["a session of another account", (idp) => ({
    format: "complex",
    session: session("s2"),
    user: account(idp, "grace"),
  }), [true, true, true]],
  ["a session, as a complex subject", () => ({
    format: "complex",
    session: session("s1"),
  }), [false, true, true]],
  ["an account on a device", (idp) => ({
    format: "complex",
    user: account(idp, "ada"),
    device: { format: "opaque", id: "d1" },
  }), [false, false, true]],
  ["a session that is unknown", () => session("s9"), [true, true, true]],
];

for (const strategy of STRATEGIES) {
  for (const [name, subject, left] of subjects) {
    Deno.test(`security event: \`session-revoked\` of ${name} (${strategy})`, async () => {
      const rig = await createBackChannel(strategy);
      const browsers = [
        await rig.signIn("s1"),
        await rig.signIn("s2"),
        await rig.signIn("s3", "grace"),
      ];
      rig.entries.length = 0;
      const token = await rig.idp.securityEvent(subject(rig.idp));
      const response = await rig.push(token);
      assertEquals([response.status, await response.text()], [202, ""]);
      assertMatch(response.headers.get("cache-control") ?? "", /no-store/);
      assertEquals(response.headers.getSetCookie(), []);
      const told = rig.entries.map(({ name, reason }) => `${name} ${reason}`);
      assertEquals(told, left.filter((isLeft) => !isLeft).map(() => "session.revoked revoked"));
      await assertIn(browsers, left);
      assertEquals((await rig.push(token)).status, 202, "a repeated delivery");
    });
  }
}

const refused: [name: string, err: string, options: StatementOptions][] = [
  ["another issuer", "invalid_issuer", changed((all) => all.iss = "https://evil.example")],
  ["another audience", "invalid_audience", changed((all) => all.aud = "other")],
  ["no audience", "invalid_audience", changed((all) => delete all.aud)],
  ["no iat", "invalid_request", changed((all) => delete all.iat)],
  ["an iat two days ago", "invalid_request", changed((all) => all.iat = now() - 172_800)],
  ["an exp in the past", "invalid_request", changed((all) => all.exp = now() - 60)],
  ["no jti", "invalid_request", changed((all) => delete all.jti)],
  ["no events", "invalid_request", changed((all) => delete all.events)],
  ["an event that is text", "invalid_request", changed((all) => all.events = { [EVENT]: "" })],
  ["no subject", "invalid_request", changed((all) => delete all.sub_id)],
  [
    "a subject of another issuer",
    "invalid_request",
    changed((all) => all.sub_id = { format: "iss_sub", iss: "https://evil.example", sub: "ada" }),
  ],
  [
    "a subject of another format",
    "invalid_request",
    changed((all) => all.sub_id = { format: "email", email: "ada@example.com" }),
  ],
  [
    "a complex subject whose session cannot be read",
    "invalid_request",
    changed((all) =>
      all.sub_id = {
        format: "complex",
        session: { format: "uri", uri: "https://idp.example/s1" },
        user: { format: "iss_sub", iss: all.iss, sub: "ada" },
      }
    ),
  ],
  [
    "a complex subject without session and account",
    "invalid_request",
    changed((all) => all.sub_id = { format: "complex", tenant: { format: "opaque", id: "t1" } }),
  ],
  ["the type JWT", "invalid_request", { type: "JWT" }],
  ["the type logout+jwt", "invalid_request", { type: "logout+jwt" }],
  ["no type", "invalid_request", { type: null }],
  ["a signature by another key", "invalid_key", { signature: "foreign-key" }],
  ["an unknown key", "invalid_key", { signature: "unknown-kid" }],
  ["no signature", "invalid_key", { signature: "none" }],
];

for (const [name, err, options] of refused) {
  Deno.test(`security event: ${name} is refused, and ends nothing`, async () => {
    const rig = await createBackChannel("jwt");
    const browser = await rig.signIn("s1");
    rig.entries.length = 0;
    const token = await rig.idp.securityEvent(account(rig.idp, "ada"), options);
    const response = await rig.push(token);
    const answer = await response.json();
    assertEquals([response.status, answer.err], [400, err]);
    assertMatch(answer.description, /^Cannot accept the token of the provider: /);
    assertEquals(rig.entries.map(({ name, reason }) => `${name} ${reason}`), [
      "signout.refused invalid-answer",
    ]);
    await assertIn([browser], [true]);
    const control = await rig.idp.securityEvent(account(rig.idp, "ada"));
    assertEquals((await rig.push(control)).status, 202);
    await assertIn([browser], [false]);
  });
}

const RISC = "https://schemas.openid.net/secevent/risc/event-type/sessions-revoked";

/** As Google sends it: the subject is in the event, and both issuers have a slash. */
const google = (change: (claims: Claims, subject: Subject) => unknown = () => {}) =>
  changed((all) => {
    all.iss = `${all.iss}/`;
    const subject: Subject = { subject_type: "iss-sub", iss: all.iss, sub: "ada" };
    all.events = { [RISC]: { subject } };
    delete all.sub_id;
    change(all, subject);
  });

const risc: [name: string, options: StatementOptions, isAccepted: boolean][] = [
  ["of Google", google(), true],
  [
    "with the format of RFC 9493",
    google((all) => {
      all.events = { [RISC]: {} };
      all.sub_id = { format: "iss_sub", iss: all.iss, sub: "ada" };
    }),
    true,
  ],
  ["for another platform of the app", google((all) => all.aud = "client-of-ios"), true],
  ["for several, of which one is known", google((all) => all.aud = ["x", "client-of-ios"]), true],
  ["for another app", google((all) => all.aud = "x"), false],
  ["with two slashes", google((all) => all.iss = `${all.iss}/`), false],
  ["of another issuer with a slash", google((all) => all.iss = "https://evil.example/"), false],
  ["about an account elsewhere", google((_, subject) => subject.iss = "https://a.example/"), false],
  [
    "about a session",
    google((_, subject) => {
      Object.assign(subject, { format: "opaque", id: "s1" });
    }),
    false,
  ],
  [
    "about a type that every object has",
    google((_, subject) => {
      subject.subject_type = "constructor";
    }),
    false,
  ],
];
for (const strategy of STRATEGIES) {
  for (const [name, options, isAccepted] of risc) {
    Deno.test(`security event: \`sessions-revoked\` ${name} (${strategy})`, async () => {
      const rig = await createBackChannel(strategy, {}, { eventAudience: ["client-of-ios"] });
      const browsers = [await rig.signIn("s1"), await rig.signIn("s2", "grace")];
      const token = await rig.idp.securityEvent(session("unused"), options);
      const response = await rig.push(token);
      await response.body?.cancel();
      assertEquals(response.status, isAccepted ? 202 : 400);
      await assertIn(browsers, [!isAccepted, true]);
    });
  }
}

Deno.test("security event: without `eventAudience` the client id is the only audience", async () => {
  const rig = await createBackChannel("jwt");
  const browser = await rig.signIn("s1");
  const options = google((all) => all.aud = "client-of-ios");
  const response = await rig.push(await rig.idp.securityEvent(session("unused"), options));
  assertEquals((await response.json()).err, "invalid_audience");
  await assertIn([browser], [true]);
});

Deno.test("security event: an event of another type is accepted without effect", async () => {
  const rig = await createBackChannel("jwt");
  const browser = await rig.signIn("s1");
  const verification = "https://schemas.openid.net/secevent/ssf/event-type/verification";
  const options = changed((all) => all.events = { [verification]: { state: "x" } });
  const token = await rig.idp.securityEvent(session("stream"), options);
  assertEquals((await rig.push(token)).status, 202);
  await assertIn([browser], [true]);
});

Deno.test("security event: one that could not be processed is answered with 503, and can be sent again", async () => {
  const rig = await createBackChannel("jwt");
  const browser = await rig.signIn("s1");
  const { records } = rig.config.adapter as { records: { list: unknown } };
  const { list } = records;
  const token = await rig.idp.securityEvent(session("s1"));
  records.list = () => Promise.reject(new Error("connection lost"));
  assertEquals((await rig.push(token)).status, 503);
  await assertIn([browser], [true]);
  records.list = list;
  assertEquals((await rig.push(token)).status, 202);
  await assertIn([browser], [false]);
});
