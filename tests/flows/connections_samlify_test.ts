/**
 * The SAML provider of a company is one of another project: sign-in, encrypted assertions, and sign-outs
 * in both directions.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import samlify from "samlify";
import { Auth } from "../../mod.ts";
import type { TestBrowser } from "../../src/tools/testing/mod.ts";
import { makeCertificate } from "./_certificate.ts";
import type { World } from "./_connections.ts";
import { APP, createOrg, done, signIn } from "./_organizations.ts";
import { answerPage } from "./_saml_idp.ts";
import { isIn, OWN, start } from "./_saml_logout.ts";
import { PERSISTENT } from "./_saml_messages.ts";

const IDP = "https://samlify.acme.example";
const BINDING = "urn:oasis:names:tc:SAML:2.0:bindings:";
const KEY = makeCertificate(IDP);
const GCM = "http://www.w3.org/2009/xmlenc11#aes256-gcm";
const CBC = "http://www.w3.org/2001/04/xmlenc#aes256-cbc";

/** The library asks for a validator of schemas; the app reads what it writes with its own rules. */
samlify.setSchemaValidator({ validate: () => Promise.resolve("") });

interface Options {
  /** Encrypts assertions. Default: it does not. */
  cipher?: string;
  /** By which binding it is asked for sign-outs, and answers them. */
  logout?: "post" | "redirect";
}

/** The provider, for a service provider that it knows by its metadata. */
function createProvider(metadata: string, { cipher, logout = "redirect" }: Options) {
  // It signs what a service provider wants signed.
  const sp = samlify.ServiceProvider({
    ...{ metadata, wantLogoutRequestSigned: true, wantLogoutResponseSigned: true },
    wantMessageSigned: cipher === CBC,
  });
  const idp = samlify.IdentityProvider({
    entityID: `${IDP}/metadata`,
    privateKey: KEY.privateKey,
    signingCert: KEY.certificate,
    nameIDFormat: [PERSISTENT],
    wantAuthnRequestsSigned: true,
    wantLogoutRequestSigned: true,
    wantLogoutResponseSigned: true,
    isAssertionEncrypted: cipher !== undefined,
    ...cipher === undefined ? {} : { dataEncryptionAlgorithm: cipher },
    messageSigningOrder: cipher === CBC ? "encrypt-then-sign" : "sign-then-encrypt",
    singleSignOnService: [{ Binding: `${BINDING}HTTP-Redirect`, Location: `${IDP}/sso` }],
    singleLogoutService: [{
      Binding: `${BINDING}${logout === "post" ? "HTTP-POST" : "HTTP-Redirect"}`,
      Location: `${IDP}/slo`,
    }],
    loginResponseTemplate: {
      context: samlify.SamlLib.defaultLoginResponseTemplate.context.replace(
        "{AuthnStatement}",
        '<saml:AuthnStatement AuthnInstant="{IssueInstant}" SessionIndex="{SessionIndex}">' +
          "<saml:AuthnContext><saml:AuthnContextClassRef>" +
          "urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef>" +
          "</saml:AuthnContext></saml:AuthnStatement>",
      ),
      attributes: [{
        name: "email",
        valueTag: "user.email",
        nameFormat: "urn:oasis:names:tc:SAML:2.0:attrname-format:basic",
        valueXsiType: "xs:string",
      }],
    },
  });
  const user = { name: "ada", email: "ada@acme.example", session: "s1" };
  /** Requests for a sign-out, as it has read them. */
  const asked: { nameID?: string; sessionIndex?: unknown }[] = [];
  const now = (ms = 0) => new Date(Date.now() + ms).toISOString();

  const toRequest = async (request: Request) => {
    const url = new URL(request.url);
    const raw = url.search.slice(1).split("&").filter((one) => !one.startsWith("Signature="));
    return {
      query: Object.fromEntries(url.searchParams),
      body: request.method === "POST" ? Object.fromEntries(await request.formData() as never) : {},
      octetString: raw.join("&"),
    };
  };
  const logIn = async (request: Request): Promise<Response> => {
    const given = await toRequest(request);
    const info = await idp.parseLoginRequest(sp, "redirect", given as never);
    const { id } = info.extract.request as { id: string };
    const made = await idp.createLoginResponse(sp, info as never, "post", { email: user.email }, {
      encryptThenSign: cipher === CBC,
      customTagReplacement: (template: string) => {
        const own = `_${crypto.randomUUID()}`;
        const tags = {
          ...{ ID: own, AssertionID: `_${crypto.randomUUID()}`, InResponseTo: id },
          ...{ Issuer: `${IDP}/metadata`, IssueInstant: now(), NameID: user.name },
          ...{ NameIDFormat: PERSISTENT, SessionIndex: user.session, attrUserEmail: user.email },
          StatusCode: "urn:oasis:names:tc:SAML:2.0:status:Success",
          Audience: sp.entityMeta.getEntityID(),
          Destination: String(sp.entityMeta.getAssertionConsumerService("post")),
          SubjectRecipient: String(sp.entityMeta.getAssertionConsumerService("post")),
          SubjectConfirmationDataNotOnOrAfter: now(60_000),
          ConditionsNotBefore: now(-60_000),
          ConditionsNotOnOrAfter: now(60_000),
        };
        return { id: own, context: samlify.SamlLib.replaceTagsByValue(template, tags) };
      },
    } as never) as { context: string; entityEndpoint: string };
    return answerPage(String(made.entityEndpoint), {
      SAMLResponse: made.context,
      RelayState: given.query.RelayState!,
    });
  };
  const logOut = async (request: Request): Promise<Response> => {
    const given = await toRequest(request);
    const info = await idp.parseLogoutRequest(sp, logout, given as never);
    asked.push(info.extract as never);
    const relayState = given.query.RelayState ?? given.body.RelayState;
    const made = idp.createLogoutResponse(sp, info as never, logout, { relayState } as never) as {
      context: string;
      entityEndpoint: string;
    };
    if (logout === "redirect") {
      return new Response(null, { status: 302, headers: { location: made.context } });
    }
    return answerPage(made.entityEndpoint, { SAMLResponse: made.context, RelayState: relayState });
  };
  return {
    ...{ asked, idp, sp, user, metadata: idp.getMetadata() },
    handler: (request: Request) =>
      new URL(request.url).pathname === "/slo" ? logOut(request) : logIn(request),
    /** The URL of a sign-out that begins here. */
    endSession(name: string, sessionIndex: string): string {
      const user = { logoutNameID: name, sessionIndex };
      return (idp.createLogoutRequest(sp, "redirect", user, { relayState: "r" } as never) as {
        context: string;
      }).context;
    },
  };
}

async function connect(world: World, options: Options = {}) {
  const answer = await Auth(new Request(`${APP}/auth/saml/acme/metadata`), world.app.config);
  const provider = createProvider(await answer.text(), options);
  world.idps.set(IDP, provider as never);
  const owner = await signIn(world.app, "owner@founders.example", world.open());
  const { id: org } = await createOrg(world.app, owner, "acme");
  const saml = { metadata: provider.metadata };
  const by = world.app.orgs.asSystem(org);
  const { connection } = done(await world.sso.create(by, { saml, signsOutAtProvider: true }));
  await world.prove(org, "acme.example");
  const enter = async (): Promise<TestBrowser> => {
    const browser = world.open();
    const entry = await world.follow(
      await browser.start(connection.id, { callbackUrl: "/after" }),
      browser,
    );
    assertEquals(
      [entry.outcome, entry.email],
      ["in", "ada@acme.example"],
      String(world.app.errors),
    );
    return browser;
  };
  return { connection, provider, enter };
}

const CIPHERS = {
  "a signed assertion": undefined,
  "an assertion encrypted by AES-GCM": GCM,
  "an assertion encrypted by AES-CBC in a signed response": CBC,
};
for (const [what, cipher] of Object.entries(CIPHERS)) {
  Deno.test(`Saml(): a person signs in with ${what} of a provider of another project`, async () => {
    const world = start({ keys: [OWN] });
    const { enter } = await connect(world, cipher === undefined ? {} : { cipher });
    assertEquals(await isIn(await enter()), true);
  });
}

for (const logout of ["redirect", "post"] as const) {
  Deno.test(`Saml(): a sign-out goes on to a provider of another project by ${logout}, and back`, async () => {
    const world = start({ keys: [OWN] });
    const { provider, enter } = await connect(world, { logout });
    const browser = await enter();
    const left = await browser.post("/signout", { callbackUrl: "/bye" });
    await left.body?.cancel();
    let landing = await browser.visit(left.headers.get("location")!);
    // Forms to and from other sites wait for a button where there is no script.
    while (landing.url.pathname !== "/bye") {
      assert(landing.response.status === 200, `${landing.url} ${world.app.errors}`);
      landing = await browser.submit(landing);
    }
    await landing.response.body?.cancel();
    assertEquals(await isIn(browser), false);
    assertEquals(provider.asked.map(({ nameID, sessionIndex }) => [nameID, sessionIndex]), [
      ["ada", "s1"],
    ]);
    assertEquals(world.app.errors, []);
  });
}

Deno.test("Saml(): a sign-out of a provider of another project ends the session here, and it reads the answer", async () => {
  const world = start({ keys: [OWN] });
  const { provider, enter } = await connect(world);
  const browser = await enter();
  provider.user.session = "s2";
  const other = await enter();
  const url = provider.endSession("ada", "s1");
  const answer = await Auth(new Request(url), world.app.config);
  await answer.body?.cancel();
  assertEquals([await isIn(browser), await isIn(other)], [false, true]);
  const back = new URL(answer.headers.get("location")!);
  assertEquals(back.origin + back.pathname, `${IDP}/slo`);
  const raw = back.search.slice(1).split("&").filter((one) => !one.startsWith("Signature="));
  const read = await provider.idp.parseLogoutResponse(provider.sp, "redirect", {
    query: Object.fromEntries(back.searchParams),
    octetString: raw.join("&"),
  } as never);
  assertEquals(read.extract.response!.inResponseTo, / ID="([^"]+)"/.exec(requestIn(url))![1]);
});

/** XML of the request in a URL. */
function requestIn(url: string): string {
  const text = new URL(url).searchParams.get("SAMLRequest")!;
  return samlify.Utility.inflateString(text);
}
