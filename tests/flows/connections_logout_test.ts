/**
 * Sign-outs of a SAML provider: whose sessions they end, and which end none.
 *
 * @module
 */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { Buffer } from "node:buffer";
import { createSign, createVerify } from "node:crypto";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { Auth } from "../../mod.ts";
import { signatureOf, verify } from "../../src/capabilities/saml/signature.ts";
import { readXml } from "../../src/capabilities/saml/xml.ts";
import type { KeyPair } from "./_certificate.ts";
import type { SamlCompany, World } from "./_connections.ts";
import { onEveryStore } from "./_every_store.ts";
import { APP } from "./_organizations.ts";
import {
  company,
  enter,
  EXTENDED,
  isIn,
  OWN,
  start,
  STRANGER,
  tryToEnter,
} from "./_saml_logout.ts";
import { ASSERTION, escape, newId, PROTOCOL, RSA_SHA256, sign } from "./_saml_messages.ts";

interface Wish {
  name: string;
  sessions: readonly string[];
  id: string;
  issuer: string;
  destination: string;
  issued: number;
  until: number | null;
  xml: (xml: string) => string;
  key: KeyPair | null;
  relayState: string;
  algorithm: string;
}

function wishOf(at: SamlCompany, changes: Partial<Wish> = {}): Wish {
  return {
    ...{ name: "ada", sessions: [], id: newId(), issuer: at.saml.issuer, key: at.saml.key },
    destination: `${APP}/auth/saml/${at.slug}/logout`,
    ...{ issued: Date.now(), until: Date.now() + 60_000, xml: (xml: string) => xml },
    ...{ relayState: "r &=+ü", algorithm: RSA_SHA256 },
    ...changes,
  };
}

function xmlOf({ name, sessions, id, issuer, destination, issued, until, xml }: Wish): string {
  const end = until === null ? "" : ` NotOnOrAfter="${new Date(until).toISOString()}"`;
  return xml(
    `<samlp:LogoutRequest xmlns:samlp="${PROTOCOL}" xmlns:saml="${ASSERTION}" ID="${id}" ` +
      `Version="2.0" IssueInstant="${new Date(issued).toISOString()}"${end} ` +
      `Destination="${escape(destination)}"><saml:Issuer>${issuer}</saml:Issuer>` +
      `<saml:NameID>${name}</saml:NameID>` +
      sessions.map((one) => `<samlp:SessionIndex>${one}</samlp:SessionIndex>`).join("") +
      `</samlp:LogoutRequest>`,
  );
}

type Send = (at: SamlCompany, wish: Wish) => Request;

const byRedirect: Send = (at, wish) => {
  const url = `${APP}/auth/saml/${at.slug}/logout`;
  let query = `SAMLRequest=${
    encodeURIComponent(deflateRawSync(xmlOf(wish)).toString("base64"))
  }&RelayState=${encodeURIComponent(wish.relayState)}`;
  if (wish.key) {
    query += `&SigAlg=${encodeURIComponent(wish.algorithm)}`;
    const hash = wish.algorithm === EXTENDED ? "RSA-SHA1" : "RSA-SHA256";
    const signature = createSign(hash).update(query).sign(wish.key.privateKey, "base64");
    query += `&Signature=${encodeURIComponent(signature)}`;
  }
  return new Request(`${url}?${query}`);
};

const byPost: Send = (at, wish) => {
  const xml = xmlOf(wish);
  const { algorithm } = wish;
  const signed = wish.key ? sign(xml, wish.id, wish.key, { algorithm }) : xml;
  return new Request(`${APP}/auth/saml/${at.slug}/logout`, {
    method: "POST",
    headers: { origin: at.saml.ssoUrl.slice(0, -4) },
    body: new URLSearchParams({
      SAMLRequest: Buffer.from(signed).toString("base64"),
      RelayState: wish.relayState,
    }),
  });
};

const BINDINGS = { "a redirect": byRedirect, "a form": byPost };

async function send({ app }: World, request: Request) {
  const answer = await Auth(request, app.config);
  const text = await answer.text();
  assert(answer.status < 500, `${answer.status} ${text}`);
  return { status: answer.status, location: answer.headers.get("location"), text };
}

/** The answer in a URL, whose signature is checked. */
function readAnswer(location: string): string {
  const { search, searchParams: query } = new URL(location);
  const raw = search.slice(search.indexOf("SAMLResponse="));
  const [signed, signature] = raw.split("&Signature=");
  const isRight = createVerify("RSA-SHA256").update(signed!)
    .verify(OWN.certificate, Buffer.from(decodeURIComponent(signature!), "base64"));
  assert(isRight, "the answer is signed");
  return inflateRawSync(Buffer.from(query.get("SAMLResponse")!, "base64")).toString();
}

for (const [binding, make] of Object.entries(BINDINGS)) {
  Deno.test(`Saml(): a sign-out of the provider by ${binding} ends the session that it names, and is answered`, async () => {
    const world = start();
    const acme = await company(world, "acme");
    const here = await enter(world, acme, "ada", "s1");
    const there = await enter(world, acme, "ada", "s2");
    const bob = await enter(world, acme, "bob", "s3");
    const wish = wishOf(acme, { sessions: ["s1"] });
    const request = make(acme, wish);
    const { location } = await send(world, request.clone());
    assertEquals([await isIn(here), await isIn(there), await isIn(bob)], [false, true, true]);
    const url = new URL(location!);
    assertEquals([url.origin, url.pathname], ["https://saml.acme.example", "/slo"]);
    assertEquals([url.searchParams.get("a"), url.searchParams.get("RelayState")], [
      ...["b", wish.relayState],
    ]);
    const xml = readAnswer(location!);
    assertStringIncludes(xml, `InResponseTo="${wish.id}"`);
    assertStringIncludes(xml, "urn:oasis:names:tc:SAML:2.0:status:Success");
    assertStringIncludes(xml, `${APP}/auth/saml/acme/metadata`);

    // Once.
    const again = await enter(world, acme, "ada", "s4");
    assertEquals((await send(world, request)).location?.includes("SAMLResponse"), false);
    assertEquals([await isIn(again), await isIn(there)], [true, true]);
    // All sessions of a person, and not those of later.
    const old = make(acme, wishOf(acme, { name: "bob", issued: Date.now() - 5000 }));
    await send(world, old.clone());
    assertEquals(await isIn(bob), false);
    const later = await enter(world, acme, "bob", "s5");
    await send(world, old);
    assertEquals(await isIn(later), true);
    // Without an end.
    await send(world, make(acme, wishOf(acme, { until: null })));
    assertEquals([await isIn(again), await isIn(there), await isIn(later)], [false, false, true]);
    const ended = world.app.entries.filter(({ name }) => name === "session.revoked");
    assertEquals(ended.length, 4);
    // One with nobody to sign out is answered too.
    const none = await send(world, make(acme, wishOf(acme, { name: "nobody" })));
    assert(none.location?.startsWith("https://saml.acme.example/slo"));
  });

  /** What ends no session. */
  const WRONG: Record<string, (wish: Wish) => Partial<Wish>> = {
    "that is not signed": () => ({ key: null }),
    "that a stranger has signed": () => ({ key: STRANGER }),
    "that the app has signed": () => ({ key: OWN }),
    "with SHA-1": () => ({ algorithm: EXTENDED }),
    "for another URL": () => ({ destination: `${APP}/auth/saml/other/logout` }),
    "without a URL": () => ({ xml: (xml) => xml.replace(/ Destination="[^"]*"/, "") }),
    "of another issuer": () => ({ issuer: "https://evil.example" }),
    "without an issuer": () => ({
      xml: (xml) => xml.replace(/<saml:Issuer>.*<\/saml:Issuer>/, ""),
    }),
    "that has expired": () => ({ until: Date.now() - 3 * 60_000 }),
    "that is old": () => ({ issued: Date.now() - 10 * 60_000, until: Date.now() + 60_000 }),
    "of tomorrow": () => ({ issued: Date.now() + 86_400_000, until: Date.now() + 90_000_000 }),
    "without a time": () => ({ xml: (xml) => xml.replace(/ IssueInstant="[^"]*"/, "") }),
    "without an id": () => ({ id: "", xml: (xml) => xml.replace(/ ID=""/, "") }),
    "of another version": () => ({ xml: (xml) => xml.replace('Version="2.0"', 'Version="1.1"') }),
    "that names nobody": () => ({
      xml: (xml) => xml.replace(/<saml:NameID>.*<\/saml:NameID>/, ""),
    }),
    "with two names": () => ({
      xml: (xml) => xml.replace(/<\/saml:NameID>/, "$&<saml:NameID>bob</saml:NameID>"),
    }),
    "with a comment in the name": () => ({ name: "ad<!-- -->a" }),
    "with a document type": () => ({ xml: (xml) => `<!DOCTYPE a>${xml}` }),
    "that becomes long": () => ({
      xml: (xml) => xml.replace("</samlp:LogoutRequest>", `${" ".repeat(500_000)}$&`),
    }),
    "that is an answer": () => ({
      xml: (xml) => xml.replaceAll("samlp:LogoutRequest", "samlp:LogoutResponse"),
    }),
    "with another session": () => ({ sessions: ["s9"] }),
    "with too many sessions": () => ({ sessions: Array.from({ length: 21 }, (_, i) => `s${i}`) }),
  };
  for (const [title, change] of Object.entries(WRONG)) {
    Deno.test(`Saml(): a sign-out by ${binding} ${title} ends no session`, async () => {
      const world = start();
      const acme = await company(world, "acme");
      const ada = await enter(world, acme, "ada", "s1");
      const wish = wishOf(acme);
      let request: Request | undefined;
      try {
        request = make(acme, { ...wish, ...change(wish) });
      } catch {
        // What cannot be signed cannot be sent.
      }
      if (request) await send(world, request);
      assertEquals(await isIn(ada), true);
      // The session is there to be ended.
      await send(world, make(acme, wishOf(acme)));
      assertEquals(await isIn(ada), false);
    });
  }
}

Deno.test("Saml(): a SessionIndex that the provider gives to everybody ends sessions of its person alone", async () => {
  const world = start();
  const acme = await company(world, "acme");
  const ada = await enter(world, acme, "ada", "1");
  const bob = await enter(world, acme, "bob", "1");
  await send(world, byRedirect(acme, wishOf(acme, { sessions: ["1"], issued: Date.now() - 5000 })));
  assertEquals([await isIn(ada), await isIn(bob)], [false, true]);
  const later = [
    await enter(world, acme, "bob", "1"),
    await enter(world, acme, "ada", "1"),
    await enter(world, acme, "ada", "2"),
    await enter(world, acme, "ada"),
  ];
  assertEquals(await Promise.all(later.map(isIn)), [true, true, true, true]);
  // What was signed before the sign-out stays outside.
  await send(world, byPost(acme, wishOf(acme, { sessions: ["1"], issued: Date.now() + 60_000 })));
  for (
    const [name, session, isLet] of [
      ...[["ada", "1", false], ["ada", undefined, false], ["ada", "2", true]] as const,
      ["bob", "1", true] as const,
    ]
  ) {
    const { outcome } = await tryToEnter(world, acme, name, session);
    assertEquals(outcome === "in", isLet, `${name} ${session}`);
  }
});

Deno.test("Saml(): a sign-out that names a session ends that of its person without a SessionIndex, and one of a long", async () => {
  const world = start();
  const acme = await company(world, "acme");
  const long = "i".repeat(5000);
  const ada = await enter(world, acme, "ada");
  const bob = await enter(world, acme, "bob");
  const there = await enter(world, acme, "ada", long);
  const other = await enter(world, acme, "ada", `${long}i`);
  const issued = Date.now() - 5000;
  await send(world, byRedirect(acme, wishOf(acme, { sessions: ["x"], issued })));
  assertEquals(await Promise.all([ada, bob, there, other].map(isIn)), [false, true, true, true]);
  await send(world, byRedirect(acme, wishOf(acme, { sessions: [long], issued })));
  assertEquals(await Promise.all([bob, there, other].map(isIn)), [true, false, true]);
});

Deno.test("Saml(): a sign-out of another provider, or of a connection that was, ends no session", async () => {
  const world = start();
  const acme = await company(world, "acme");
  const other = await company(world, "other");
  const ada = await enter(world, acme, "ada", "s1");
  const names = { issuer: other.saml.issuer, key: other.saml.key };
  for (const make of Object.values(BINDINGS)) {
    // Of the other provider: to its own URL, to that of this one, and in the name of this one.
    await send(world, make(other, wishOf(other, { sessions: ["s1"] })));
    await send(world, make(other, wishOf(other)));
    await send(world, make(acme, wishOf(acme, names)));
    await send(world, make(acme, wishOf(acme, { ...names, issuer: acme.saml.issuer })));
    assertEquals(await isIn(ada), true);
    // A message that was changed after it was signed.
    const url = new URL(byRedirect(acme, wishOf(acme, { name: "bob" })).url);
    const mine = new URL(byRedirect(acme, wishOf(acme, { key: null })).url);
    url.searchParams.set("SAMLRequest", mine.searchParams.get("SAMLRequest")!);
    await send(world, new Request(url));
    const relayed = new URL(byRedirect(acme, wishOf(acme)).url);
    relayed.searchParams.set("RelayState", "https://evil.example");
    await send(world, new Request(relayed));
    const twice = new URL(byRedirect(acme, wishOf(acme)).url);
    twice.searchParams.append("SAMLRequest", "x");
    await send(world, new Request(twice));
    const right = new URL(byRedirect(acme, wishOf(acme)).url);
    await send(world, new Request(right.href.replace("?", "?SAMLRequest=x&")));
    assertEquals(await isIn(ada), true);
  }
  for (const body of ["", "SAMLRequest=", `SAMLRequest=${"A".repeat(99_000)}`, "SAMLRequest=%00"]) {
    const url = `${APP}/auth/saml/acme/logout`;
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const { location } = await send(world, new Request(url, { method: "POST", body, headers }));
    assertEquals(location?.includes("SAMLResponse") ?? false, false);
    await send(world, new Request(`${url}?${body.slice(0, 5000)}`));
  }
  // A bomb, and text that is no message.
  for (const bytes of [deflateRawSync("a".repeat(5_000_000)), Buffer.from("no deflate")]) {
    const url = new URL(`${APP}/auth/saml/acme/logout`);
    url.searchParams.set("SAMLRequest", bytes.toString("base64"));
    const { location } = await send(world, new Request(url));
    assertEquals(new URL(location!).pathname, "/auth/error");
  }
  // The connection was made again with the same provider.
  const by = world.app.orgs.asSystem(acme.org);
  await world.sso.remove(by, acme.id);
  await world.sso.create(by, { saml: { metadata: acme.saml.metadata() } });
  await send(world, byRedirect(acme, wishOf(acme)));
  assertEquals(await isIn(ada), true);
});

Deno.test("Saml(): the answer goes by a form where the provider takes no redirect, and home where it takes none", async () => {
  const world = start();
  const acme = await company(world, "acme", "HTTP-POST");
  const ada = await enter(world, acme, "ada");
  const wish = wishOf(acme);
  const { text, location } = await send(world, byPost(acme, wish));
  assertEquals([location, await isIn(ada)], [null, false]);
  assertStringIncludes(text, 'action="https://saml.acme.example/slo?a=b"');
  const [, encoded] = /name="SAMLResponse" value="([^"]+)"/.exec(text) ?? [];
  const xml = Buffer.from(encoded!, "base64").toString();
  assertStringIncludes(xml, `InResponseTo="${wish.id}"`);
  const root = readXml(xml);
  const signed = await verify(xml, root, signatureOf(root)!, [OWN.base64]);
  assertEquals(signed.root.local, "LogoutResponse");
  const plain = await world.samlCompany("plain");
  await enter(world, plain, "ada");
  assertEquals((await send(world, byPost(plain, wishOf(plain)))).location, `${APP}/`);
});

Deno.test("Saml(): without `singleLogout`, there is no URL for sign-outs, and no index of sessions", async () => {
  const world = start({ keys: [OWN], singleLogout: false });
  const acme = await company(world, "acme");
  const ada = await enter(world, acme, "ada", "s1");
  const metadata = async (one: World) =>
    (await send(one, new Request(`${APP}/auth/saml/acme/metadata`))).text;
  assertEquals((await metadata(world)).includes("SingleLogoutService"), false);
  for (const make of Object.values(BINDINGS)) {
    const none = await send(world, new Request(`${APP}/auth/saml/acme/none`));
    assertEquals((await send(world, make(acme, wishOf(acme)))).status, none.status);
  }
  assertEquals(await isIn(ada), true);
  const user = await world.userOf("ada@acme.example");
  assertEquals(await world.app.records.list(String(user!.id), "session.upstream"), []);
  assertEquals((await metadata(start())).match(/<md:SingleLogoutService /g)?.length, 2);
});

onEveryStore("Saml()", (test) => {
  test("of fifty equal sign-outs at once, one is answered", async (store) => {
    const world = start({ keys: [OWN] }, { config: store.config });
    const acme = await company(world, "acme");
    const ada = await enter(world, acme, "ada", "s1");
    const request = byRedirect(acme, wishOf(acme));
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => send(world, request.clone())),
    );
    assertEquals(answers.filter(({ location }) => location?.includes("SAMLResponse")).length, 1);
    assertEquals(await isIn(ada), false);
  });
});
