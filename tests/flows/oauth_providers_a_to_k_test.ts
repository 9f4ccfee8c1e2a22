import { assert, assertEquals, assertFalse, assertMatch } from "@std/assert";
import { customFetch } from "../../mod.ts";
import Atlassian from "../../src/providers/atlassian.ts";
import AzureDevOpsProvider from "../../src/providers/azure_devops.ts";
import SAMLJackson from "../../src/providers/boxyhq_saml.ts";
import Bungie from "../../src/providers/bungie.ts";
import ClickUp from "../../src/providers/click_up.ts";
import Discord, { type DiscordProfile } from "../../src/providers/discord.ts";
import Dribbble from "../../src/providers/dribbble.ts";
import Dropbox from "../../src/providers/dropbox.ts";
import Eventbrite from "../../src/providers/eventbrite.ts";
import Facebook from "../../src/providers/facebook.ts";
import Foursquare from "../../src/providers/foursquare.ts";
import GitHub from "../../src/providers/github.ts";
import GitLab from "../../src/providers/gitlab.ts";
import HubSpot from "../../src/providers/hubspot.ts";
import Instagram from "../../src/providers/instagram.ts";
import Kakao from "../../src/providers/kakao.ts";
import {
  APP,
  CLIENT,
  isClientOfForm,
  type Outcome,
  signInAt,
  type SiteOptions,
  type SiteRequest,
} from "./_site.ts";

const IMAGE = "https://img.example/ada.png";
const EMAIL = "ada@example.com";

function assertSignedIn({ landing, account, user, errors }: Outcome, id: string): void {
  assertEquals(landing.url.href, `${APP}/after`, errors.map(String).join("\n"));
  assertEquals(account?.providerAccountId, id);
  assertEquals(user?.name, "Ada Lovelace");
}

function assertRefused({ landing, user, errors }: Outcome, reason: RegExp): void {
  assertEquals(user, undefined);
  assertFalse(landing.url.href.startsWith(`${APP}/after`));
  assertMatch(errors.map(String).join("\n"), reason);
}

const bearer = (access_token: string, extra: Record<string, unknown> = {}) =>
  Response.json({ access_token, token_type: "Bearer", expires_in: 3600, ...extra });

/** An API that answers one GET. */
const api = (url: string, user: unknown, params: Record<string, string> = {}) => ({
  [url]: ({ url, method }: SiteRequest) =>
    method === "GET" &&
      Object.entries(params).every(([name, value]) => url.searchParams.get(name) === value)
      ? Response.json(user)
      : new Response("Bad request", { status: 400 }),
});

// ---- Azure DevOps ----

const DEVOPS = "https://app.vssps.visualstudio.com";
const devops: SiteOptions = {
  authorize: `${DEVOPS}/oauth2/authorize`,
  asks: { client_id: CLIENT.clientId, scope: "vso.profile" },
  responseType: "Assertion",
  token: `${DEVOPS}/oauth2/token`,
  isClient: ({ form }) =>
    form.get("client_assertion_type") ===
      "urn:ietf:params:oauth:client-assertion-type:jwt-bearer" &&
    form.get("client_assertion") === CLIENT.clientSecret &&
    form.get("grant_type") === "urn:ietf:params:oauth:grant-type:jwt-bearer",
  codeOf: ({ form }) => new URLSearchParams({ code: form.get("assertion") ?? "" }),
  grant: (access_token) =>
    Response.json({ access_token, token_type: "jwt-bearer", expires_in: "3599" }),
  api: api(`${DEVOPS}/_apis/profile/profiles/me`, {
    id: "guid-1",
    displayName: "Ada Lovelace",
    emailAddress: EMAIL,
    coreAttributes: { Avatar: { value: { value: "/9j/" } } },
  }, { details: "true", coreAttributes: "Avatar", "api-version": "6.0" }),
};

Deno.test("AzureDevOpsProvider() exchanges the code as an assertion", async () => {
  const outcome = await signInAt(devops, AzureDevOpsProvider);
  assertSignedIn(outcome, "guid-1");
  assertEquals(outcome.user?.email, EMAIL);
  assertEquals(outcome.user?.image, "data:image/jpeg;base64,/9j/");
  assertEquals(outcome.account?.token_type, "bearer");
  assertEquals(outcome.requests.length, 2);
});

Deno.test("AzureDevOpsProvider() creates no session when the exchange is refused", async () => {
  const outcome = await signInAt(
    devops,
    (options) => AzureDevOpsProvider({ ...options, clientSecret: "wrong" }),
  );
  assertRefused(outcome, /status 400/);
});

// ---- Bungie ----

const BUNGIE = "https://www.bungie.net";
const bungie: SiteOptions = {
  authorize: `${BUNGIE}/en/OAuth/Authorize`,
  asks: { client_id: CLIENT.clientId, reauth: "true" },
  token: `${BUNGIE}/platform/app/oauth/token/`,
  grant: (accessToken) => bearer(accessToken, { membership_id: "10000001" }),
  api: {
    [`${BUNGIE}/platform/User/GetMembershipsForCurrentUser/`]: ({ headers }) =>
      headers.get("x-api-key") === "key-1"
        ? Response.json({
          Response: {
            bungieNetUser: {
              membershipId: "10000001",
              displayName: "Ada Lovelace",
              profilePicturePath: "img/profile/avatars/cc45.jpg",
            },
          },
          ErrorCode: 1,
        })
        : Response.json({ ErrorCode: 2101, ErrorStatus: "ApiInvalidOrExpiredKey" }, {
          status: 401,
        }),
  },
};

Deno.test("Bungie() sends its API key", async () => {
  const outcome = await signInAt(bungie, (options) => Bungie({ ...options, apiKey: "key-1" }));
  assertSignedIn(outcome, "10000001");
  assertEquals(outcome.user?.image, `${BUNGIE}/img/profile/avatars/cc45.jpg`);
});

Deno.test("Bungie() creates no session without a valid API key", async () => {
  assertRefused(await signInAt(bungie, Bungie), /apiKey/);
  const wrong = await signInAt(bungie, (options) => Bungie({ ...options, apiKey: "wrong" }));
  assertRefused(wrong, /status 401/);
});

// ---- Dropbox ----

const dropbox: SiteOptions = {
  authorize: "https://www.dropbox.com/oauth2/authorize",
  asks: { token_access_type: "offline", scope: "account_info.read" },
  token: "https://api.dropboxapi.com/oauth2/token",
  grant: bearer,
  api: {
    "https://api.dropboxapi.com/2/users/get_current_account": ({ method, headers, form }) =>
      // Dropbox rejects a request with a body or a content type.
      method === "POST" && form.size === 0 && !headers.has("content-type")
        ? Response.json({
          account_id: "dbid:1",
          name: { display_name: "Ada Lovelace" },
          email: EMAIL,
          profile_photo_url: IMAGE,
        })
        : new Response("Bad request", { status: 400 }),
  },
};

Deno.test("Dropbox() reads the account with an empty POST", async () => {
  const outcome = await signInAt(dropbox, Dropbox);
  assertSignedIn(outcome, "dbid:1");
  assertEquals(outcome.user?.image, IMAGE);
  const failing = () => new Response("Too many requests", { status: 429 });
  const [address] = Object.keys(dropbox.api!);
  assertRefused(await signInAt({ ...dropbox, api: { [address!]: failing } }, Dropbox), /429/);
});

// ---- Foursquare ----

const foursquare: SiteOptions = {
  authorize: "https://foursquare.com/oauth2/authenticate",
  asks: { client_id: CLIENT.clientId },
  token: "https://foursquare.com/oauth2/access_token",
  grant: (access_token) => Response.json({ access_token }),
  bearerOf: ({ url, headers }) =>
    headers.has("authorization") ? null : url.searchParams.get("oauth_token"),
  api: api("https://api.foursquare.com/v2/users/self", {
    response: { user: { id: "1", firstName: "Ada", lastName: "Lovelace" } },
  }, { v: "20230131" }),
};

Deno.test("Foursquare() accepts a response without token type, and sends the token in the query", async () => {
  const outcome = await signInAt(foursquare, Foursquare);
  assertSignedIn(outcome, "1");
  assertFalse(outcome.user?.image);
});

Deno.test("Foursquare({ apiVersion }) requests another version of the API", async () => {
  const create = (options: typeof CLIENT) => Foursquare({ ...options, apiVersion: "20240101" });
  const outcome = await signInAt(foursquare, create);
  assertEquals(outcome.requests.at(-1)!.url.searchParams.get("v"), "20240101");
  assertRefused(outcome, /status 400/);
});

// ---- HubSpot ----

const TOKENS = "https://api.hubapi.com/oauth/v1/access-tokens";
const hubspot: SiteOptions = {
  authorize: "https://app.hubspot.com/oauth/authorize",
  asks: { client_id: CLIENT.clientId, scope: "oauth" },
  token: "https://api.hubapi.com/oauth/v1/token",
  isClient: isClientOfForm,
  // HubSpot's tokens contain such characters.
  grant: () => bearer("token/1+2"),
};

Deno.test("HubSpot() reads the user from the path with the token", async () => {
  const outcome = await signInAt({
    ...hubspot,
    bearerOf: () => null,
    open: { [`${TOKENS}/token%2F1%2B2`]: () => Response.json({ user_id: 123, user: EMAIL }) },
  }, HubSpot);
  assertEquals(outcome.landing.url.href, `${APP}/after`, outcome.errors.map(String).join());
  assertEquals(outcome.account?.providerAccountId, "123");
  const unproven = { emailVerified: false };
  assertEquals(outcome.user, { name: EMAIL, email: EMAIL, image: null, ...unproven });
});

// ---- BoxyHQ SAML ----

const jackson: SiteOptions = {
  authorize: "https://sso.example.com/api/oauth/authorize",
  asks: { provider: "saml", tenant: "acme" },
  token: "https://sso.example.com/api/oauth/token",
  grant: bearer,
  api: api("https://sso.example.com/api/oauth/userinfo", {
    id: "1",
    email: EMAIL,
    firstName: "Ada",
    lastName: "Lovelace",
  }),
};

Deno.test("SAMLJackson({ issuer }) uses endpoints below the issuer", async () => {
  const authorization = { params: { tenant: "acme" } };
  for (const issuer of ["https://sso.example.com", "https://sso.example.com/"]) {
    const outcome = await signInAt(
      jackson,
      (options) => SAMLJackson({ ...options, issuer, authorization }),
    );
    assertSignedIn(outcome, "1");
  }
});

// ---- Client authentication in the form ----

Deno.test("Instagram() sends its credentials in the form and accepts a response without token type", async () => {
  const outcome = await signInAt({
    authorize: "https://api.instagram.com/oauth/authorize",
    asks: { scope: "user_profile" },
    token: "https://api.instagram.com/oauth/access_token",
    isClient: isClientOfForm,
    grant: (access_token) => Response.json({ access_token, user_id: 17841405793187218 }),
    api: api("https://graph.instagram.com/me", { id: "1", username: "Ada Lovelace" }, {
      fields: "id,username,account_type,name",
    }),
  }, Instagram);
  assertSignedIn(outcome, "1");
});

Deno.test("Eventbrite() sends its credentials in the form and reads the primary address", async () => {
  const outcome = await signInAt({
    authorize: "https://www.eventbrite.com/oauth/authorize",
    asks: { scope: "user.profile" },
    token: "https://www.eventbrite.com/oauth/token",
    isClient: isClientOfForm,
    grant: bearer,
    api: api("https://www.eventbriteapi.com/v3/users/me/", {
      id: "1",
      name: "Ada Lovelace",
      emails: [{ email: "old@example.com", primary: false }, {
        email: EMAIL,
        primary: true,
        verified: true,
      }],
      image_id: null,
    }),
  }, Eventbrite);
  assertSignedIn(outcome, "1");
  assertEquals(outcome.user?.email, EMAIL);
});

Deno.test("Kakao() sends an empty scope and its credentials in the form", async () => {
  const outcome = await signInAt({
    authorize: "https://kauth.kakao.com/oauth/authorize",
    asks: { scope: "" },
    token: "https://kauth.kakao.com/oauth/token",
    isClient: isClientOfForm,
    grant: bearer,
    api: api("https://kapi.kakao.com/v2/user/me", {
      id: 1,
      kakao_account: { profile: { nickname: "Ada Lovelace" } },
    }),
  }, Kakao);
  assertSignedIn(outcome, "1");
});

// ---- Parameters ----

Deno.test("Atlassian() sends the audience and a state, but no challenge", async () => {
  const outcome = await signInAt({
    authorize: "https://auth.atlassian.com/authorize",
    asks: { audience: "api.atlassian.com", scope: "read:me" },
    token: "https://auth.atlassian.com/oauth/token",
    grant: bearer,
    api: api("https://api.atlassian.com/me", { account_id: "1", name: "Ada Lovelace" }),
  }, Atlassian);
  assertSignedIn(outcome, "1");
  assert(outcome.start.searchParams.has("state"));
  assertFalse(outcome.start.searchParams.has("code_challenge"));
});

Deno.test("Facebook() requests the members it reads", async () => {
  const outcome = await signInAt({
    authorize: "https://www.facebook.com/v19.0/dialog/oauth",
    asks: { scope: "email" },
    token: "https://graph.facebook.com/oauth/access_token",
    grant: bearer,
    api: api("https://graph.facebook.com/me", {
      id: "1",
      name: "Ada Lovelace",
      picture: { data: { url: IMAGE } },
    }, { fields: "id,name,email,picture" }),
  }, Facebook);
  assertSignedIn(outcome, "1");
  assertEquals(outcome.user?.image, IMAGE);
});

const facebook = (grant: SiteOptions["grant"], user: unknown): SiteOptions => ({
  authorize: "https://www.facebook.com/v19.0/dialog/oauth",
  asks: {},
  token: "https://graph.facebook.com/oauth/access_token",
  grant,
  api: api("https://graph.facebook.com/me", user),
});

Deno.test("Facebook() signs in a person without a picture", async () => {
  for (const picture of [{}, { picture: {} }, { picture: null }]) {
    const user = { id: "1", name: "Ada Lovelace", ...picture };
    const outcome = await signInAt(facebook(bearer, user), Facebook);
    assertSignedIn(outcome, "1");
    assertEquals(outcome.user?.image ?? undefined, undefined);
  }
});

const graphErrors: [message: string, code: number, reason: RegExp][] = [
  [
    "Error validating client secret.",
    1,
    /does not accept this app's credentials \(status 400, invalid_client\); check `clientSecret` \(AUTH_FACEBOOK_SECRET\)/,
  ],
  [
    "Error validating application. Cannot get application info due to a system error.",
    101,
    /`clientId` \(AUTH_FACEBOOK_ID\)/,
  ],
  [
    "Error validating verification code. Please make sure your redirect_uri is identical to the " +
    "one you used in the OAuth dialog request",
    100,
    /does not accept the redirect URI.*register .*callback\/facebook/,
  ],
  ["This authorization code has been used.", 100, /does not accept the code/],
  ["Application request limit reached", 4, /an error \(status 400, OAuthException\.4\)/],
];
for (const [message, code, reason] of graphErrors) {
  Deno.test(`Facebook() leaves the reason in the log: ${message}`, async () => {
    const error = { message, type: "OAuthException", code, fbtrace_id: "secret-trace" };
    const refuse = () => Response.json({ error }, { status: 400 });
    const outcome = await signInAt(facebook(refuse, {}), Facebook);
    assertRefused(outcome, reason);
    assertFalse(outcome.errors.map(String).join("\n").includes("secret-trace"));
  });
}

Deno.test("Dribbble() requests the configured scope, by default `public`", async () => {
  const site = (scope: string): SiteOptions => ({
    authorize: "https://dribbble.com/oauth/authorize",
    asks: { scope },
    token: "https://dribbble.com/oauth/token",
    grant: bearer,
    api: api("https://api.dribbble.com/v2/user", { id: 1, name: "Ada Lovelace" }),
  });
  assertSignedIn(await signInAt(site("public"), Dribbble), "1");
  const scope = "public upload";
  assertSignedIn(
    await signInAt(site(scope), (options) => Dribbble({ ...options, scope })),
    "1",
  );
});

Deno.test("GitLab({ baseUrl }) signs in at a self-hosted instance", async () => {
  for (const baseUrl of ["https://git.example.com/lab", "https://git.example.com/lab/"]) {
    const outcome = await signInAt({
      authorize: "https://git.example.com/lab/oauth/authorize",
      asks: { scope: "read_user" },
      token: "https://git.example.com/lab/oauth/token",
      grant: bearer,
      api: api("https://git.example.com/lab/api/v4/user", {
        id: 42,
        username: "ada",
        name: "Ada Lovelace",
        email: EMAIL,
        avatar_url: null,
      }),
    }, (options) => GitLab({ ...options, baseUrl }));
    assertSignedIn(outcome, "42");
  }
});

// ---- Profiles ----

Deno.test("ClickUp() returns the picture and the color under their original names", async () => {
  const { profile } = ClickUp();
  const user = { id: 1, username: "ada", color: "#000", profilePicture: IMAGE };
  assertEquals<Record<string, unknown>>(await profile!({ user }, {}) as Record<string, unknown>, {
    id: "1",
    name: "ada",
    profilePicture: IMAGE,
    color: "#000",
  });
});

const CDN = "https://cdn.discordapp.com";
const pictures: [Partial<DiscordProfile>, string][] = [
  [{ avatar: "1a" }, `${CDN}/avatars/80351110224678912/1a.png`],
  [{ avatar: "a_1a" }, `${CDN}/avatars/80351110224678912/a_1a.gif`],
  // 80351110224678912 >> 22 is 19157197529, which is 5 modulo 6.
  [{ discriminator: "0" }, `${CDN}/embed/avatars/5.png`],
  [{ discriminator: "1337" }, `${CDN}/embed/avatars/2.png`],
];

for (const [changes, image] of pictures) {
  Deno.test(`Discord() computes the picture's URL for ${JSON.stringify(changes)}`, async () => {
    const person: DiscordProfile = {
      id: "80351110224678912",
      username: "ada",
      discriminator: "0",
      global_name: null,
      avatar: null,
      ...changes,
    };
    const user = await Discord().profile!(person, {});
    assertEquals([user.name, user.image], ["ada", image]);
  });
}

// ---- GitHub ----

const github = (site: string, apiBase: string, emails: unknown): SiteOptions => ({
  authorize: `${site}/login/oauth/authorize`,
  asks: { scope: "read:user user:email" },
  token: `${site}/login/oauth/access_token`,
  grant: bearer,
  api: {
    [`${apiBase}/user`]: ({ headers }) =>
      headers.has("user-agent")
        ? Response.json({ id: 1, login: "ada", name: "Ada Lovelace", email: null })
        : new Response("Forbidden", { status: 403 }),
    [`${apiBase}/user/emails`]: () =>
      emails ? Response.json(emails) : new Response("", {
        status: 403,
      }),
  },
});

Deno.test("GitHub() reads the primary address when none is public", async () => {
  const emails = [{ email: "old@example.com" }, { email: EMAIL, primary: true, verified: true }];
  const [site, apiBase] = ["https://github.com", "https://api.github.com"];
  const outcome = await signInAt(github(site, apiBase, emails), GitHub);
  assertSignedIn(outcome, "1");
  assertEquals(outcome.user?.email, EMAIL);
  // Reading addresses needs a separate permission, which an app may lack.
  const without = await signInAt(github(site, apiBase, undefined), GitHub);
  assertSignedIn(without, "1");
  assertFalse(without.user?.email);
});

Deno.test("GitHub({ enterprise }) signs in at a GitHub Enterprise server", async () => {
  const site = "https://github.example.com";
  const outcome = await signInAt(
    github(site, `${site}/api/v3`, []),
    (options) => GitHub({ ...options, enterprise: { baseUrl: site } }),
  );
  assertSignedIn(outcome, "1");
});

Deno.test("a provider sends its own requests through the app's fetch", async () => {
  const seen: string[] = [];
  const outcome = await signInAt(dropbox, (options) =>
    Dropbox({
      ...options,
      [customFetch]: (input, init) => {
        seen.push(new URL(new Request(input, init).url).pathname);
        return options[customFetch](input, init);
      },
    }));
  assertSignedIn(outcome, "dbid:1");
  assertEquals(seen, ["/oauth2/token", "/2/users/get_current_account"]);
});
