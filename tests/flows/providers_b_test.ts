import { assert, assertEquals, assertFalse, assertStringIncludes } from "@std/assert";
import { Auth, type AuthConfig } from "../../mod.ts";
import Mailru from "../../src/providers/mailru.ts";
import Mattermost from "../../src/providers/mattermost.ts";
import NetSuite from "../../src/providers/netsuite.ts";
import Nextcloud from "../../src/providers/nextcloud.ts";
import Notion from "../../src/providers/notion.ts";
import Threads from "../../src/providers/threads.ts";
import TikTok from "../../src/providers/tiktok.ts";
import Todoist from "../../src/providers/todoist.ts";
import Trakt from "../../src/providers/trakt.ts";
import VK from "../../src/providers/vk.ts";
import WeChat from "../../src/providers/wechat.ts";
import WorkOS from "../../src/providers/workos.ts";
import { APP, CLIENT, isClientOfForm, type Outcome, signInAt, type SiteOptions } from "./_site.ts";

const IMAGE = "https://img.example/ada.png";

function assertSignedIn({ landing, account, user, errors }: Outcome, id: string): void {
  assertEquals(landing.url.href, `${APP}/after`, errors.map(String).join("\n"));
  assertEquals(account?.providerAccountId, id);
  assertEquals(user?.name, "Ada Lovelace");
}

function assertRefused({ landing, user, errors }: Outcome): void {
  assertEquals(user, undefined);
  assertFalse(landing.url.href.startsWith(`${APP}/after`));
  assert(errors.length > 0);
}

// ---- TikTok ----

const TIKTOK_USER = {
  data: { user: { open_id: "open-1", avatar_url: IMAGE, display_name: "Ada Lovelace" } },
  error: { code: "ok", message: "", log_id: "1" },
};

const tiktok: SiteOptions = {
  authorize: "https://www.tiktok.com/v2/auth/authorize",
  asks: { client_key: CLIENT.clientId, scope: "user.info.basic" },
  token: "https://open.tiktokapis.com/v2/oauth/token/",
  isClient: ({ form, headers }) =>
    form.get("client_key") === CLIENT.clientId &&
    form.get("client_secret") === CLIENT.clientSecret &&
    headers.get("content-type") === "application/x-www-form-urlencoded",
  grant: (access_token) =>
    Response.json({ access_token, token_type: "Bearer", expires_in: 86400, open_id: "open-1" }),
  api: {
    "https://open.tiktokapis.com/v2/user/info/": ({ url }) =>
      url.searchParams.get("fields") === "open_id,avatar_url,display_name"
        ? Response.json(TIKTOK_USER)
        : Response.json({ error: { code: "invalid_params" } }, { status: 400 }),
  },
};

Deno.test("TikTok() sends the client key, in a form without charset, through the app's fetch", async () => {
  const outcome = await signInAt(tiktok, TikTok);
  assertSignedIn(outcome, "open-1");
  assertEquals(outcome.user?.image, IMAGE);
  assertEquals(outcome.user?.email, undefined);
  assertEquals(outcome.requests.length, 2);
});

Deno.test("TikTok() signs nobody in when an error comes with status 200", async () => {
  const grant = () => Response.json({ error: "invalid_request", log_id: "1" });
  assertRefused(await signInAt({ ...tiktok, grant }, TikTok));
  const api = {
    "https://open.tiktokapis.com/v2/user/info/": () =>
      Response.json({ data: {}, error: { code: "access_token_invalid" } }),
  };
  assertRefused(await signInAt({ ...tiktok, api }, TikTok));
});

// ---- WeChat ----

const WECHAT_USER = {
  openid: "open-1",
  nickname: "Ada Lovelace",
  headimgurl: IMAGE,
  privilege: [],
};

function wechat(user: object, path = "oauth2/authorize", scope = "snsapi_userinfo"): SiteOptions {
  return {
    authorize: `https://open.weixin.qq.com/connect/${path}`,
    asks: { appid: CLIENT.clientId, scope },
    token: "https://api.weixin.qq.com/sns/oauth2/access_token",
    isClient: ({ url: { searchParams } }) =>
      searchParams.get("appid") === CLIENT.clientId &&
      searchParams.get("secret") === CLIENT.clientSecret,
    grant: (access_token) =>
      new Response(JSON.stringify({ access_token, expires_in: 7200, openid: "open-1" }), {
        headers: { "content-type": "text/plain" },
      }),
    api: {
      "https://api.weixin.qq.com/sns/userinfo": ({ url: { searchParams } }) =>
        searchParams.get("openid") === "open-1" && searchParams.get("lang") === "zh_CN"
          ? Response.json(user)
          : Response.json({ errcode: 40003, errmsg: "invalid openid" }),
    },
    bearerOf: ({ url }) => url.searchParams.get("access_token"),
  };
}

Deno.test("WeChat() sends app and secret in the query and knows people across apps", async () => {
  const outcome = await signInAt(wechat({ ...WECHAT_USER, unionid: "union-1" }), WeChat);
  assertSignedIn(outcome, "union-1");
  assertEquals(outcome.start.hash, "#wechat_redirect");
});

Deno.test("WeChat() knows people of one app when the site names no other id", async () => {
  assertSignedIn(await signInAt(wechat(WECHAT_USER), WeChat), "open-1");
});

Deno.test('WeChat({ platformType: "WebsiteApp" }) shows a code to scan', async () => {
  const site = wechat(WECHAT_USER, "qrconnect", "snsapi_login");
  const outcome = await signInAt(
    site,
    (options) => WeChat({ ...options, platformType: "WebsiteApp" }),
  );
  assertSignedIn(outcome, "open-1");
});

Deno.test("WeChat() signs nobody in when an error comes with status 200", async () => {
  assertRefused(await signInAt(wechat({ errcode: 40001, errmsg: "invalid credential" }), WeChat));
  const grant = () => Response.json({ errcode: 40029, errmsg: "invalid code" });
  assertRefused(await signInAt({ ...wechat(WECHAT_USER), grant }, WeChat));
});

// ---- VK ----

function vk(answer: object): SiteOptions {
  return {
    authorize: "https://oauth.vk.com/authorize",
    asks: { client_id: CLIENT.clientId, scope: "email", v: "5.131" },
    token: "https://oauth.vk.com/access_token",
    isClient: (request) => isClientOfForm(request) && request.url.searchParams.get("v") === "5.131",
    grant: (access_token) =>
      Response.json({ access_token, expires_in: 0, user_id: 1, email: "Ada@Example.com" }),
    api: {
      "https://api.vk.com/method/users.get": ({ url: { searchParams } }) =>
        searchParams.get("v") === "5.131" && searchParams.get("fields") === "photo_100"
          ? Response.json(answer)
          : Response.json({ error: { error_code: 8 } }),
    },
  };
}

Deno.test("VK() takes the address from the token answer, which names no type", async () => {
  const user = { id: 1, first_name: "Ada", last_name: "Lovelace", photo_100: IMAGE };
  const outcome = await signInAt(vk({ response: [user] }), VK);
  assertSignedIn(outcome, "1");
  assertEquals(outcome.user?.email, "ada@example.com");
  assertEquals(outcome.account?.token_type, "bearer");
});

Deno.test("VK() signs nobody in when an error comes with status 200", async () => {
  assertRefused(await signInAt(vk({ error: { error_code: 5 } }), VK));
  assertRefused(await signInAt(vk({ response: [] }), VK));
});

// ---- Notion ----

const NOTION_USER = {
  object: "user",
  id: "person-1",
  name: "Ada Lovelace",
  avatar_url: IMAGE,
  type: "person",
  person: { email: "ada@example.com" },
};

function notion(owner: object): SiteOptions {
  return {
    authorize: "https://api.notion.com/v1/oauth/authorize",
    asks: {
      client_id: CLIENT.clientId,
      owner: "user",
      redirect_uri: `${APP}/auth/callback/notion`,
    },
    token: "https://api.notion.com/v1/oauth/token",
    grant: (access_token) =>
      Response.json({ access_token, token_type: "bearer", bot_id: "bot-1", workspace_id: "1" }),
    api: {
      "https://api.notion.com/v1/users/me": ({ headers }) =>
        headers.get("notion-version") === "2022-06-28"
          ? Response.json({ object: "user", id: "bot-1", type: "bot", bot: { owner } })
          : Response.json({ code: "missing_version" }, { status: 400 }),
    },
  };
}

Deno.test("NotionProvider() reads who authorized the integration, with or without redirectUri", async () => {
  const site = notion({ type: "user", user: NOTION_USER });
  for (const redirectUri of [undefined, `${APP}/auth/callback/notion`]) {
    const outcome = await signInAt(site, (options) => Notion({ ...options, redirectUri }));
    assertSignedIn(outcome, "person-1");
    assertEquals(outcome.user?.email, "ada@example.com");
  }
});

Deno.test("NotionProvider() signs nobody in when a workspace is the owner", async () => {
  assertRefused(await signInAt(notion({ type: "workspace", workspace: true }), Notion));
});

// ---- Threads ----

function threads(profile: object): SiteOptions {
  return {
    authorize: "https://threads.net/oauth/authorize",
    asks: { client_id: CLIENT.clientId, scope: "threads_basic" },
    token: "https://graph.threads.net/oauth/access_token",
    isClient: isClientOfForm,
    grant: (access_token) => Response.json({ access_token, user_id: 17841405793187218 }),
    api: { "https://graph.threads.net/v1.0/me": () => Response.json(profile) },
  };
}

Deno.test("Threads() signs in without a token type and without PKCE", async () => {
  const me = { id: "1", username: "Ada Lovelace", threads_profile_picture_url: IMAGE };
  const outcome = await signInAt(threads(me), Threads);
  assertSignedIn(outcome, "1");
  assertEquals(outcome.start.searchParams.has("code_challenge"), false);
  assertSignedIn(await signInAt(threads({ data: me }), Threads), "1");
});

// ---- Sites without a token type ----

Deno.test("Mailru() signs in without a token type", async () => {
  const outcome = await signInAt({
    authorize: "https://oauth.mail.ru/login",
    asks: { client_id: CLIENT.clientId, scope: "userinfo" },
    token: "https://oauth.mail.ru/token",
    grant: (access_token) => Response.json({ access_token, expires_in: 3600 }),
    api: {
      "https://oauth.mail.ru/userinfo": () => Response.json({ id: "1", name: "Ada Lovelace" }),
    },
  }, Mailru);
  assertSignedIn(outcome, "1");
});

Deno.test("WorkOS() signs in by the connection, and sends no empty one", async () => {
  const site = (asks: Record<string, string>): SiteOptions => ({
    authorize: "https://api.workos.com/sso/authorize",
    asks: { client_id: CLIENT.clientId, ...asks },
    token: "https://api.workos.com/sso/token",
    isClient: isClientOfForm,
    grant: (access_token) => Response.json({ access_token, profile: {} }),
    api: {
      "https://api.workos.com/sso/profile": () =>
        Response.json({ id: "prof_1", first_name: "Ada", last_name: "Lovelace", email: "a@b.c" }),
    },
  });
  const connection = "conn_1";
  const outcome = await signInAt(
    site({ connection }),
    (options) => WorkOS({ ...options, connection }),
  );
  assertSignedIn(outcome, "prof_1");
  const plain = await signInAt(site({}), WorkOS);
  assertSignedIn(plain, "prof_1");
  assertFalse(plain.start.searchParams.has("connection"));
});

// ---- Profiles that are asked for in a way of their own ----

const todoist = (user?: object): SiteOptions => ({
  authorize: "https://todoist.com/oauth/authorize",
  asks: { client_id: CLIENT.clientId, scope: "data:read" },
  token: "https://todoist.com/oauth/access_token",
  isClient: isClientOfForm,
  grant: (access_token) => Response.json({ access_token, token_type: "Bearer" }),
  api: {
    "https://api.todoist.com/api/v1/sync": ({ method, form }) =>
      method === "POST" && form.get("sync_token") === "*" &&
        form.get("resource_types") === '["user"]'
        ? Response.json({ full_sync: true, user })
        : Response.json({ error: "invalid" }, { status: 400 }),
  },
});

Deno.test("TodoistProvider() reads the user by a synchronization", async () => {
  const user = { id: "1", full_name: "Ada Lovelace", email: "ada@example.com" };
  assertSignedIn(await signInAt(todoist(user), Todoist), "1");
});

Deno.test("TodoistProvider() signs nobody in when the answer names nobody", async () => {
  assertRefused(await signInAt(todoist(), Todoist));
  assertRefused(await signInAt(todoist({ full_name: "Ada Lovelace" }), Todoist));
});

Deno.test("Trakt() names the version of the API and the app", async () => {
  const outcome = await signInAt({
    authorize: "https://trakt.tv/oauth/authorize",
    asks: { client_id: CLIENT.clientId, scope: "" },
    token: "https://api.trakt.tv/oauth/token",
    grant: (access_token) => Response.json({ access_token, token_type: "bearer" }),
    api: {
      "https://api.trakt.tv/users/me": ({ url, headers }) =>
        headers.get("trakt-api-version") === "2" &&
          headers.get("trakt-api-key") === CLIENT.clientId &&
          url.searchParams.get("extended") === "full"
          ? Response.json({ name: "Ada Lovelace", ids: { slug: "ada" } })
          : new Response(null, { status: 403 }),
    },
  }, Trakt);
  assertSignedIn(outcome, "ada");
});

function nextcloud(userId: unknown): SiteOptions {
  return {
    authorize: "https://cloud.example/apps/oauth2/authorize",
    asks: { client_id: CLIENT.clientId },
    token: "https://cloud.example/apps/oauth2/api/v1/token",
    grant: (access_token) =>
      Response.json({ access_token, token_type: "Bearer", expires_in: 3600, user_id: userId }),
    api: {
      "https://cloud.example/ocs/v1.php/cloud/users/ada%2Fl": ({ headers }) =>
        headers.get("ocs-apirequest") === "true"
          ? Response.json({ ocs: { data: { id: "ada/l", displayname: "Ada Lovelace" } } })
          : new Response("CSRF check failed", { status: 412 }),
      "https://cloud.example/ocs/v1.php/cloud/users/undefined": () =>
        Response.json({ ocs: { data: { id: "undefined-but-real", displayname: "Eve" } } }),
    },
  };
}

Deno.test("Nextcloud() asks for the person that the token answer names", async () => {
  const create = (options: typeof CLIENT) =>
    Nextcloud({ ...options, issuer: "https://cloud.example/" });
  const outcome = await signInAt(nextcloud("ada/l"), create);
  assertSignedIn(outcome, "ada/l");
  assertEquals(outcome.user?.image, "https://cloud.example/avatar/ada%2Fl/512");
  assertRefused(await signInAt(nextcloud(undefined), create));
});

Deno.test("NetSuite() asks the RESTlet of the app, on hosts of the account", async () => {
  const userinfo = "https://1234567-sb1.restlets.api.netsuite.com/app/site/hosting/restlet.nl";
  const outcome = await signInAt(
    {
      authorize: "https://1234567-sb1.app.netsuite.com/app/login/oauth2/authorize.nl",
      asks: { client_id: CLIENT.clientId, scope: "restlets", prompt: "login" },
      token: "https://1234567-sb1.suitetalk.api.netsuite.com/services/rest/auth/oauth2/v1/token",
      grant: (access_token) => Response.json({ access_token, token_type: "bearer" }),
      api: { [userinfo]: () => Response.json({ id: 7, name: "Ada Lovelace" }) },
    },
    (options) =>
      NetSuite({
        ...options,
        accountID: "1234567_SB1",
        scope: "restlets",
        prompt: "login",
        userinfo,
      }),
  );
  assertSignedIn(outcome, "7");
});

Deno.test("Mattermost() takes the URL of the server for no issuer", async () => {
  const provider = Mattermost({ ...CLIENT, issuer: "https://chat.example/" });
  assertEquals(provider.issuer ?? provider.options?.issuer, undefined);
  const outcome = await signInAt({
    authorize: "https://chat.example/oauth/authorize",
    asks: { client_id: CLIENT.clientId },
    token: "https://chat.example/oauth/access_token",
    isClient: isClientOfForm,
    grant: (access_token) => Response.json({ access_token, token_type: "bearer" }),
    api: {
      "https://chat.example/api/v4/users/me": () =>
        Response.json({ id: "user-1", first_name: "Ada", last_name: "Lovelace" }),
    },
  }, (options) => Mattermost({ ...options, issuer: "https://chat.example/" }));
  assertSignedIn(outcome, "user-1");
});

// ---- Config ----

for (
  const [name, provider] of [["NetSuite", NetSuite(CLIENT)], [
    "Mattermost",
    Mattermost(CLIENT),
  ]] as const
) {
  Deno.test(`${name}() without its address is named in the log, and the rest works`, async () => {
    const errors: Error[] = [];
    const config: AuthConfig = {
      providers: [provider],
      secret: "a-secret-of-at-least-32-characters",
      trustHost: true,
      logger: { error: (error) => void errors.push(error) },
    };
    const response = await Auth(new Request(`${APP}/auth/session`), config);
    assertEquals([response.status, await response.json()], [200, null]);
    assertEquals(errors.length, 1);
    assertStringIncludes(String(errors[0]), `"${provider.id}": set \`authorization\``);
  });
}
