import { assert, assertEquals, assertFalse } from "@std/assert";
import { Auth, type AuthConfig, customFetch, type Provider, setEnvDefaults } from "../../mod.ts";
import MicrosoftEntraID from "../../src/providers/microsoft_entra_id.ts";
import Roblox from "../../src/providers/roblox.ts";
import Salesforce from "../../src/providers/salesforce.ts";
import Slack from "../../src/providers/slack.ts";
import Twitch from "../../src/providers/twitch.ts";
import { createBrowser, createIdp, type HostileModes } from "../../src/tools/testing/mod.ts";
import { SECRET } from "./_rig.ts";
import { APP } from "./_site.ts";

interface Options {
  issuer: string;
  hostile?: HostileModes;
  /** Responses of other hosts. */
  elsewhere?: (request: Request) => Response;
}

/** A whole sign-in at a site with its own issuer. */
async function signInAt(
  { issuer, hostile, elsewhere }: Options,
  create: (
    options: { clientId: string; clientSecret: string; [customFetch]: typeof fetch },
  ) => Provider,
) {
  const idp = await createIdp({ issuer, issuerParameter: false });
  Object.assign(idp.hostile, hostile);
  const errors: Error[] = [];
  const provider = create({
    clientId: idp.clientId,
    clientSecret: idp.clientSecret,
    [customFetch]: (input, init) => {
      const request = new Request(input, init);
      const isIdp = new URL(request.url).origin === new URL(issuer).origin;
      if (!isIdp && elsewhere) return Promise.resolve(elsewhere(request));
      return idp.fetch(request);
    },
  });
  const config: AuthConfig = {
    providers: [provider],
    secret: SECRET,
    trustHost: true,
    logger: { error: (error) => void errors.push(error) },
  };
  const browser = createBrowser(APP, {
    [APP]: (request) =>
      new URL(request.url).pathname.startsWith("/auth/")
        ? Auth(request, config)
        : new Response("app"),
    [new URL(issuer).origin]: idp.handler,
  });
  const start = await browser.start((provider as { id: string }).id, { callbackUrl: "/after" });
  const landing = await browser.visit(start);
  const user = (await browser.session())?.user;
  return { idp, landing, user, errors, start: new URL(start) };
}

type Outcome = Awaited<ReturnType<typeof signInAt>>;

function assertSignedIn({ landing, user, errors }: Outcome): void {
  assertEquals(landing.url.href, `${APP}/after`, errors.map(String).join("\n"));
  assertEquals(user?.name, "Ada Lovelace");
}

function assertRefused({ landing, user, errors }: Outcome): void {
  assertEquals(user, undefined);
  assertFalse(landing.url.href.startsWith(`${APP}/after`));
  assert(errors.length > 0);
}

// ---- Microsoft Entra ID ----

const MICROSOFT = "https://login.microsoftonline.com";
const TENANT = "9122040d-6c67-4c5b-b112-36a304b66dad";
const OTHER_TENANT = "00000000-6c67-4c5b-b112-36a304b66dad";

/** The document of `common`, and tokens of a tenant. */
function entra(claims: Record<string, unknown> = {}, hostile: HostileModes = {}): Options {
  return {
    issuer: `${MICROSOFT}/common/v2.0`,
    hostile: {
      answer: { discovery: withIssuer(`${MICROSOFT}/{tenantid}/v2.0`) },
      idTokenClaims: (all) =>
        void Object.assign(all, { tid: TENANT, iss: `${MICROSOFT}/${TENANT}/v2.0`, ...claims }),
      ...hostile,
    },
    elsewhere: graph,
  };
}

const withIssuer = (issuer: string) => async (response: Response) =>
  Response.json({ ...await response.json(), issuer });

const PHOTO = new Uint8Array([255, 216, 255]);

function graph({ url, headers }: Request): Response {
  return url === "https://graph.microsoft.com/v1.0/me/photos/48x48/$value" &&
      headers.get("authorization")?.startsWith("Bearer ")
    ? new Response(PHOTO)
    : new Response(null, { status: 404 });
}

Deno.test("MicrosoftEntraID() signs in users of any tenant, with their picture", async () => {
  const outcome = await signInAt(entra(), MicrosoftEntraID);
  assertSignedIn(outcome);
  assertEquals(outcome.user?.image, "data:image/jpeg;base64,/9j/");
  assertEquals(outcome.start.searchParams.get("scope"), "openid profile email User.Read");
  // The tenant's discovery document is not fetched: it has no further information.
  assertEquals(outcome.idp.count("discovery"), 1);
});

Deno.test("MicrosoftEntraID() signs in without a picture", async () => {
  for (
    const elsewhere of [() => new Response(null, { status: 404 }), () => {
      throw new TypeError("Graph is out of reach");
    }, () => new Response(new Uint8Array(600 * 1024))]
  ) {
    const outcome = await signInAt({ ...entra(), elsewhere }, MicrosoftEntraID);
    assertSignedIn(outcome);
    assertFalse(outcome.user?.image);
  }
});

Deno.test("MicrosoftEntraID() requests the configured size of the picture", async () => {
  const outcome = await signInAt(
    entra(),
    (options) => MicrosoftEntraID({ ...options, profilePhotoSize: 648 }),
  );
  assertSignedIn(outcome);
  assertFalse(outcome.user?.image, "there is a picture of 48 pixels only");
});

const forged: [string, Options][] = [
  ["whose issuer is another tenant than it names", entra({ tid: OTHER_TENANT })],
  ["without a tenant", entra({ tid: undefined })],
  ["whose tenant is a path", entra({ tid: "../x", iss: `${MICROSOFT}/../x/v2.0` })],
  ["of the template itself", entra({ iss: `${MICROSOFT}/{tenantid}/v2.0` })],
  ["of common", entra({ tid: undefined, iss: `${MICROSOFT}/common/v2.0` })],
  ["of another host", entra({ iss: `https://evil.example/${TENANT}/v2.0` })],
  ["with the signature of another key", entra({}, { signature: "foreign-key" })],
];

for (const [name, options] of forged) {
  Deno.test(`MicrosoftEntraID() refuses a token ${name}`, async () => {
    assertRefused(await signInAt(options, MicrosoftEntraID));
  });
}

const templates = [
  `${MICROSOFT}/{tenantid}/v1.0`,
  `https://{tenantid}/common/v2.0`,
  `https://{tenantid}.microsoftonline.com/common/v2.0`,
  `${MICROSOFT}/{tenantid}/{tenantid}/v2.0`,
  `https://evil.example/{tenantid}/v2.0`,
];

for (const template of templates) {
  Deno.test(`MicrosoftEntraID() refuses a document for ${template}`, async () => {
    const iss = template.replace("{tenantid}", TENANT);
    const options = entra({ iss }, { answer: { discovery: withIssuer(template) } });
    assertRefused(await signInAt(options, MicrosoftEntraID));
  });
}

/** Sign-in at an issuer whose document names another one, by users of a tenant. */
const named = (asked: string, announced: string, tid: string) => {
  const issuer = `${MICROSOFT}/${asked}/v2.0`;
  const hostile: HostileModes = {
    answer: { discovery: withIssuer(announced) },
    idTokenClaims: (all) => void Object.assign(all, { tid, iss: `${MICROSOFT}/${tid}/v2.0` }),
  };
  return signInAt(
    { issuer, hostile, elsewhere: graph },
    (options) => MicrosoftEntraID({ ...options, issuer }),
  );
};

/** Tenant of personal accounts. */
const PERSONAL = "9188040d-6c67-4c5b-b112-36a304b66dad";

for (const [asked, tenant] of [["consumers", PERSONAL], ["contoso.onmicrosoft.com", TENANT]]) {
  Deno.test(`MicrosoftEntraID({ issuer }) signs in users of ${asked} only`, async () => {
    const announced = `${MICROSOFT}/${tenant}/v2.0`;
    assertSignedIn(await named(asked!, announced, tenant!));
    assertRefused(await named(asked!, announced, OTHER_TENANT));
  });
}

const misnamed: [asked: string, announced: string][] = [
  ["consumers", `${MICROSOFT}/${TENANT}/v2.0`],
  ["organizations", `${MICROSOFT}/${TENANT}/v2.0`],
  ["common", `${MICROSOFT}/${TENANT}/v2.0`],
  [OTHER_TENANT, `${MICROSOFT}/${TENANT}/v2.0`],
  ["contoso.com", `${MICROSOFT}/fabrikam.com/v2.0`],
  ["contoso.com", `${MICROSOFT}/${TENANT}/v1.0`],
  ["contoso.com", `https://evil.example/${TENANT}/v2.0`],
  ["contoso.com", `https://login.microsoftonline.us/${TENANT}/v2.0`],
];
for (const [asked, announced] of misnamed) {
  Deno.test(`MicrosoftEntraID() refuses the document of ${asked} for ${announced}`, async () => {
    assertRefused(await named(asked, announced, TENANT));
  });
}

Deno.test("MicrosoftEntraID({ issuer }) signs in users of that tenant only", async () => {
  const issuer = `${MICROSOFT}/${TENANT}/v2.0`;
  const sign = (tid: string) =>
    signInAt(
      {
        issuer,
        hostile: {
          idTokenClaims: (all) => void Object.assign(all, { tid, iss: `${MICROSOFT}/${tid}/v2.0` }),
        },
        elsewhere: graph,
      },
      (options) => MicrosoftEntraID({ ...options, issuer }),
    );
  assertSignedIn(await sign(TENANT));
  assertRefused(await sign(OTHER_TENANT));
});

Deno.test("MicrosoftEntraID({ issuer }) refuses a document for all tenants", async () => {
  const issuer = `${MICROSOFT}/${TENANT}/v2.0`;
  const options = { ...entra(), issuer };
  assertRefused(await signInAt(options, (rest) => MicrosoftEntraID({ ...rest, issuer })));
});

Deno.test("MicrosoftEntraID() reads its issuer from the environment", () => {
  const issuer = `${MICROSOFT}/${TENANT}/v2.0`;
  const config: AuthConfig = { providers: [MicrosoftEntraID({ clientId: "id" })] };
  setEnvDefaults({ AUTH_MICROSOFT_ENTRA_ID_ISSUER: issuer }, config);
  const [provider] = config.providers as { options?: { issuer?: string; clientId?: string } }[];
  assertEquals(provider?.options, { clientId: "id", issuer });
});

Deno.test("MicrosoftEntraID() refuses an error response with status 200", async () => {
  const outcome = await signInAt(
    entra({}, {
      answer: {
        discovery: withIssuer(`${MICROSOFT}/{tenantid}/v2.0`),
        token: () => Response.json({ error: "invalid_grant", error_description: "AADSTS54005" }),
      },
    }),
    MicrosoftEntraID,
  );
  assertRefused(outcome);
  assertEquals(outcome.landing.url.searchParams.get("error"), "OAuthCallbackError");
});

// ---- Twitch ----

const twitch: Options = {
  issuer: "https://id.twitch.tv/oauth2",
  hostile: {
    answer: {
      token: async (response) => {
        const answer = await response.json();
        if (response.status !== 200) {
          return Response.json({ status: 400, message: "Invalid" }, { status: 400 });
        }
        return Response.json({ ...answer, scope: ["openid", "user:read:email"] });
      },
    },
    idTokenClaims: (claims) => void (claims.preferred_username = "ada"),
  },
};

Deno.test("Twitch() requests claims by name and accepts scopes as an array", async () => {
  const outcome = await signInAt(twitch, Twitch);
  assertSignedIn(outcome);
  assertEquals(JSON.parse(outcome.start.searchParams.get("claims")!), {
    id_token: { email: null, email_verified: null, picture: null, preferred_username: null },
  });
});

Deno.test("Twitch() creates no session after an error in Twitch's own format", async () => {
  const outcome = await signInAt(
    twitch,
    (options) => Twitch({ ...options, clientSecret: "wrong" }),
  );
  assertRefused(outcome);
  const { err } = outcome.errors[0]!.cause as { err: { error: string } };
  assertEquals(err.error, "invalid_request");
});

// ---- Others ----

Deno.test("Slack() sends a nonce but no challenge", async () => {
  const outcome = await signInAt({ issuer: "https://slack.com" }, Slack);
  assertSignedIn(outcome);
  assert(outcome.start.searchParams.has("nonce"));
  assertFalse(outcome.start.searchParams.has("code_challenge"));
  const hostile: HostileModes = { idTokenClaims: (claims) => void (claims.nonce = "another") };
  assertRefused(await signInAt({ issuer: "https://slack.com", hostile }, Slack));
});

Deno.test("Salesforce() reads the user from the userinfo endpoint", async () => {
  const hostile: HostileModes = { idTokenClaims: (claims) => void (claims.name = "Another User") };
  const outcome = await signInAt({ issuer: "https://login.salesforce.com", hostile }, Salesforce);
  assertSignedIn(outcome);
  assertEquals(outcome.idp.count("userinfo"), 1);
});

Deno.test("Roblox() discovers endpoints with an issuer that ends with a slash", async () => {
  const issuer = "https://apis.roblox.com/oauth/";
  const answers: HostileModes["answer"] = {
    discovery: async (response) => {
      const document = await response.json();
      for (const [name, value] of Object.entries(document)) {
        if (name !== "issuer" && typeof value === "string") {
          document[name] = value.replace("/oauth//", "/oauth/");
        }
      }
      return Response.json(document);
    },
  };
  assertSignedIn(await signInAt({ issuer, hostile: { answer: answers } }, Roblox));
});
