/**
 * Everything that a session can make in an organization, by a session that the policy of the
 * organization keeps out: it makes nothing there, neither in it nor beside it.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { ApiKeys } from "../../src/capabilities/keys/mod.ts";
import { NativeClients } from "../../src/capabilities/native/mod.ts";
import type { PolicyData } from "../../src/capabilities/organizations/kinds.ts";
import { defineAccess, Organizations } from "../../src/capabilities/organizations/mod.ts";
import { bearerFor, type TestBrowser } from "../../src/tools/testing/mod.ts";
import {
  ask,
  codeIn,
  get,
  GOOD,
  hasCode,
  open,
  post,
  press,
} from "../conformance/oauth_server/_authorize.ts";
import { begin, CLIENTS } from "../conformance/oauth_server/_devices.ts";
import {
  createServer,
  ISSUER,
  MCP,
  OPTIONS,
  type ServerRig,
} from "../conformance/oauth_server/_rig.ts";
import { onEveryStore } from "./_every_store.ts";
import type { FaultStore } from "./_fault_store.ts";
import { setPolicy } from "./_organizations.ts";

const ACCESS = defineAccess({
  permissions: { project: ["read", "write"] },
  roles: { member: { project: ["read"] } },
});

/** Policies that the session of the scene does not meet. */
const POLICIES: Readonly<Record<string, PolicyData>> = {
  "the age of the session": { sessionMaxAge: -1 },
  "the age of the proof": { proofMaxAge: 60 },
  "a method": { methods: ["mfa"] },
  "a provider": { providers: ["okta"] },
  "a domain": { domains: ["acme.example"] },
};

/** A proof that is fresh enough for every change, and older than a minute. */
const proof = () => ({ at: Math.floor(Date.now() / 1000) - 200 });

/** An owner with a session, and what was made before there was a policy. */
interface Scene {
  rig: ServerRig;
  org: string;
  browser: TestBrowser;
  /** The membership, read before. */
  own: Membership;
  /** Id of the key of the user for the organization. */
  key: string;
  /** Id of a key of the organization. */
  orgKey: string;
  /** Id of a member. */
  bob: string;
  /** Id of an invitation. */
  invitation: string;
}

type Read = Awaited<ReturnType<ServerRig["auth"]["organizations"]["readMembership"]>>;
type Membership = Extract<Read, { ok: true }>;

const requestOf = (browser: TestBrowser, method = "GET") =>
  new Request(`${ISSUER}/page`, {
    method,
    headers: { cookie: browser.cookies.header(new URL(ISSUER)) ?? "", origin: ISSUER },
  });

const result = ({ ok, ...more }: { ok: boolean; reason?: string }) => ok ? "made" : more.reason!;

/** What a credential opens in the organization. */
const opens = async ({ rig, org }: Scene, credential: string, accept: "key" | "token") => {
  const request = new Request(MCP, { headers: { authorization: `Bearer ${credential}` } });
  const resource = accept === "token" ? { resource: MCP } : {};
  const wanted = { accept: [accept], organization: org, ...resource };
  return result(await rig.auth.authenticate(request, wanted as never));
};

/** The grants of the organization that came into being. */
const granted = async ({ rig, org }: Scene) =>
  (await rig.auth.oauthServer.listGrants("ada")).some(({ organization }) => organization === org)
    ? "made"
    : "none";

/** Everything that a session can make in an organization. */
const MAKERS: Readonly<Record<string, (scene: Scene) => Promise<string>>> = {
  "a key of the user for it": async ({ rig, org, browser }) => {
    const options = { name: "ci", organization: org, scopes: ["project:read"] } as const;
    return result(await rig.auth.keys.create(requestOf(browser, "POST"), options));
  },
  "a key of the user, used there": async (scene) => {
    const { rig, browser } = scene;
    const options = { name: "ci", scopes: ["project:read"] } as const;
    const made = await rig.auth.keys.create(requestOf(browser, "POST"), options);
    assert(made.ok);
    return await opens(scene, made.secret, "key");
  },
  "a successor of a key of the user": async ({ rig, browser, org, key }) => {
    await post(browser, "keys", { step: "rotate", id: key });
    const found = await rig.auth.keys.list("ada");
    return found.some((one) => one.organization === org && one.id !== key) ? "made" : "none";
  },
  "a key of the organization": async ({ rig, own }) =>
    result(await rig.auth.keys.createForOrganization(own, { name: "ci", scopes: "all" })),
  "a successor of it": async ({ rig, own, orgKey }) =>
    result(await rig.auth.keys.rotateOfOrganization(own, orgKey)),
  "the end of a key of the organization": async ({ rig, own, orgKey }) =>
    result(await rig.auth.keys.revokeOfOrganization(own, orgKey)),
  "a service": async ({ rig, own }) =>
    result(await rig.auth.keys.createService(own, { name: "ci", scopes: "all" })),
  "a key on the page of the organization": async ({ rig, own, browser }) => {
    await post(browser, "organization/acme/keys", {
      ...{ step: "create", name: "page", days: "30", "scope.project:read": "on" },
    });
    const system = rig.auth.organizations.asSystem(own.organization.id);
    const found = await rig.auth.keys.listOfOrganization(system);
    assert(found.ok);
    return found.keys.some(({ name }) => name === "page") ? "made" : "none";
  },
  "access of an app": async (scene) => {
    const { browser, org } = scene;
    const page = await ask(browser);
    await press(browser, page, "allow", { organization: org });
    return await granted(scene);
  },
  "a device": async (scene) => {
    const { rig, browser, org } = scene;
    const { user_code } = await begin(rig);
    await post(browser, "device", { step: "open", user_code });
    await post(browser, "device", { step: "allow", user_code, organization: org });
    return await granted(scene);
  },
  "a token of the app itself, used there": async (scene) => {
    const { rig, browser } = scene;
    const issued = await rig.auth.oauthServer.issueToken(requestOf(browser), {
      ...{ resource: MCP, scopes: ["project:read"] },
    });
    return await opens(scene, issued!.token, "token");
  },
  "an invitation": async ({ rig, own }) =>
    result(
      await rig.auth.organizations.invite(own, { email: "eve@example.com", role: "member" }),
    ),
  "the end of an invitation": async ({ rig, own, invitation }) =>
    result(await rig.auth.organizations.cancelInvitation(own, invitation)),
  "a role": async ({ rig, own, bob }) =>
    result(await rig.auth.organizations.changeRole(own, bob, "owner")),
  "a removal": async ({ rig, own, bob }) =>
    result(await rig.auth.organizations.removeMember(own, bob)),
  "another owner": async ({ rig, own, bob }) =>
    result(await rig.auth.organizations.transferOwnership(own, bob, "member")),
  "a name": async ({ rig, own }) =>
    result(await rig.auth.organizations.updateOrganization(own, { name: "Other" })),
  "no policy": async ({ rig, own }) =>
    result(await rig.auth.organizations.updateOrganization(own, { policy: null })),
  "its end": async ({ rig, own }) =>
    result(await rig.auth.organizations.deleteOrganization(own, "acme")),
  "an invitation on the page": async ({ rig, own, browser }) => {
    const email = "page@example.com";
    await post(browser, "organization/acme", { step: "invite", email, role: "member" });
    const system = rig.auth.organizations.asSystem(own.organization.id);
    const found = await rig.auth.organizations.listInvitations(system);
    return found.ok && found.invitations.some((one) => one.email === email) ? "made" : "none";
  },
  "a name on the page": async ({ rig, browser }) => {
    await post(browser, "organization/acme/settings", { step: "name", name: "Page" });
    const [one] = await rig.auth.organizations.listOrganizations("ada");
    return one!.name === "Page" ? "made" : "none";
  },
};

async function createScene({ config }: FaultStore): Promise<Scene> {
  const rig = createServer({
    organization: "choose",
    clients: { ...OPTIONS.clients, tv: CLIENTS.tv },
  }, {
    ...config as object,
    organizations: Organizations({ access: ACCESS }),
    keys: ApiKeys({ prefix: "acme", scopes: ACCESS }),
    native: NativeClients(),
    sendMail: () => {},
    theme: { name: "App" },
    logger: { error: () => {}, warn: () => {}, debug: () => {} },
  });
  const membership = { organization: "acme", role: "owner" };
  const browser = await open(rig, "ada", { membership, proof: proof() });
  const { organizations: orgs, keys } = rig.auth;
  const [{ id: org } = { id: "" }] = await orgs.listOrganizations("ada");
  await open(rig, "bob", { membership: { organization: "acme", role: "member" } });
  const own = await orgs.readMembership(requestOf(browser), org);
  assert(own.ok);
  const made = await keys.create(requestOf(browser, "POST"), {
    ...{ name: "before", organization: org, scopes: ["project:read"] },
  });
  const ofOrg = await keys.createForOrganization(own, { name: "before", scopes: "all" });
  const invited = await orgs.invite(own, { email: "dora@example.com", role: "member" });
  assert(made.ok && ofOrg.ok && invited.ok);
  return {
    ...{ rig, org, browser, own, bob: "bob" },
    key: made.key.id,
    orgKey: ofOrg.key.id,
    invitation: invited.invitation.id,
  };
}

/** Writes a policy as another owner has set it meanwhile. */
async function demand({ rig, org }: Scene, policy: PolicyData): Promise<void> {
  await setPolicy({ records: rig.auth.config.records ?? rig.adapter.records! }, org, policy);
}

onEveryStore("sessions that a policy keeps out", (test) => {
  test("each session without such a policy makes all of it", async (store) => {
    for (const [name, make] of Object.entries(MAKERS)) {
      assertEquals(await make(await createScene(store)), "made", name);
      await emptied(store);
    }
  });

  for (const [policy, data] of Object.entries(POLICIES)) {
    test(`${policy}: nothing is made`, async (store) => {
      const scene = await createScene(store);
      await demand(scene, data);
      const read = await scene.rig.auth.organizations.readMembership(
        requestOf(scene.browser),
        scene.org,
      );
      assert(!read.ok, "it is kept out");
      for (const [name, make] of Object.entries(MAKERS)) {
        assert(await make(scene) !== "made", name);
      }
      // A session of an app without a browser is one, too.
      const { headers } = await bearerFor(scene.rig.auth, { email: "ada@example.com" }, {
        origin: ISSUER,
        proof: proof(),
      });
      const bearer = await scene.rig.auth.authenticate(
        new Request(`${ISSUER}/api`, { headers }),
        { accept: ["bearer"], organization: scene.org } as never,
      );
      assert(!bearer.ok, "an access token of an app");
    });
  }

  test("an app that was allowed before gets no code for a session that is kept out", async (store) => {
    const scene = await createScene(store);
    const { browser, org } = scene;
    const page = await ask(browser);
    const first = await press(browser, page, "allow", { organization: org });
    assert(hasCode(first));
    // It is remembered, and no page asks.
    assert(hasCode(await ask(browser)));
    await demand(scene, POLICIES["the age of the session"]!);
    const again = await ask(browser);
    const grantOf = async () => (await codeIn(scene.rig, again)).data.grant;
    const grants = await scene.rig.auth.oauthServer.listGrants("ada");
    const ofOrg = grants.find(({ organization }) => organization === org)!;
    if (hasCode(again)) assert(await grantOf() !== ofOrg.id);
    const silent = await ask(browser, { ...GOOD, prompt: "none" });
    assert(!hasCode(silent) || (await codeIn(scene.rig, silent)).data.grant !== ofOrg.id);
  });

  test("the refusal of a key leads to where the session can do what is missing", async (store) => {
    const scene = await createScene(store);
    const { rig, org, browser } = scene;
    const options = { name: "ci", organization: org, scopes: ["project:read"] } as const;
    for (const policy of ["the age of the session", "a method"]) {
      await demand(scene, POLICIES[policy]!);
      const made = await rig.auth.keys.create(requestOf(browser, "POST"), options);
      assert(!made.ok && made.location?.startsWith(`${ISSUER}/auth/`), policy);
      const page = await get(browser, made.location!);
      assert(page.status < 400, policy);
    }
  });
}, true);

/** Empties a store for another scene. */
async function emptied({ config }: FaultStore): Promise<void> {
  const { adapter, records = adapter!.records! } = config;
  const rows = await records.list("ada", "org.membership");
  for (const { data } of rows) {
    const { org } = data as { org: string };
    await records.deleteOwner(`org:${org}`);
    await records.take("org", org);
  }
  await records.take("org.slug", "acme");
  for (const id of ["ada", "bob"]) {
    await records.deleteOwner(id);
    await adapter!.deleteUser!(id);
  }
}
