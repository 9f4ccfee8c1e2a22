import type { OAuthUserConfig } from "../../../src/types/provider.ts";
import { assertEquals, assertRejects } from "@std/assert";
import { identify } from "../../../src/flows/oauth/profile.ts";
import { getServer } from "../../../src/flows/oauth/metadata.ts";
import GitHub, { type GitHubEmail, type GitHubProfile } from "../../../src/providers/github.ts";
import { customFetch } from "../../../mod.ts";
import type { GitHubOptions } from "../../../src/providers/github.ts";
import type { ResolvedOAuthProvider } from "../../../src/types/resolved_provider.ts";
import { createConfig, createTestContext, providerOf } from "../_context.ts";

const API = "https://api.github.com/users/octocat";

/** The documented response of `/user` without members that only some accounts have. */
const OCTOCAT: GitHubProfile = {
  id: 583231,
  node_id: "MDQ6VXNlcjU4MzIzMQ==",
  login: "octocat",
  name: "The Octocat",
  email: null,
  avatar_url: "https://avatars.example/583231",
  gravatar_id: "",
  html_url: "https://github.com/octocat",
  url: API,
  followers_url: `${API}/followers`,
  following_url: `${API}/following{/other_user}`,
  gists_url: `${API}/gists{/gist_id}`,
  starred_url: `${API}/starred{/owner}{/repo}`,
  subscriptions_url: `${API}/subscriptions`,
  organizations_url: `${API}/orgs`,
  repos_url: `${API}/repos`,
  events_url: `${API}/events{/privacy}`,
  received_events_url: `${API}/received_events`,
  type: "User",
  site_admin: false,
  company: "@github",
  blog: "https://github.blog",
  location: "San Francisco",
  hireable: null,
  bio: null,
  public_repos: 8,
  public_gists: 8,
  followers: 20000,
  following: 9,
  created_at: "2011-01-25T18:44:36Z",
  updated_at: "2026-01-22T12:13:51Z",
  two_factor_authentication: true,
};
const email = (address: string, primary = false): GitHubEmail => ({
  email: address,
  primary,
  verified: true,
  visibility: null,
});

function resolve(
  options: OAuthUserConfig<GitHubProfile> & GitHubOptions = {},
): ResolvedOAuthProvider {
  const { config } = createConfig({ providers: [GitHub({ clientId: "c", ...options })] });
  return config.providers.get("github") as ResolvedOAuthProvider;
}

/** Identifies a user with an API that answers from a table. */
async function readUser(
  answers: Record<string, unknown>,
  options: OAuthUserConfig<GitHubProfile> & GitHubOptions = {},
) {
  const asked: string[] = [];
  const github = GitHub({
    clientId: "c",
    [customFetch]: (input, init) => {
      const request = new Request(input, init);
      asked.push(request.url);
      assertEquals(request.headers.get("authorization"), "Bearer token");
      assertEquals(request.headers.has("user-agent"), true);
      const answer = answers[new URL(request.url).pathname];
      return Promise.resolve(
        answer === undefined ? new Response("", { status: 404 }) : Response.json(answer),
      );
    },
    ...options,
  });
  const { ctx } = await createTestContext({
    path: "callback/github",
    config: { providers: [github] },
  });
  const provider = providerOf(ctx);
  const tokens = { access_token: "token", token_type: "bearer" };
  const { profile } = await identify(ctx, provider, await getServer(provider), { tokens });
  return { user: profile as unknown as GitHubProfile, asked };
}

Deno.test("GitHub() has GitHub's endpoints and requests user and addresses", () => {
  const { authorization, token, issuer, checks } = resolve();
  assertEquals(
    authorization.url?.href,
    "https://github.com/login/oauth/authorize?scope=read%3Auser+user%3Aemail",
  );
  assertEquals(token.url?.href, "https://github.com/login/oauth/access_token");
  assertEquals(issuer, "https://github.com/login/oauth");
  assertEquals(checks, ["pkce"]);
});

Deno.test("GitHub() with `enterprise` has the endpoints of that server and its API", async () => {
  const options = { enterprise: { baseUrl: "https://git.example.com/" } };
  const { authorization, token, userinfo } = resolve(options);
  assertEquals(authorization.url?.origin, "https://git.example.com");
  assertEquals(token.url?.href, "https://git.example.com/login/oauth/access_token");
  assertEquals(userinfo?.url?.href, "https://git.example.com/api/v3/user");
  const { asked } = await readUser(
    { "/api/v3/user": { ...OCTOCAT, email: "a@b.example" } },
    options,
  );
  assertEquals(asked, [
    "https://git.example.com/api/v3/user",
    "https://git.example.com/api/v3/user/emails",
  ]);
});

Deno.test("GitHub() reads a public address from the user, and its verification from the list", async () => {
  const octocat = { ...OCTOCAT, email: "Public@example.com" };
  const read = async (list: unknown) => {
    const { user, asked } = await readUser({ "/user": octocat, "/user/emails": list });
    assertEquals(user.email, "Public@example.com");
    assertEquals(asked, ["https://api.github.com/user", "https://api.github.com/user/emails"]);
    return user.email_verified;
  };
  assertEquals(await read([email("first@example.com", true), email("public@example.com")]), true);
  assertEquals(await read([email("first@example.com", true)]), undefined);
  assertEquals(await read([{ ...email("public@example.com"), verified: false }]), false);
  assertEquals(await read([{ ...email("public@example.com"), verified: undefined }]), false);
  assertEquals(await read({ message: "Not Found" }), undefined);
  assertEquals(await read(undefined), undefined);
});

Deno.test("GitHub() reads the primary address when none is public", async () => {
  const emails = [email("second@example.com"), email("first@example.com", true)];
  const read = async (list: unknown) => {
    const { user } = await readUser({ "/user": OCTOCAT, "/user/emails": list });
    assertEquals(user.email_verified, user.email === null ? undefined : true);
    return user.email;
  };
  assertEquals(await read(emails), "first@example.com");
  assertEquals(await read(emails.slice(0, 1)), "second@example.com");
  assertEquals(await read([]), null);
  assertEquals(await read(undefined), null);
});

Deno.test("GitHub() fails when the user cannot be read", async () => {
  await assertRejects(() => readUser({}), TypeError, "status 404");
});

Deno.test("GitHub() maps the number to the id, and the handle to a missing name", async () => {
  const { profile } = resolve();
  assertEquals(await profile(OCTOCAT, {}), {
    id: "583231",
    name: "The Octocat",
    email: null,
    image: OCTOCAT.avatar_url,
  });
  assertEquals((await profile({ ...OCTOCAT, name: null }, {})).name, "octocat");
});

Deno.test("GitHub() accepts the app's scope and mapping", async () => {
  const { authorization, profile } = resolve({
    authorization: { params: { scope: "repo" } },
    profile: ({ login }) => ({ id: login }),
  });
  assertEquals(authorization.url?.searchParams.get("scope"), "repo");
  assertEquals(authorization.url?.pathname, "/login/oauth/authorize");
  assertEquals(await profile(OCTOCAT, {}), { id: "octocat" });
});

Deno.test("GitHub() ignores addresses that GitHub has not verified", async () => {
  const emails = [
    { email: "foreign@example.com", primary: true, verified: false, visibility: null },
    { email: "own@example.com", primary: false, verified: true, visibility: null },
  ];
  const read = async (emails: unknown[]) => {
    const { user } = await readUser({ "/user": OCTOCAT, "/user/emails": emails });
    return user.email;
  };
  assertEquals(await read(emails), "own@example.com");
  assertEquals(await read(emails.slice(0, 1)), null);
  assertEquals(await read([{ email: "foreign@example.com", primary: true }]), null);
});
