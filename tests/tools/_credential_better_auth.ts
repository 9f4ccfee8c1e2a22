/**
 * The cells of credentials on Better Auth: its plugins for API keys, bearer tokens, organizations,
 * administrators and second factors, SQLite with the tables that its own migration writes, and
 * requests to its HTTP API. It has no key that is bound to an organization and a user, no key of a
 * service, no DPoP, no policy of an organization, and no resource of a request.
 *
 * @module
 */

import { DatabaseSync } from "node:sqlite";
import { apiKey } from "@better-auth/api-key";
import { FakeTime } from "@std/testing/time";
import { betterAuth, type BetterAuthOptions } from "better-auth";
import { getMigrations } from "better-auth/db/migration";
import { admin, bearer, organization, twoFactor } from "better-auth/plugins";
import { createAccessControl } from "better-auth/plugins/access";
import {
  adminAc,
  defaultStatements,
  memberAc,
  ownerAc,
} from "better-auth/plugins/organization/access";
import type {
  Answers,
  Credential,
  CredentialSite,
  Seen,
  State,
} from "../flows/_credential_cases.ts";
import { createProver } from "../flows/_dpop_proofs.ts";

const APP = "https://app.example";
const BASE = "/api/auth";
const API = `${APP}${BASE}/get-session`;
const PASSWORD = "engines weave algebraic patterns";
const DAY_MS = 86_400_000;

/** Options of the site. */
export interface PeerOptions {
  /** Every documented option that closes a cell, or narrows one, is set. */
  readonly isStrict?: true;
}

/** The strict options, in words. */
export const STRICT_OPTIONS = [
  "`bearer({ requireSignature: true })`",
  "`keyExpiration: { defaultExpiresIn, maxExpiresIn: 90 }` of keys",
  "no `enableSessionForAPIKeys`, against which its documentation advises: a key then opens no " +
  "organization",
];

/** Observations about cells, by state and credential. */
export const REMARKS: Readonly<Record<string, string>> = {
  "suspended user-key": "Both doors were asked: `verifyApiKey`, and `getSession` with the key.",
  "deleted user-key": "`getSession` with the key refuses it; `verifyApiKey` says that it is valid.",
  "role-lowered user-key":
    "Asked through the session of the key. `verifyApiKey` compares permissions of the key alone.",
  "other-organization org-key":
    "`verifyApiKey` takes no organization: the app compares `referenceId` itself.",
  "two-credentials cookie": "The query is not looked at: the request has the rights of the cookie.",
};

const access = createAccessControl({
  ...defaultStatements,
  apiKey: ["create", "read", "update", "delete"],
  project: ["read", "write"],
});
const everything = {
  apiKey: ["create", "read", "update", "delete"],
  project: ["read", "write"],
} as const;
const roles = {
  owner: access.newRole({
    ...ownerAc.statements,
    apiKey: [...everything.apiKey],
    project: [...everything.project],
  }),
  admin: access.newRole({
    ...adminAc.statements,
    apiKey: [...everything.apiKey],
    project: [...everything.project],
  }),
  member: access.newRole({ ...memberAc.statements, project: ["read"] }),
};

/** The states of a cell that the library can be in, by credential. */
const HAS: Partial<Record<Credential, readonly State[]>> = {
  "cookie": [
    "suspended",
    "deleted",
    "factor-pending",
    "revoked",
    "expired",
    "other-organization",
    "member-removed",
    "role-lowered",
    "wrong-key",
    "http-url",
    "two-credentials",
  ],
  "org-key": [
    "suspended",
    "deleted",
    "factor-pending",
    "revoked",
    "expired",
    "member-removed",
    "role-lowered",
    "wrong-key",
    "http-url",
    "two-credentials",
  ],
};

/** States of a credential in an organization. */
const IN_ORGANIZATION: readonly State[] = ["other-organization", "member-removed", "role-lowered"];

function hasCell(credential: Credential, state: State, isStrict = false): boolean {
  if (isStrict && credential === "user-key" && IN_ORGANIZATION.includes(state)) return false;
  const row = credential === "bearer" || credential === "user-key" ? "cookie" : credential;
  return HAS[row]?.includes(state) ?? false;
}

/** A user of the site, with the cookies of a session. */
interface Person {
  readonly id: string;
  readonly email: string;
  /** `Cookie` header. */
  readonly cookie: string;
  /** The token for `Authorization`. */
  readonly token: string;
}

/** Creates the site. */
export async function createPeerSite({ isStrict }: PeerOptions = {}): Promise<CredentialSite> {
  const keyExpiration = isStrict
    ? { defaultExpiresIn: 90 * DAY_MS / 1000, maxExpiresIn: 90 }
    : undefined;
  // By default a key is good for ten requests a day, which is no cell.
  const common = { rateLimit: { enabled: false }, ...(keyExpiration ? { keyExpiration } : {}) };
  const options = {
    secret: "a-secret-of-at-least-32-characters",
    baseURL: APP,
    logger: { disabled: true },
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    emailAndPassword: {
      enabled: true,
      password: {
        hash: (password) => Promise.resolve(`cheap ${password}`),
        verify: ({ hash, password }) => Promise.resolve(hash === `cheap ${password}`),
      },
    },
    plugins: [
      admin(),
      organization({ ac: access, roles }),
      bearer(isStrict ? { requireSignature: true } : {}),
      twoFactor({ skipVerificationOnEnable: true }),
      apiKey([
        { ...common, configId: "user", enableSessionForAPIKeys: !isStrict },
        { ...common, configId: "organization", references: "organization" },
      ]),
    ],
  } satisfies BetterAuthOptions;
  const database = new DatabaseSync(":memory:");
  const auth = betterAuth({ ...options, database });
  await (await getMigrations(auth.options)).runMigrations();
  const { adapter } = await auth.$context;
  let count = 0;

  const send = async (
    path: string,
    headers: Record<string, string>,
    body?: object,
  ): Promise<Response> =>
    await auth.handler(
      new Request(APP + BASE + path, {
        method: body ? "POST" : "GET",
        headers: { origin: APP, ...body ? { "content-type": "application/json" } : {}, ...headers },
        ...body ? { body: JSON.stringify(body) } : {},
      }),
    );
  const must = async (path: string, headers: Record<string, string>, body?: object) => {
    const response = await send(path, headers, body);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response;
  };
  const cookiesOf = (response: Response) =>
    response.headers.getSetCookie().map((text) => text.split(";")[0]!)
      .filter((pair) => !pair.endsWith("="));
  const signUp = async (name = `user-${++count}`): Promise<Person> => {
    const email = `${name}@example.com`;
    const response = await must("/sign-up/email", {}, { name, email, password: PASSWORD });
    const token = response.headers.get("set-auth-token")!;
    const cookie = cookiesOf(response).join("; ");
    const { user } = await response.json();
    return { id: user.id, email, cookie, token };
  };
  const root = await signUp("root");
  await adapter.update({
    model: "user",
    where: [{ field: "id", value: root.id }],
    update: { role: "admin" },
  });
  const byRoot = { cookie: root.cookie };
  const createOrganization = async ({ cookie }: Person): Promise<string> => {
    const body = { name: "Team", slug: `team-${++count}` };
    return (await (await must("/organization/create", { cookie }, body)).json()).id;
  };
  /** Adds a member as the app itself. */
  const addMember = async (organizationId: string, { id }: Person, role: "admin" | "member") => {
    await auth.api.addMember({ body: { organizationId, userId: id, role } });
  };

  const seen = async (
    response: Response,
    isAccepted: (body: unknown) => boolean,
    door = "",
  ): Promise<Seen> => {
    const text = await response.text();
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch {
      body = null;
    }
    const accepts = response.ok && isAccepted(body);
    return {
      isAccepted: accepts,
      // It answers 200 with `null` for no session.
      status: accepts || !response.ok ? response.status : 401,
      reason: accepts ? door : (body as { code?: string } | null)?.code ?? "",
      challenge: response.headers.get("www-authenticate") ?? "",
    };
  };
  /** The session of a request. */
  const session = async (headers: Record<string, string>, query = "") =>
    await seen(
      await send(`/get-session${query}`, headers),
      (body) => body !== null,
      "`getSession`",
    );
  /** A permission in an organization. */
  const permission = async (
    headers: Record<string, string>,
    organizationId: string,
    permissions: object,
  ) =>
    await seen(
      await send("/organization/has-permission", headers, { organizationId, permissions }),
      (body) => (body as { success?: boolean } | null)?.success === true,
    );
  /** The check of a key. */
  const verify = async (key: string, configId: string): Promise<Seen> => {
    const { valid, error } = await auth.api.verifyApiKey({ body: { key, configId } });
    const reason = valid
      ? "`verifyApiKey`"
      : String((error as { code?: string } | null)?.code ?? "");
    return { isAccepted: valid, status: valid ? 200 : 401, reason, challenge: "" };
  };
  /** Of several doors, one that is open; of closed ones, the first. */
  const anyOpen = async (doors: readonly Promise<Seen>[]): Promise<Seen> => {
    const all = await Promise.all(doors);
    const open = all.filter(({ isAccepted }) => isAccepted);
    if (open.length === 0) return all[0]!;
    return { ...open[0]!, reason: open.map(({ reason }) => reason).join(", ") };
  };
  /** What counts before a state: every door. */
  const allOpen = async (doors: readonly Promise<Seen>[]): Promise<Seen> => {
    const all = await Promise.all(doors);
    return all.find(({ isAccepted }) => !isAccepted) ?? all[0]!;
  };

  async function answer(credential: Credential, state: State): Promise<Answers | null> {
    if (!hasCell(credential, state, isStrict)) return null;
    const owner = await signUp();
    const person = await signUp();
    const org = await createOrganization(owner);
    await addMember(org, person, "admin");
    const isKey = credential === "user-key" || credential === "org-key";
    const configId = credential === "org-key" ? "organization" : "user";
    const makeKey = (cookie: string) =>
      send("/api-key/create", { cookie }, {
        configId,
        name: "key",
        expiresIn: DAY_MS / 1000,
        ...credential === "org-key" ? { organizationId: org } : {},
      });
    const made: { id: string; key: string } | undefined = isKey
      ? await (await makeKey(person.cookie)).json()
      : undefined;
    const headers: Record<string, string> = credential === "cookie"
      ? { cookie: person.cookie }
      : credential === "bearer"
      ? { authorization: `Bearer ${person.token}` }
      : { "x-api-key": made!.key };
    /** Every door that the credential has, outside of organizations. */
    const doors = (): Promise<Seen>[] => {
      if (credential === "org-key") return [verify(made!.key, configId)];
      if (credential !== "user-key") return [session(headers)];
      const checked = verify(made!.key, configId);
      return isStrict ? [checked] : [checked, session(headers)];
    };
    /** The door of an organization. A key of one has no other. */
    const within = (id: string): Promise<Seen> =>
      credential === "org-key"
        ? verify(made!.key, configId)
        : permission(headers, id, { project: ["write"] });
    const around = async (bring: () => Promise<unknown>): Promise<Answers> => {
      const before = await allOpen(doors());
      await bring();
      return { before, after: await anyOpen(doors()) };
    };
    const aroundWithin = async (bring: () => Promise<unknown>, asked = org): Promise<Answers> => {
      const before = await within(org);
      await bring();
      return { before, after: await within(asked) };
    };
    const presented = credential === "cookie"
      ? decodeURIComponent(person.cookie.split("=")[1]!)
      : credential === "bearer"
      ? person.token
      : made!.key;
    const withProof = async (url: string): Promise<Answers> => {
      const before = await allOpen(doors());
      const proof = await (await createProver()).prove({ url, method: "GET", token: presented });
      const sent = { authorization: `DPoP ${presented}`, dpop: proof };
      return { before, after: await session(sent) };
    };
    switch (state) {
      case "suspended":
        return await around(() => must("/admin/ban-user", byRoot, { userId: person.id }));
      case "deleted":
        return await around(() => must("/admin/remove-user", byRoot, { userId: person.id }));
      case "factor-pending": {
        const before = await allOpen(doors());
        await must("/two-factor/enable", { cookie: person.cookie }, { password: PASSWORD });
        const pending = await must("/sign-in/email", {}, {
          email: person.email,
          password: PASSWORD,
        });
        const pairs = cookiesOf(pending);
        const cookie = pairs.join("; ");
        const tokens = pairs.map((pair) => decodeURIComponent(pair.slice(pair.indexOf("=") + 1)))
          .concat(pending.headers.get("set-auth-token") ?? []);
        if (pairs.length === 0) throw new Error("No second factor was asked for");
        if (credential === "cookie") return { before, after: await session({ cookie }) };
        if (credential === "bearer") {
          const tried = tokens.map((token) => session({ authorization: `Bearer ${token}` }));
          return { before, after: await anyOpen(tried) };
        }
        return {
          before,
          after: await anyOpen([
            makeKey(cookie).then((response) =>
              seen(response, (body) => Boolean((body as { key?: string } | null)?.key))
            ),
            ...tokens.map((token) => verify(token, configId)),
          ]),
        };
      }
      case "revoked":
        return await around(async () => {
          const { cookie } = person;
          if (isKey) await must("/api-key/delete", { cookie }, { configId, keyId: made!.id });
          else await must("/revoke-sessions", { cookie }, {});
        });
      case "expired": {
        const before = await allOpen(doors());
        using time = new FakeTime();
        time.tick(8 * DAY_MS);
        return { before, after: await anyOpen(doors()) };
      }
      case "other-organization": {
        const other = await createOrganization(owner);
        return await aroundWithin(() => Promise.resolve(), other);
      }
      case "member-removed":
        return await aroundWithin(() =>
          must("/organization/remove-member", { cookie: owner.cookie }, {
            memberIdOrEmail: person.email,
            organizationId: org,
          })
        );
      case "role-lowered":
        return await aroundWithin(async () => {
          const member = await adapter.findOne<{ id: string }>({
            model: "member",
            where: [
              { field: "userId", value: person.id },
              { field: "organizationId", value: org },
            ],
          });
          await must("/organization/update-member-role", { cookie: owner.cookie }, {
            memberId: member!.id,
            role: "member",
            organizationId: org,
          });
        });
      case "wrong-key":
        return await withProof(API);
      case "http-url":
        return await withProof(API.replace("https:", "http:"));
      case "two-credentials": {
        const before = await allOpen(doors());
        const other = await signUp();
        if (credential === "cookie") {
          return { before, after: await session(headers, `?access_token=${other.token}`) };
        }
        if (credential === "bearer") {
          const both = `${headers.authorization}, Bearer ${other.token}`;
          return { before, after: await session({ authorization: both }) };
        }
        const second = await (await send("/api-key/create", { cookie: other.cookie }, {
          configId: "user",
          name: "second",
        })).json();
        // Two headers of one name, as a request has them.
        return { before, after: await session({ "x-api-key": `${made!.key}, ${second.key}` }) };
      }
    }
    return null;
  }

  return {
    answer,
    close: () => Promise.resolve(database.close()),
  };
}
